package org.eddp.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.eddp.directions.Detectors;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.labels.LabelledImages;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/**
 * Random annotated images and detectors for {@link DissectionBenchmark}. Label maps have 112 x 112 pixels, as in Broden,
 * with one layer each for objects, parts and colours; segments surround random points. Detectors fire on as many patches as
 * the paper's. A few different images are repeated, so that any number of them fits into memory.
 */
final class DissectionData {
    private static final int DIFFERENT = 64;
    private static final int SIDE = 112;
    private static final int LABELS = 300;
    /** Detectors fire where a standard normal number exceeds this: 0.3 % of the patches, redundancy 1.3 for 448. */
    private static final double THRESHOLD = 2.75;

    private DissectionData() {}

    static Detectors detectors(int width, int concepts, SplittableRandom random) {
        double[] thresholds = new double[concepts];
        java.util.Arrays.fill(thresholds, THRESHOLD);
        return new Detectors(gaussian(width, concepts, random).normaliseColumns(), thresholds);
    }

    /** Images whose features belong to the open scope. */
    static LabelledImages images(int count, Grid grid, int width, SplittableRandom random) {
        Tensor rows = Tensor.of(gaussian(DIFFERENT * grid.cells(), width, random), DType.FLOAT32);
        List<LabelledImages.Pixels> different = new ArrayList<>();
        for (int i = 0; i < DIFFERENT; i++) {
            different.add(new LabelledImages.Pixels(
                    SIDE,
                    SIDE,
                    List.of(
                            segments("object", 12, 1, random),
                            segments("part", 20, 0.3, random),
                            segments("colour", 8, 1, random))));
        }
        int[] chosen = new int[count];
        List<LabelledImages.Pixels> labels = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            chosen[i] = i % DIFFERENT;
            labels.add(different.get(i % DIFFERENT));
        }
        return new LabelledImages.InMemory(
                new DenseFeatures(rows, grid).subset(chosen), labels, null, number -> "label " + number);
    }

    /** Every pixel has the label of the nearest of a few random points; some points have none. */
    private static LabelledImages.Pixels.Layer segments(
            String category, int points, double labelled, SplittableRandom random) {
        int[] label = new int[points];
        double[] x = new double[points];
        double[] y = new double[points];
        for (int k = 0; k < points; k++) {
            label[k] = random.nextDouble() < labelled ? random.nextInt(1, LABELS) : 0;
            x[k] = random.nextDouble() * SIDE;
            y[k] = random.nextDouble() * SIDE;
        }
        int[] map = new int[SIDE * SIDE];
        for (int p = 0; p < map.length; p++) {
            double nearest = Double.MAX_VALUE;
            for (int k = 0; k < points; k++) {
                double distance = Math.hypot(p % SIDE - x[k], (double) (p / SIDE) - y[k]);
                if (distance < nearest) {
                    nearest = distance;
                    map[p] = label[k];
                }
            }
        }
        return LabelledImages.Pixels.Layer.map(category, map);
    }

    private static Matrix gaussian(int rows, int columns, SplittableRandom random) {
        Matrix m = new Matrix(rows, columns);
        for (int k = 0; k < m.values().length; k++) {
            m.values()[k] = random.nextGaussian();
        }
        return m;
    }
}
