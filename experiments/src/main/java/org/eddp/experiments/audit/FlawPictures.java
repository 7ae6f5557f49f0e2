package org.eddp.experiments.audit;

import org.eddp.features.Grid;
import org.eddp.images.decode.Picture;

/**
 * The pictures of one seed. Every picture exists with the mark and without it, and is the same otherwise. One class is the planted
 * class: a share of its training pictures shows the mark.
 */
interface FlawPictures {
    /** Pictures to learn from, or pictures to judge by. */
    enum Part {
        TRAIN,
        TEST
    }

    /**
     * A picture.
     *
     * @param picture what the network gets
     * @param coverage share of every cell of the grid that shows the mark, row by row; null without the mark
     */
    record Drawn(Picture picture, double[] coverage) {}

    /** What is planted. */
    Flaw flaw();

    /** Classes of the pictures. */
    int[] labels(Part part);

    /**
     * Draws a picture; several threads may ask at the same time.
     *
     * @param marked whether it shows the mark
     * @param grid of the layer of study
     */
    Drawn draw(Part part, int number, boolean marked, Grid grid);
}
