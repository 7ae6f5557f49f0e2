package org.eddp.influence;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.features.FeatureSource;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;

/**
 * Which concepts move which class further than noise directions do. The statistic is the effect: the mean over images of the change of
 * log p of the class by a step along the direction that the concept is written with. Unlike the score S of the paper's test it does not saturate.
 *
 * @param pValues two-sided, from {@link NoiseDirections}, I x K; 1 where the concept could not be tested
 * @param qValues the smallest false discovery rate at which the pair is significant, over all pairs, I x K
 * @param moved 1 where the pair is significant, else 0, I x K
 * @param compared noise directions every concept was compared with; 0 where it could not be tested because it has no direction to write it with
 * @param heldOut the same test of noise directions in place of concepts
 */
public record EffectTest(Matrix pValues, Matrix qValues, Matrix moved, long[] compared, HeldOut heldOut) {
    /** The usual level, at which calibration is judged. */
    private static final double LEVEL = 0.05;
    /** Share of the weight of tests that all classes have alike. */
    private static final double EQUALLY = 0.1;
    /** One noise direction is held out for this many used in the comparison. */
    private static final int COMPARED_PER_HELD_OUT = 8;

    /**
     * The result of the test on held-out noise directions: its calibration.
     *
     * @param directions held out
     * @param below share of their (direction, class) pairs with p below 0.05: near 0.05 if the test is calibrated
     * @param moved pairs that are called significant where noise directions take the place of all concepts, on average:
     *     near 0
     */
    public record HeldOut(int directions, double below, double moved) {}

    /** Blocks of noise directions to measure: those compared with, then those held out. */
    public static int blocks(InfluenceOptions.Effects options, boolean closedForm, int classes) {
        int compared = options.directions(closedForm, classes);
        int all = compared + compared / COMPARED_PER_HELD_OUT;
        return (all + NoiseDirections.BLOCK - 1) / NoiseDirections.BLOCK;
    }

    /** Measures noise and tests. */
    static EffectTest run(
            FeatureSource source,
            Directions written,
            Sensitivity sensitivity,
            Matrix effects,
            InfluenceOptions.Effects options,
            Monitor monitor) {
        boolean closedForm = !sensitivity.separable();
        int classes = sensitivity.classes();
        NoiseEffects noise = NoiseEffects.none(classes);
        NoiseEffects.run(
                NoiseDirections.of(source, options.seed(), Monitor.NONE),
                sensitivity,
                0,
                blocks(options, closedForm, classes),
                monitor,
                noise::add);
        return of(effects, written, noise, sensitivity.probabilities(), options, closedForm);
    }

    /**
     * Tests effects that were measured.
     *
     * @param effects of concepts, I x K
     * @param written with the signal vectors that effects are of; those without one are not tested
     * @param noise as many blocks as {@link #blocks} asks for
     * @param probabilities mean probability of every class
     */
    static EffectTest of(
            Matrix effects,
            Directions written,
            NoiseEffects noise,
            double[] probabilities,
            InfluenceOptions.Effects options,
            boolean closedForm) {
        int concepts = effects.rows();
        int classes = effects.columns();
        int count = options.directions(closedForm, classes);
        EffectNull known = new EffectNull(noise.effects(0, count));
        long[] compared = new long[concepts];
        Arrays.setAll(compared, i -> written.hasSignal(i) ? count : 0);
        int[] tested = IntStream.range(0, concepts).filter(i -> compared[i] > 0).toArray();
        Matrix found = known.pValues(chosen(effects, tested));
        double[] weights = weights(probabilities);
        double[] adjusted = adjusted(found, weights);
        Matrix p = new Matrix(concepts, classes).map(zero -> 1);
        Matrix q = p.copy();
        Matrix moved = new Matrix(concepts, classes);
        for (int t = 0; t < tested.length; t++) {
            for (int k = 0; k < classes; k++) {
                p.set(tested[t], k, found.get(t, k));
                q.set(tested[t], k, adjusted[t * classes + k]);
                moved.set(tested[t], k, q.get(tested[t], k) <= options.falseDiscoveryRate() ? 1 : 0);
            }
        }
        Matrix others = known.pValues(noise.effects(count, count + count / COMPARED_PER_HELD_OUT));
        return new EffectTest(p, q, moved, compared, heldOut(others, concepts, weights, options.falseDiscoveryRate()));
    }

    private static HeldOut heldOut(Matrix pValues, int concepts, double[] weights, double rate) {
        int pairs = pValues.values().length;
        if (pairs == 0) {
            return new HeldOut(0, 0, 0);
        }
        long below = Arrays.stream(pValues.values()).filter(p -> p < LEVEL).count();
        int rows = Math.min(concepts, pValues.rows());
        int tables = pValues.rows() / rows;
        long moved = 0;
        for (int t = 0; t < tables; t++) {
            Matrix table =
                    chosen(pValues, IntStream.range(t * rows, (t + 1) * rows).toArray());
            moved += Arrays.stream(adjusted(table, weights))
                    .filter(q -> q <= rate)
                    .count();
        }
        return new HeldOut(pValues.rows(), below / (double) pairs, moved / (double) tables);
    }

    /**
     * How much of the false discoveries that are allowed each class may use: in proportion to its mean probability,
     * because effects on classes that the network sees in the images matter most. A tenth is shared equally by all
     * classes.
     */
    private static double[] weights(double[] probabilities) {
        double mean = Arrays.stream(probabilities).average().orElse(1);
        return Arrays.stream(probabilities)
                .map(p -> EQUALLY + (mean > 0 ? (1 - EQUALLY) * p / mean : 1 - EQUALLY))
                .toArray();
    }

    /** q-values of directions in rows. */
    private static double[] adjusted(Matrix pValues, double[] weights) {
        double[] each = new double[pValues.values().length];
        Arrays.setAll(each, i -> weights[i % weights.length]);
        return FalseDiscoveries.qValues(pValues.values(), each);
    }

    private static Matrix chosen(Matrix effects, int[] rows) {
        Matrix some = new Matrix(rows.length, effects.columns());
        for (int t = 0; t < rows.length; t++) {
            System.arraycopy(
                    effects.values(),
                    rows[t] * effects.columns(),
                    some.values(),
                    t * effects.columns(),
                    effects.columns());
        }
        return some;
    }

    /** Whether a concept moves a class further than noise does. */
    public boolean isMoved(int concept, int label) {
        return moved.get(concept, label) != 0;
    }

    /** Noise directions that concepts were compared with. */
    public int noise() {
        return (int) Arrays.stream(compared).max().orElse(0);
    }

    void addTo(SafetensorsFile content) {
        content.add("effect_p", pValues)
                .add("effect_q", qValues)
                .add("moved", moved)
                .add("compared", compared)
                .add("held_out", Matrix.row(heldOut.directions(), heldOut.below(), heldOut.moved()));
    }

    /** Null if effects were not tested. */
    static EffectTest read(SafetensorsFile content, int concepts, int classes) {
        if (!content.contains("effect_p")) {
            return null;
        }
        double[] held = content.matrix("held_out", 1, 3).values();
        return new EffectTest(
                content.matrix("effect_p", concepts, classes),
                content.matrix("effect_q", concepts, classes),
                content.matrix("moved", concepts, classes),
                content.integers("compared", concepts),
                new HeldOut((int) held[0], held[1], held[2]));
    }
}
