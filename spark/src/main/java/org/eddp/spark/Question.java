package org.eddp.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.eddp.images.ImageFailure;
import org.eddp.images.Picture;

/** What is asked of every picture: sent to executors, with names of files in it and never their content. */
interface Question extends Serializable {
    /** Types of the values of an answer. */
    List<DataType> types();

    /** Opens what is needed to answer, in the process that does. */
    Answers open();

    /** Answers to one question, for one task. */
    interface Answers extends AutoCloseable {
        /**
         * The answer for a picture.
         *
         * @return values in the order of {@link Question#types}
         * @throws ImageFailure if there is none for this picture, with the reason
         */
        Object[] of(Picture picture);

        @Override
        void close();
    }
}
