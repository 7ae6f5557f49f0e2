package org.eddp.influence;

import org.eddp.features.Batch;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.features.PatchHead;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.Tensor;

/** Logits of many images, a few at a time. Thread-safe. */
public interface LogitSource {
    /** Number of images. */
    int images();

    /** Logits of {@code count} images from {@code first} on, count x K; valid within the open scope. */
    Tensor logits(int first, int count);

    /** Those stored with a feature set. */
    static LogitSource of(FeatureSet set) {
        return of(set.images(), set::logits);
    }

    /** Those in a tensor (images x K), which stays the caller's and must stay open. */
    static LogitSource of(Tensor logits) {
        return of(logits.size(0), (first, count) -> logits.narrow(0, first, count));
    }

    /** Computed from features when asked for. */
    static LogitSource of(FeatureSource source, LinearReadout readout) {
        PatchHead head = PatchHead.of(readout, source.grid());
        return of(source.images(), (first, count) -> {
            Batch batch = source.range(first, count);
            return head.logits(batch.rows(0, count));
        });
    }

    private static LogitSource of(int images, Range range) {
        return new LogitSource() {
            @Override
            public int images() {
                return images;
            }

            @Override
            public Tensor logits(int first, int count) {
                return range.logits(first, count);
            }
        };
    }

    /** Reads a range of images. */
    interface Range {
        Tensor logits(int first, int count);
    }
}
