package org.eddp.influence;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.files.json.Json;
import org.eddp.labels.ConceptNames;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Matrix;

/**
 * Content of {@code influence.json}: the summary of a table of influence, and the chosen classes.
 *
 * @param command the command line that made it
 * @param directions digest of the directions it is about
 * @param images where the images came from
 * @param options with which it was measured
 * @param linear whether scores are in closed form, because the head is pooling and one linear layer
 * @param effects the test of effects in a few numbers; null if they were not tested
 * @param paper whether the paper's test was made
 * @param summary of the scores, and of the paper's test
 * @param saturated pairs that the paper's test cannot decide because scores saturate
 * @param patterns I2, the comparison with Pattern-CAVs of the same labels; null if it was not requested
 * @param classes those chosen, or those most affected
 * @param outputs kind of the outputs of the network; in files only for labels
 */
public record InfluenceResults(
        String command,
        String directions,
        String images,
        InfluenceOptions options,
        boolean linear,
        @Json.MayBeNull EffectSummary effects,
        boolean paper,
        Influence.Summary summary,
        int saturated,
        @Json.MayBeNull PatternComparison patterns,
        List<ClassInfluence> classes,

        @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OutputKind.UnlessClasses.class)
        OutputKind outputs) {
    public InfluenceResults {
        classes = List.copyOf(classes);
        outputs = outputs == null ? OutputKind.CLASSES : outputs;
    }

    /** Whether effects were compared with those of noise. */
    public boolean tested() {
        return effects != null;
    }

    /**
     * The test of effects in a few numbers.
     *
     * @param noise noise directions that effects were compared with
     * @param falseDiscoveryRate share of the pairs called significant that may be chance
     * @param concepts that move at least one class more than noise does
     * @param pairs of a concept and a class that it moves more than noise does
     * @param untested concepts that could not be tested because they fire on no patch or on every patch
     * @param heldOut the result of the test on held-out noise directions
     */
    public record EffectSummary(
            int noise, double falseDiscoveryRate, int concepts, int pairs, int untested, EffectTest.HeldOut heldOut) {
        /** Summarizes a table of influence; null if effects were not tested. */
        public static EffectSummary of(Influence influence, InfluenceOptions options) {
            EffectTest test = influence.test();
            if (test == null) {
                return null;
            }
            int concepts = 0;
            int pairs = 0;
            int untested = 0;
            for (int i = 0; i < influence.concepts(); i++) {
                int own = 0;
                for (int k = 0; k < influence.classes(); k++) {
                    own += test.isMoved(i, k) ? 1 : 0;
                }
                concepts += own > 0 ? 1 : 0;
                pairs += own;
                untested += influence.isEffectTested(i) ? 0 : 1;
            }
            return new EffectSummary(
                    test.noise(), options.effects().falseDiscoveryRate(), concepts, pairs, untested, test.heldOut());
        }
    }

    /**
     * The concepts that move one class.
     *
     * @param movers number of concepts that move it more than noise does
     * @param paper number of concepts with significant influence on it in the paper's test
     * @param saturated number of concepts that the paper's test cannot decide because scores saturate
     * @param concepts every concept: those that move it, then the others, each by size of the effect
     */
    public record ClassInfluence(Named label, int movers, int paper, int saturated, List<Score> concepts) {
        public ClassInfluence {
            concepts = List.copyOf(concepts);
        }

        /**
         * A class of a table of influence.
         *
         * @param name of the class
         * @param readout the head, if it is one linear layer: then scores have slopes; otherwise null
         * @param outputs kind of the outputs of the network
         */
        public static ClassInfluence of(
                Influence influence,
                int label,
                Named name,
                ConceptNames concepts,
                LinearReadout readout,
                OutputKind outputs,
                Directions directions) {
            double[] slopes = readout == null ? null : slopes(label, readout, directions);
            List<Score> scores = new ArrayList<>();
            for (int i = 0; i < influence.concepts(); i++) {
                boolean tested = influence.isEffectTested(i);
                scores.add(new Score(
                        concepts.of(i),
                        influence.effects().get(i, label),
                        influence.rank(i, label),
                        tested ? (Double) influence.test().pValues().get(i, label) : null,
                        tested ? (Double) influence.test().qValues().get(i, label) : null,
                        tested && influence.test().isMoved(i, label),
                        influence.scores().get(i, label),
                        slopes == null ? null : slopes[i],
                        influence.pValue(i, label),
                        influence.verdict(i, label, outputs)));
            }
            scores.sort(Comparator.comparing((Score s) -> !s.moves()).thenComparingDouble(s -> -Math.abs(s.effect())));
            return new ClassInfluence(
                    name,
                    influence.movers(label),
                    influence.count(Influence.Verdict.SIGNIFICANT, label, outputs),
                    influence.count(Influence.Verdict.SATURATED, label, outputs),
                    scores);
        }

        /** w_c.s_i / |s_i|: what a unit step along the direction of the concept on every patch adds to the logit. */
        private static double[] slopes(int label, LinearReadout readout, Directions directions) {
            Matrix signals = directions.signals();
            double[] lengths = signals.columnNorms();
            double[] slopes = new double[signals.columns()];
            for (int i = 0; i < slopes.length; i++) {
                for (int d = 0; d < signals.rows(); d++) {
                    slopes[i] += readout.classVectors().get(d, label) * signals.get(d, i);
                }
                slopes[i] = lengths[i] == 0 ? 0 : slopes[i] / lengths[i];
            }
            return slopes;
        }

        /**
         * The concepts that raise the class from the strongest down, then those that lower it with the strongest last.
         *
         * @param count of each, at most
         * @param tested whether effects were tested; those that may be chance are then left out
         */
        public List<Score> strongest(int count, boolean tested) {
            List<Score> chosen = new ArrayList<>(strongest(1, count, tested));
            List<Score> against = new ArrayList<>(strongest(-1, count, tested));
            Collections.reverse(against);
            chosen.addAll(against);
            return chosen;
        }

        /** The concepts that raise the class most (sign 1) or lower it most (-1), the strongest first. */
        public List<Score> strongest(int sign, int count, boolean tested) {
            return concepts.stream()
                    .filter(s -> Math.signum(s.effect()) == sign && (s.moves() || !tested))
                    .limit(count)
                    .toList();
        }
    }

    /**
     * The influence of one concept on one class.
     *
     * @param effect mean change of the logarithm of the probability by the step
     * @param rank of the class among all by the effect of the concept; 1 is raised most
     * @param effectP two-sided p-value of the effect among noise directions; null if not tested
     * @param effectQ smallest false discovery rate at which the effect is significant; null if not tested
     * @param moves whether the concept moves the class more than noise does
     * @param score S, in -1 .. 1
     * @param slope change of the logit per unit along the difference of means, like the effect; null if the head is not
     *     linear
     * @param pValue in the paper's test: share of noise with a score at least as large; 1 if not tested
     * @param verdict of the paper's test
     */
    public record Score(
            ConceptName concept,
            double effect,
            int rank,
            @Json.MayBeNull Double effectP,
            @Json.MayBeNull Double effectQ,
            boolean moves,
            double score,
            @Json.MayBeNull Double slope,
            double pValue,
            Influence.Verdict verdict) {}

    /**
     * I2: whether Pattern-CAVs influence a network more than the signal vectors that carry the same label.
     *
     * <p>The signal vectors of a label take the role of noise: p_{l,k} is the share of them whose |S| is at least that
     * of the label's Pattern-CAV, and a pair counts when p_{l,k} &lt; theta / N_l. I2 is the share of pairs that count;
     * above 0.5, Pattern-CAVs have more influence.
     *
     * @param influence I2
     * @param labels labels that have at least one signal vector
     */
    public record PatternComparison(double influence, int labels) {
        /** The paper's level theta. */
        public static final double LEVEL = 0.05;

        /**
         * Compares with Pattern-CAVs.
         *
         * @param signals scores of signal vectors, I x K
         * @param labels label of each signal vector, an index into {@code patterns}, or -1 for none
         * @param patterns scores of the Pattern-CAVs, one row per label, L x K
         * @param level theta
         */
        public static PatternComparison of(Matrix signals, int[] labels, Matrix patterns, double level) {
            if (signals.rows() != labels.length || signals.columns() != patterns.columns()) {
                throw new IllegalArgumentException("scores of " + signals.shape() + " do not go with " + labels.length
                        + " labels and patterns of " + patterns.shape());
            }
            int present = 0;
            long counting = 0;
            for (int l = 0; l < patterns.rows(); l++) {
                int sharing = 0;
                int[] atLeast = new int[patterns.columns()];
                for (int i = 0; i < labels.length; i++) {
                    if (labels[i] == l) {
                        sharing++;
                        for (int k = 0; k < atLeast.length; k++) {
                            atLeast[k] += Math.abs(signals.get(i, k)) >= Math.abs(patterns.get(l, k)) ? 1 : 0;
                        }
                    }
                }
                if (sharing > 0) {
                    present++;
                    for (int count : atLeast) {
                        counting += count / (double) sharing < level / sharing ? 1 : 0;
                    }
                }
            }
            long pairs = (long) present * patterns.columns();
            return new PatternComparison(pairs == 0 ? 0 : counting / (double) pairs, present);
        }
    }
}
