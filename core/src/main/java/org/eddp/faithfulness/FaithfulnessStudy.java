package org.eddp.faithfulness;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.faithfulness.Dream.Trajectory;
import org.eddp.faithfulness.DreamResults.ImageDream;
import org.eddp.features.PatchLayer;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Compares signal vectors with dreaming directions, concept by concept.
 *
 * @param withoutSubsampling signal vectors estimated from all patches ({@code SignalVectors}), D x I
 */
public record FaithfulnessStudy(
        PatchLayer layer, Directions directions, Matrix withoutSubsampling, Dream.Options options) {
    /** Cosine from which the paper calls a signal vector faithful. */
    public static final double FAITHFUL = 0.7;

    /**
     * A concept.
     *
     * @param cosine mean over its images; null if it was found on none of them
     * @param cosineWithoutSubsampling mean over its images
     */
    public record ConceptResult(int concept, Double cosine, Double cosineWithoutSubsampling, List<ImageDream> images) {
        public ConceptResult {
            images = List.copyOf(images);
        }

        /** Mean of a number over the images; null if there are none. */
        public Double mean(Function<ImageDream, Double> of) {
            return FaithfulnessStudy.mean(images.stream().map(of).toList());
        }
    }

    /**
     * Dreams of concepts.
     *
     * @param concepts which; those without a signal vector are left out
     * @param images per concept (indexed by its number) the numbers of images to start from
     * @param names the name of the image of a number
     * @param pictures the preprocessed image of a number, 1 x channels x height x width; thread-safe
     * @param workers threads; they do not change the result
     */
    public List<ConceptResult> run(
            int[] concepts, int[][] images, IntFunction<String> names, IntFunction<Tensor> pictures, Workers workers) {
        int[] usable = Arrays.stream(concepts).filter(directions::hasSignal).toArray();
        List<ConceptResult> results = new ArrayList<>();
        workers.forEachAhead(usable.length, i -> study(usable[i], images[usable[i]], names, pictures), results::add);
        return results;
    }

    private ConceptResult study(int concept, int[] images, IntFunction<String> names, IntFunction<Tensor> pictures) {
        Dream dream = new Dream(layer, options);
        List<ImageDream> found = new ArrayList<>();
        for (int image : images) {
            Trajectory trajectory = dream.of(pictures.apply(image), directions.detectors(), concept);
            if (trajectory != null) {
                found.add(result(concept, names.apply(image), trajectory));
            }
        }
        return new ConceptResult(
                concept,
                mean(found.stream().map(ImageDream::cosine).toList()),
                mean(found.stream().map(ImageDream::cosineWithoutSubsampling).toList()),
                found);
    }

    private ImageDream result(int concept, String image, Trajectory dream) {
        double[] direction = DreamingDirection.of(dream, options.fit());
        double[] signal = directions.signals().column(concept);
        double[] values = dream.values();
        return new ImageDream(
                image,
                DreamingDirection.cosine(direction, signal),
                DreamingDirection.cosine(direction, withoutSubsampling.column(concept)),
                DreamingDirection.cosine(DreamingDirection.of(dream, DreamingDirection.Fit.POOLED), signal),
                DreamingDirection.cosine(direction, directions.filters().column(concept)),
                others(concept, direction),
                dream.cells().length,
                values[0],
                values[values.length - 1],
                Matrix.row(DreamingDirection.went(dream)).frobenius(),
                apart(dream));
    }

    private double others(int concept, double[] direction) {
        return IntStream.range(0, directions.concepts())
                .filter(i -> i != concept && directions.hasSignal(i))
                .mapToDouble(i ->
                        DreamingDirection.cosine(direction, directions.signals().column(i)))
                .average()
                .orElse(0);
    }

    private static double apart(Trajectory dream) {
        Matrix x = dream.features();
        int cells = dream.cells().length;
        double sum = 0;
        for (int d = 0; d < x.columns(); d++) {
            double mean = 0;
            double square = 0;
            for (int c = 0; c < cells; c++) {
                mean += x.get(c, d) / cells;
                square += x.get(c, d) * x.get(c, d) / cells;
            }
            sum += Math.max(0, square - mean * mean);
        }
        return Math.sqrt(sum);
    }

    private static Double mean(List<Double> values) {
        return values.isEmpty()
                ? null
                : values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    /** Share of numbers that are at least as large as another; those that are null do not count. */
    public static double share(List<Double> cosines, double least) {
        List<Double> known = cosines.stream().filter(Objects::nonNull).toList();
        return known.isEmpty() ? 0 : known.stream().filter(c -> c >= least).count() / (double) known.size();
    }
}
