package org.eddp.directions.step;

import java.io.Serializable;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.parts.WorkerContext;

/** Tells another process where the features and the head of steps are. Equal locations open the same features and head. */
public interface StepLocation extends Serializable {
    /**
     * Opens both.
     *
     * @throws org.eddp.files.FileFailure if something is not where it should be, or not what it was
     */
    Opened open(WorkerContext place);

    /** What steps are computed from. */
    interface Opened extends AutoCloseable {
        /** Features, by the numbers that batches have ({@link org.eddp.features.Batch#numbers}). */
        FeatureSource features();

        /** The upper part of the network, or null where no step needs it. */
        Head head();

        @Override
        void close();
    }
}
