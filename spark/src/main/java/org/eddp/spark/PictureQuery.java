package org.eddp.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.eddp.images.decode.Picture;

/** The question about every picture. It is sent to executors and contains names of files, never their content. */
interface PictureQuery extends Serializable {
    /** Types of the values of an answer. */
    List<DataType> types();

    /**
     * Opens the resources for answers, in the answering process.
     *
     * @param batch pictures that go through the network together, if their numbers stay the same
     */
    Answers open(int batch);

    /** Answers to one question, for one task. */
    interface Answers extends AutoCloseable {
        /**
         * The input of the network for a picture.
         *
         * @throws org.eddp.images.source.ImageFailure if there is none, with the reason
         */
        float[] input(Picture picture);

        /**
         * The answers for pictures, in their order.
         *
         * @param inputs of the network, at most as many as a batch
         */
        List<PictureAnswer> of(List<float[]> inputs);

        @Override
        void close();
    }
}
