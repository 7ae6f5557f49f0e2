package org.eddp.influence;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.files.Json;
import org.eddp.labels.ConceptNames;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Matrix;

/**
 * Content of {@code influence.json}: the summary of a table of influence, and the classes that were looked at.
 *
 * @param command the command line that made it
 * @param directions digest of the directions it is about
 * @param images where the images came from
 * @param options with which it was measured
 * @param tested whether significance was tested
 * @param linear whether scores are in closed form, because the head is pooling and one linear layer
 * @param summary of the whole table
 * @param patterns I2, the comparison with Pattern-CAVs of the same labels; null if it was not asked for
 * @param classes those chosen, or those most affected
 * @param outputs what the network's logits stand for; files say it only of labels
 */
public record InfluenceResults(
        String command,
        String directions,
        String images,
        InfluenceOptions options,
        boolean tested,
        boolean linear,
        Influence.Summary summary,
        @Json.MayBeNull PatternComparison patterns,
        List<ClassInfluence> classes,

        @Json.AddedLater @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OutputKind.UnlessClasses.class)
        OutputKind outputs) {
    public InfluenceResults {
        classes = List.copyOf(classes);
        outputs = outputs == null ? OutputKind.CLASSES : outputs;
    }

    /** Of a network whose outputs are classes. */
    public InfluenceResults(
            String command,
            String directions,
            String images,
            InfluenceOptions options,
            boolean tested,
            boolean linear,
            Influence.Summary summary,
            PatternComparison patterns,
            List<ClassInfluence> classes) {
        this(command, directions, images, options, tested, linear, summary, patterns, classes, OutputKind.CLASSES);
    }

    /**
     * What moves one class.
     *
     * @param significant number of concepts with significant influence on it
     * @param concepts every concept, strongest first
     */
    public record ClassInfluence(Named label, int significant, List<Score> concepts) {
        public ClassInfluence {
            concepts = List.copyOf(concepts);
        }

        /** From this size on a score says little but its sign. */
        private static final double SATURATED = 0.99;

        /**
         * A class of a table of influence.
         *
         * @param name of the class
         * @param readout the head, if it is one linear layer: then scores have slopes; otherwise null
         */
        public static ClassInfluence of(
                Influence influence,
                int label,
                Named name,
                ConceptNames concepts,
                LinearReadout readout,
                Directions directions) {
            double[] slopes = readout == null ? null : slopes(label, readout, directions);
            List<Score> scores = new ArrayList<>();
            for (int i = 0; i < influence.concepts(); i++) {
                scores.add(new Score(
                        concepts.of(i),
                        influence.scores().get(i, label),
                        slopes == null ? null : slopes[i],
                        influence.effects() == null ? null : influence.effects().get(i, label),
                        influence.pValue(i, label),
                        influence.isSignificant(i, label)));
            }
            // many scores are exactly 1 or -1: of those the larger effect comes first
            scores.sort(Comparator.comparing((Score s) -> !s.significant())
                    .thenComparingDouble(s -> -Math.abs(s.score()))
                    .thenComparingDouble(s -> s.effect() == null ? 0 : -Math.abs(s.effect())));
            return new ClassInfluence(name, influence.significant(label), scores);
        }

        /** w_c.s_i / |s_i|: what a unit step along the signal vector on every patch adds to the logit. */
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
         * The strongest concepts for the class from the strongest down, then the strongest against it with the strongest last.
         *
         * @param count of each, at most
         * @param tested whether what could be chance was found out; it is left out then
         */
        public List<Score> strongest(int count, boolean tested) {
            List<Score> chosen = new ArrayList<>(strongest(1, count, tested));
            List<Score> against = new ArrayList<>(strongest(-1, count, tested));
            Collections.reverse(against);
            chosen.addAll(against);
            return chosen;
        }

        /** The strongest concepts for the class (sign 1) or against it (-1), the strongest first. */
        public List<Score> strongest(int sign, int count, boolean tested) {
            return concepts.stream()
                    .filter(s -> Math.signum(s.score()) == sign && (s.significant() || !tested))
                    .limit(count)
                    .toList();
        }

        /**
         * Whether scores no longer tell concepts apart and effects have to: of those shown most are 1 or -1, or nearly so.
         *
         * @param shown some of the concepts
         */
        public static boolean saturated(List<Score> shown) {
            long full =
                    shown.stream().filter(s -> Math.abs(s.score()) >= SATURATED).count();
            return 2 * full > shown.size() && shown.stream().allMatch(s -> s.effect() != null);
        }
    }

    /**
     * What one concept does to one class.
     *
     * @param score S, in -1 .. 1
     * @param slope change of the logit per unit along the signal vector; null if the head is not linear
     * @param effect mean change of the logarithm of the probability by the step; null in files of earlier versions
     * @param pValue share of noise with a score at least as large; 1 if not tested
     */
    public record Score(
            ConceptName concept,
            double score,
            @Json.MayBeNull Double slope,
            @Json.AddedLater Double effect,
            double pValue,
            boolean significant) {}

    /**
     * I2: whether Pattern-CAVs influence a network more than the signal vectors that carry the same label.
     *
     * <p>The signal vectors of a label play the part of noise: p_{l,k} is the share of them whose |S| is at least that of the
     * label's Pattern-CAV, and a pair counts when p_{l,k} &lt; theta / N_l. I2 is the share of pairs that count; above 0.5,
     * Pattern-CAVs have more influence.
     *
     * @param influence I2
     * @param labels labels that have at least one signal vector
     */
    public record PatternComparison(double influence, int labels) {
        /** The paper's level theta. */
        public static final double LEVEL = 0.05;

        /**
         * Compares.
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
