package org.eddp.experiments.synthetic;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.eddp.experiments.synthetic.SyntheticExperiment.SyntheticOptions;
import org.eddp.tensor.Matrix;

/**
 * Images of two patches made by x = S a + D beta + c, with their ground truth.
 *
 * @param features one row per patch, an image is two consecutive rows
 * @param signalValues a, one row per patch
 * @param present whether the patch holds the concept, [patch][concept]
 * @param classes class of every image
 */
record SyntheticData(Matrix features, Matrix signalValues, boolean[][] present, int[] classes) {
    /** Patches per image. */
    static final int PATCHES = 2;

    private static final double ABSENT_LOW = 0.0;
    private static final double ABSENT_HIGH = 2.25;
    private static final double PRESENT_LOW = 2.75;
    private static final double PRESENT_HIGH = 5.0;
    private static final double DISTRACTOR_HIGH = 5.0;
    private static final double BIAS = 10.0;

    /** Draws a balanced dataset. */
    static SyntheticData generate(SyntheticOptions options, TrueDirections basis, SplittableRandom random) {
        List<int[][]> classContents = classContents(options);
        int perClass = options.resolvedImagesPerClass();
        int images = Math.multiplyExact(perClass, classContents.size());
        int patches = images * PATCHES;
        boolean[][] present = new boolean[patches][options.concepts()];
        int[] classes = new int[images];
        for (int image = 0; image < images; image++) {
            int k = image / perClass;
            classes[image] = k;
            int[][] groups = classContents.get(k);
            for (int g = 0; g < groups.length; g++) {
                // with one group the first patch holds the first concept, as in the paper; further groups are
                // assigned to the patches at random, so that groups are independent of each other
                boolean swap = g > 0 && random.nextBoolean();
                present[image * PATCHES][groups[g][swap ? 1 : 0]] = true;
                present[image * PATCHES + 1][groups[g][swap ? 0 : 1]] = true;
            }
        }
        Matrix values = new Matrix(patches, options.concepts());
        Matrix noise = new Matrix(patches, options.distractors());
        for (int p = 0; p < patches; p++) {
            for (int i = 0; i < options.concepts(); i++) {
                double low = present[p][i] ? PRESENT_LOW : ABSENT_LOW;
                values.set(p, i, random.nextDouble(low, present[p][i] ? PRESENT_HIGH : ABSENT_HIGH));
            }
            for (int f = 0; f < options.distractors(); f++) {
                noise.set(p, f, random.nextDouble(0, DISTRACTOR_HIGH));
            }
        }
        Matrix features = values.timesTranspose(basis.signals())
                .plus(noise.timesTranspose(basis.distractors()))
                .map(x -> x + BIAS);
        return new SyntheticData(features, values, present, classes);
    }

    /** For every class and group, the pair of concepts its two patches hold. */
    private static List<int[][]> classContents(SyntheticOptions options) {
        int perGroup = options.concepts() / options.groups();
        List<int[]> pairs = new ArrayList<>();
        for (int i = 0; i < perGroup; i++) {
            for (int j = i + 1; j < perGroup; j++) {
                pairs.add(new int[] {i, j});
            }
        }
        List<int[][]> contents = new ArrayList<>();
        for (int[] first : pairs) {
            if (options.groups() == 1) {
                contents.add(new int[][] {first});
                continue;
            }
            for (int[] second : pairs) {
                contents.add(new int[][] {first, {second[0] + perGroup, second[1] + perGroup}});
            }
        }
        return contents;
    }

    int images() {
        return classes.length;
    }

    /** Features of every image, averaged over its patches. */
    Matrix pooled() {
        int width = features.columns();
        Matrix pooled = new Matrix(images(), width);
        for (int p = 0; p < features.rows(); p++) {
            int image = p / PATCHES;
            for (int d = 0; d < width; d++) {
                pooled.values()[image * width + d] += features.get(p, d) / PATCHES;
            }
        }
        return pooled;
    }
}
