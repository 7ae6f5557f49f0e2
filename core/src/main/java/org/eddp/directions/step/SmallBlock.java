package org.eddp.directions.step;

import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/**
 * Patches of whole images on the heap, and their intermediate results between the passes of {@link SmallPasses}.
 * Feature-major: a row holds one number of every patch, so that loops over patches run along memory. Within a row the
 * first patches of all images come first, then the second ones, so that one number per image is a contiguous part of a
 * row.
 */
final class SmallBlock {
    final int firstImage;
    final int images;
    final int cells;
    final int patches;
    /** Features, D rows. */
    final double[][] x;
    /** Scores, memberships y, 1 - y, shares q and their logarithms, I rows each. */
    final double[][] p;

    final double[][] y;
    final double[][] rest;
    final double[][] q;
    final double[][] logQ;
    /** Gradient of L^ur with respect to the scores, I rows. */
    final double[][] flow;

    final double[] sum;
    final double[] logSum;
    final double[] entropy;
    final double[] squares;
    final double[] reduction;
    final double[] weight;
    /** Patches on which each detector fires, and how many there are. */
    final int[][] firing;

    final int[] fired;
    private final float[] floats;
    private final double[] doubles;

    SmallBlock(int firstImage, int images, int cells, int width, int concepts, DType type) {
        this.firstImage = firstImage;
        this.images = images;
        this.cells = cells;
        patches = images * cells;
        x = new double[width][patches];
        p = new double[concepts][patches];
        y = new double[concepts][patches];
        rest = new double[concepts][patches];
        q = new double[concepts][patches];
        logQ = new double[concepts][patches];
        flow = new double[concepts][patches];
        sum = new double[patches];
        logSum = new double[patches];
        entropy = new double[patches];
        squares = new double[patches];
        reduction = new double[patches];
        weight = new double[patches];
        firing = new int[concepts][patches];
        fired = new int[concepts];
        floats = type == DType.FLOAT32 ? new float[patches * width] : null;
        doubles = type == DType.FLOAT32 ? null : new double[patches * width];
    }

    /** Copies the features of its images. */
    void read(Tensor rows) {
        if (floats != null) {
            FloatBuffer memory = rows.bytes().asFloatBuffer();
            memory.get(floats);
        } else {
            DoubleBuffer memory = rows.bytes().asDoubleBuffer();
            memory.get(doubles);
        }
        for (int d = 0; d < x.length; d++) {
            transpose(x[d], d);
        }
    }

    private void transpose(double[] out, int feature) {
        int step = cells * x.length;
        for (int cell = 0; cell < cells; cell++) {
            int first = cell * images;
            int from = cell * x.length + feature;
            if (floats != null) {
                for (int k = first; k < first + images; k++, from += step) {
                    out[k] = floats[from];
                }
            } else {
                for (int k = first; k < first + images; k++, from += step) {
                    out[k] = doubles[from];
                }
            }
        }
    }

    /** out = for every patch the number of its image. */
    void spread(double[] out, double[] perImage, int firstOfThem) {
        for (int cell = 0; cell < cells; cell++) {
            System.arraycopy(perImage, firstOfThem, out, cell * images, images);
        }
    }

    /**
     * out = for every image the sum over its patches.
     *
     * @param work as long as {@code out}
     */
    void pool(double[] out, double[] perPatch, double[] work) {
        System.arraycopy(perPatch, 0, out, 0, images);
        for (int cell = 1; cell < cells; cell++) {
            System.arraycopy(perPatch, cell * images, work, 0, images); // loops must read all rows at one index
            Rows.addScaled(out, 1, work, images);
        }
    }
}
