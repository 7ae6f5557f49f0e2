package org.eddp.influence;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.features.FeatureSource;
import org.eddp.files.Json;
import org.eddp.files.SafetensorsFile;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Workers;

/**
 * Which concepts move which class.
 *
 * @param scores S, I x K
 * @param exceedances noise signal vectors of the concept with |S| at least as large, among those tried, I x K
 * @param tried noise signal vectors tried per concept; 0 where the concept could not be tested because it has no signal
 *     vector or too few patches
 * @param significant 1 where the pair is significant, else 0, I x K
 * @param effects mean change of the logarithm of the probability, I x K; null in files of earlier versions
 * @param images number of images the scores are over
 */
public record Influence(
        Matrix scores, Matrix exceedances, long[] tried, Matrix significant, Matrix effects, int images) {

    /**
     * Scores and tests.
     *
     * @param source the patches that noise classifiers are fitted to: the concept dataset
     * @param sensitivity the network and the images it is asked about, with the perturbation of {@code options}
     * @param workers threads; not closed. They do not change the result
     * @throws org.eddp.monitor.Stopped if the monitor asked for it
     */
    public static Influence test(
            FeatureSource source,
            Directions directions,
            Sensitivity sensitivity,
            InfluenceOptions options,
            Workers workers,
            Monitor monitor) {
        ConceptSamples samples = ConceptSamples.draw(source, directions.detectors(), options.noise(), workers);
        InfluenceRows rows = InfluenceRows.none(sensitivity.classes());
        new InfluenceSignificance(source, samples.patches(), directions, sensitivity, options, workers, monitor)
                .run(0, directions.concepts(), rows::add);
        return rows.influence(options, sensitivity.images());
    }

    /** Influence without a test: nothing was tried, nothing is significant. */
    public static Influence untested(Sensitivity.Measured measured, int images) {
        Matrix none = new Matrix(measured.scores().rows(), measured.scores().columns());
        return new Influence(measured.scores(), none, new long[none.rows()], none.copy(), measured.effects(), images);
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
    public double pValue(int concept, int label) {
        return tried[concept] == 0 ? 1 : exceedances.get(concept, label) / tried[concept];
    }

    /** Whether a concept has significant influence on a class. */
    public boolean isSignificant(int concept, int label) {
        return significant.get(concept, label) != 0;
    }

    /** The classes that most concepts move significantly; of equal ones those that are moved most. */
    public List<Integer> mostAffected(int count) {
        return IntStream.range(0, classes())
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(k -> -significant(k)).thenComparingDouble(k -> -strength(k)))
                .limit(count)
                .toList();
    }

    /** The same for independent labels, whose scores say no more than a sign: of equal ones those with the largest effects. */
    public List<Integer> mostMoved(int count) {
        return IntStream.range(0, classes())
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(k -> -significant(k))
                        .thenComparingDouble(k -> -size(effects, k)))
                .limit(count)
                .toList();
    }

    /** How many concepts move a class significantly. */
    int significant(int label) {
        return (int) IntStream.range(0, concepts())
                .filter(i -> isSignificant(i, label))
                .count();
    }

    private double strength(int label) {
        return size(scores, label);
    }

    private double size(Matrix values, int label) {
        return IntStream.range(0, concepts())
                .mapToDouble(i -> Math.abs(values.get(i, label)))
                .sum();
    }

    /** The numbers that sum a table up. */
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
     * A table in a few numbers.
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
                .add("significant", significant);
        if (effects != null) {
            content.add("effects", effects);
        }
        content.note("options", Json.toText(options).strip())
                .note("images", Integer.toString(images))
                .write(file);
    }

    /** Reads what {@link #write} wrote, checking that the sizes agree. */
    public static Influence read(Path file) {
        SafetensorsFile content = SafetensorsFile.read(file);
        Matrix scores = content.matrix("scores");
        Matrix exceedances = content.matrix("exceedances", scores.rows(), scores.columns());
        Matrix significant = content.matrix("significant", scores.rows(), scores.columns());
        Matrix effects =
                content.contains("effects") ? content.matrix("effects", scores.rows(), scores.columns()) : null;
        long[] tried = content.integers("tried", scores.rows());
        String images = content.metadata().getOrDefault("images", "");
        if (!images.matches("\\d{1,9}")) {
            throw content.damaged("the number of images is '" + images + "'");
        }
        return new Influence(scores, exceedances, tried, significant, effects, Integer.parseInt(images));
    }
}
