package org.eddp.influence;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.directions.Directions;
import org.eddp.features.FeatureSource;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.files.json.Json;
import org.eddp.monitor.Monitor;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Workers;

/**
 * Which concepts move which class.
 *
 * @param scores S, I x K
 * @param exceedances noise signal vectors of the concept with |S| at least as large, among those tried, I x K
 * @param tried noise signal vectors tried per concept; 0 where the concept could not be tested because it has no signal
 *     vector or too few patches
 * @param significant 1 where the pair is significant in the paper's test, else 0, I x K
 * @param effects mean change of the logarithm of the probability by a step along the directions that concepts are written with, I x K
 * @param test whether effects exceed those of noise directions; null if that was not tested
 * @param images number of images the scores are over
 */
public record Influence(
        Matrix scores,
        Matrix exceedances,
        long[] tried,
        Matrix significant,
        Matrix effects,
        EffectTest test,
        int images) {
    /** Scores of at least this size are saturated, up to a few images. */
    private static final double SATURATED = 0.99;

    /** The result of the paper's test for a pair. */
    public enum Verdict {
        /** Fewer noise signal vectors than the level allows have a score as large. */
        SIGNIFICANT("significant"),
        /** Noise signal vectors have scores as large. */
        CHANCE("could be chance"),
        /** The score has its largest possible size, and noise signal vectors reach it too, so no concept could pass. */
        SATURATED("not testable: scores saturate"),
        /** The concept was not compared with noise. */
        UNTESTED("not tested");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        /** The verdict in words. */
        public String words() {
            return words;
        }
    }

    /**
     * Scores and tests.
     *
     * @param source the patches that noise classifiers are fitted to: the concept dataset
     * @param written with the signal vectors whose effects are measured and tested. Scores are of the signal vectors of
     *     {@code directions}, as in the paper
     * @param sensitivity the network and the images, with the perturbation of {@code options}
     * @param workers threads; not closed. They do not change the result
     * @throws org.eddp.monitor.Monitor.Stopped if the monitor stops the work
     */
    public static Influence test(
            FeatureSource source,
            Directions directions,
            Directions written,
            Sensitivity sensitivity,
            InfluenceOptions options,
            Workers workers,
            Monitor monitor) {
        long[][] patches = options.noise().directions() == 0
                ? null
                : ConceptSamples.draw(source, directions.detectors(), options.noise(), workers)
                        .patches();
        InfluenceRows rows = InfluenceRows.none(sensitivity.classes());
        new InfluenceSignificance(source, patches, directions, sensitivity, options, workers, monitor)
                .run(0, directions.concepts(), rows::add);
        Matrix effects = sensitivity.measure(written.signals()).effects();
        return rows.influence(effects, options, sensitivity.images())
                .with(EffectTest.run(source, written, sensitivity, effects, options.effects(), Monitor.NONE));
    }

    /** The same with effects tested. */
    private Influence with(EffectTest tested) {
        return new Influence(scores, exceedances, tried, significant, effects, tested, images);
    }

    /**
     * The same with effects compared with those of noise.
     *
     * @param written with the signal vectors that effects are of
     * @param noise effects of the blocks of noise directions that {@link EffectTest#blocks} names
     * @param probabilities mean probability of every class over the images
     * @param closedForm whether the head is linear
     */
    public Influence compared(
            Directions written,
            NoiseEffects noise,
            double[] probabilities,
            InfluenceOptions options,
            boolean closedForm) {
        return with(EffectTest.of(effects, written, noise, probabilities, options.effects(), closedForm));
    }

    /** Number of concepts I. */
    public int concepts() {
        return scores.rows();
    }

    /** Number of classes K. */
    public int classes() {
        return scores.columns();
    }

    /**
     * Share of the noise signal vectors tried with |S| at least as large; 1 if the concept could not be tested. Where a
     * test ended early this is an estimate from those tried until then.
     */
    double pValue(int concept, int label) {
        return tried[concept] == 0 ? 1 : exceedances.get(concept, label) / tried[concept];
    }

    /** Whether a concept has significant influence on a class in the paper's test. */
    public boolean isSignificant(int concept, int label) {
        return significant.get(concept, label) != 0;
    }

    /**
     * The result of the paper's test for a pair.
     *
     * @param outputs for labels the test compares changes of the logit, which do not saturate
     */
    public Verdict verdict(int concept, int label, OutputKind outputs) {
        if (tried[concept] == 0) {
            return Verdict.UNTESTED;
        }
        if (isSignificant(concept, label)) {
            return Verdict.SIGNIFICANT;
        }
        boolean full = Math.abs(scores.get(concept, label)) >= SATURATED;
        return full && outputs == OutputKind.CLASSES ? Verdict.SATURATED : Verdict.CHANCE;
    }

    /** How many pairs have a verdict in the paper's test. */
    public int count(Verdict verdict, OutputKind outputs) {
        return IntStream.range(0, classes())
                .map(k -> count(verdict, k, outputs))
                .sum();
    }

    /** How many concepts have a verdict for a class in the paper's test. */
    int count(Verdict verdict, int label, OutputKind outputs) {
        return (int) IntStream.range(0, concepts())
                .filter(i -> verdict(i, label, outputs) == verdict)
                .count();
    }

    /** Whether the effects of a concept were compared with noise. */
    public boolean isEffectTested(int concept) {
        return test != null && test.compared()[concept] > 0;
    }

    /** The rank of a class among all by the effect of a concept; 1 is raised most. */
    public int rank(int concept, int label) {
        double own = effects.get(concept, label);
        return 1
                + (int) IntStream.range(0, classes())
                        .filter(k -> effects.get(concept, k) > own)
                        .count();
    }

    /** The classes that most concepts move more than noise does; of equal ones those with the largest effects. */
    public List<Integer> mostMoved(int count) {
        return IntStream.range(0, classes())
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(k -> -movers(k)).thenComparingDouble(k -> -size(k)))
                .limit(count)
                .toList();
    }

    /** How many concepts move a class more than noise does. */
    int movers(int label) {
        return test == null
                ? 0
                : (int) IntStream.range(0, concepts())
                        .filter(i -> test.isMoved(i, label))
                        .count();
    }

    private double size(int label) {
        return IntStream.range(0, concepts())
                .mapToDouble(i -> Math.abs(effects.get(i, label)))
                .sum();
    }

    /** The summary of the paper's test. */
    public Summary summary() {
        int pairs = 0;
        int counted = 0;
        int untested = 0;
        for (int i = 0; i < concepts(); i++) {
            int of = 0;
            for (int k = 0; k < classes(); k++) {
                of += isSignificant(i, k) ? 1 : 0;
            }
            pairs += of;
            counted += of > 0 ? 1 : 0;
            untested += tried[i] == 0 ? 1 : 0;
        }
        return new Summary(concepts(), classes(), images, counted, pairs, meanInfluence(scores), untested);
    }

    /** I1: mean of |S| over all concepts and classes. */
    public static double meanInfluence(Matrix scores) {
        double sum = 0;
        for (double score : scores.values()) {
            sum += Math.abs(score);
        }
        return scores.values().length == 0 ? 0 : sum / scores.values().length;
    }

    /**
     * The summary of a table.
     *
     * @param significantDirections SDC: concepts with significant influence on at least one class
     * @param significantPairs SCDP: (class, concept) pairs with significant influence
     * @param meanInfluence I1: mean of |S|
     * @param untested concepts that could not be tested
     */
    public record Summary(
            int concepts,
            int classes,
            int images,
            int significantDirections,
            int significantPairs,
            double meanInfluence,
            int untested) {}

    /** Writes {@code influence.safetensors} (format: this package's documentation). */
    public void write(Path file, InfluenceOptions options) {
        SafetensorsFile content = new SafetensorsFile()
                .add("scores", scores)
                .add("exceedances", exceedances)
                .add("tried", tried)
                .add("significant", significant)
                .add("effects", effects);
        if (test != null) {
            test.addTo(content);
        }
        content.note("options", Json.toText(options).strip())
                .note("images", Integer.toString(images))
                .write(file);
    }

    /** Reads the file that {@link #write} wrote, checking that the sizes agree. */
    public static Influence read(Path file) {
        SafetensorsFile content = SafetensorsFile.read(file);
        Matrix scores = content.matrix("scores");
        Matrix exceedances = content.matrix("exceedances", scores.rows(), scores.columns());
        Matrix significant = content.matrix("significant", scores.rows(), scores.columns());
        Matrix effects = content.matrix("effects", scores.rows(), scores.columns());
        EffectTest test = EffectTest.read(content, scores.rows(), scores.columns());
        long[] tried = content.integers("tried", scores.rows());
        String images = content.metadata().getOrDefault("images", "");
        if (!images.matches("\\d{1,9}")) {
            throw content.damaged("the number of images is '" + images + "'");
        }
        return new Influence(scores, exceedances, tried, significant, effects, test, Integer.parseInt(images));
    }

    /**
     * How a concept moves a class.
     *
     * @param effect mean over images of the change of log p of the class by the step along the concept; above zero if raised
     * @param rank of the class among all by effect of the concept; 1 is raised most
     * @param qValue smallest false discovery rate at which the effect is significant; null if it was not tested
     */
    public record Move(
            int concept,
            int label,
            double effect,
            int rank,
            @Json.MayBeNull Double qValue) {
        private static Move of(Influence influence, int concept, int label) {
            return new Move(
                    concept,
                    label,
                    influence.effects().get(concept, label),
                    influence.rank(concept, label),
                    influence.isEffectTested(concept)
                            ? (Double) influence.test().qValues().get(concept, label)
                            : null);
        }

        /**
         * The classes that a concept moves most, if effects were tested, only those it moves more than noise does.
         *
         * @param raising classes that it raises, otherwise those that it lowers
         * @param asked the classes to choose from
         * @param most how many
         */
        public static List<Move> ofConcept(
                Influence influence, int concept, boolean raising, IntPredicate asked, int most) {
            return strongest(
                    influence,
                    IntStream.range(0, influence.classes()).filter(asked).mapToObj(k -> new int[] {concept, k}),
                    raising,
                    most);
        }

        /** The concepts that move a class most, if effects were tested, only those that move it more than noise does. */
        public static List<Move> ofClass(Influence influence, int label, boolean raising, int most) {
            return strongest(
                    influence,
                    IntStream.range(0, influence.concepts()).mapToObj(i -> new int[] {i, label}),
                    raising,
                    most);
        }

        private static List<Move> strongest(Influence influence, Stream<int[]> pairs, boolean raising, int most) {
            return pairs.filter(pair -> (raising ? 1 : -1) * effect(influence, pair) > 0)
                    .filter(pair -> influence.test() == null || influence.test().isMoved(pair[0], pair[1]))
                    .sorted(Comparator.comparingDouble(pair -> -Math.abs(effect(influence, pair))))
                    .limit(most)
                    .map(pair -> of(influence, pair[0], pair[1]))
                    .toList();
        }

        private static double effect(Influence influence, int[] pair) {
            return influence.effects().get(pair[0], pair[1]);
        }
    }
}
