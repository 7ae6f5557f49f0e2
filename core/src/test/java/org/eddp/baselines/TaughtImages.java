package org.eddp.baselines;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.labels.LabelledImages;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/**
 * Images of 2 x 2 patches, each of one of three concepts whose directions are known: x is its direction, plus a common
 * offset, plus noise, rectified. Labels are one pixel per patch.
 */
final class TaughtImages {
    static final Grid GRID = new Grid(2, 2);
    static final int WIDTH = 6;
    private static final double[][] DIRECTIONS = {{3, 0, 0, 1, 0, 0}, {0, 3, 0, 0, 1, 0}, {0, 0, 3, 0, 0, 1}};

    private TaughtImages() {}

    static LabelledImages of(int images, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix x = new Matrix(images * GRID.cells(), WIDTH);
        List<LabelledImages.Pixels> labels = new ArrayList<>();
        for (int image = 0; image < images; image++) {
            int[] map = new int[GRID.cells()];
            for (int cell = 0; cell < map.length; cell++) {
                int concept = random.nextInt(3);
                double amount = random.nextDouble(0.7, 1.3);
                map[cell] = concept + 1;
                for (int d = 0; d < WIDTH; d++) {
                    double value = amount * DIRECTIONS[concept][d] + 0.5 + 0.2 * random.nextGaussian();
                    x.set(image * GRID.cells() + cell, d, Math.max(0, value));
                }
            }
            labels.add(new LabelledImages.Pixels(2, 2, List.of(LabelledImages.Pixels.Layer.map("object", map))));
        }
        return new LabelledImages.InMemory(
                new DenseFeatures(Tensor.of(x, DType.FLOAT32), GRID), labels, null, number -> "label " + number);
    }

    static double[] direction(int concept) {
        return DIRECTIONS[concept];
    }
}
