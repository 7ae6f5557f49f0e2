package org.eddp.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.eddp.images.decode.Picture;
import org.eddp.images.source.ImageFailure;

/** The question about every picture. It is sent to executors and contains names of files, never their content. */
interface PictureQuery extends Serializable {
    /** Types of the values of an answer. */
    List<DataType> types();

    /** Opens the resources for answers, in the answering process. */
    Answers open();

    /** Answers to one question, for one task. */
    interface Answers extends AutoCloseable {
        /**
         * The answer for a picture.
         *
         * @return values in the order of {@link PictureQuery#types}
         * @throws ImageFailure if there is none for this picture, with the reason
         */
        Object[] of(Picture picture);

        @Override
        void close();
    }
}
