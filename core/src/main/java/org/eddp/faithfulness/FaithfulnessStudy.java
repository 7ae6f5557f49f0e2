package org.eddp.faithfulness;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.faithfulness.Dream.Trajectory;
import org.eddp.faithfulness.DreamResults.Control;
import org.eddp.faithfulness.DreamResults.ImageDream;
import org.eddp.faithfulness.DreamResults.Literal;
import org.eddp.features.PatchLayer;
import org.eddp.math.Vectors;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Compares signal vectors with dreaming directions, concept by concept.
 *
 * @param withoutSubsampling signal vectors estimated from all patches ({@code SignalVectors}), D x I
 * @param options of our dreams
 * @param literal of those of the literal protocol
 */
public record FaithfulnessStudy(
        PatchLayer layer,
        Directions directions,
        Matrix withoutSubsampling,
        Dream.Options options,
        Dream.Options literal) {
    /** Cosine from which the paper calls a signal vector faithful. */
    public static final double FAITHFUL = 0.7;

    private static final double RELU6_LIMIT = 6;

    /**
     * A concept; see {@link DreamResults.ConceptDream}.
     *
     * @param cosine null if it was found on no image
     */
    public record ConceptResult(
            int concept,
            Double cosine,
            Double cosineWithoutSubsampling,
            Control control,
            Literal literal,
            List<ImageDream> images) {
        public ConceptResult {
            images = List.copyOf(images);
        }
    }

    /**
     * Numbers of images to dream from, per concept (indexed by its number).
     *
     * @param images for our protocol
     * @param surest for the literal one, none to leave it out
     */
    public record Starts(int[][] images, int[][] surest) {}

    /** A dream with its directions: by the line that was fitted, and along the signal vector. */
    private record Dreamed(ImageDream numbers, double[] direction, double[] along) {}

    /**
     * Dreams of concepts.
     *
     * @param concepts which; those without a signal vector are left out
     * @param names the name of the image of a number
     * @param pictures the preprocessed image of a number, 1 x channels x height x width; thread-safe
     * @param workers threads; they do not change the result
     */
    public List<ConceptResult> run(
            int[] concepts, Starts starts, IntFunction<String> names, IntFunction<Tensor> pictures, Workers workers) {
        int[] usable = Arrays.stream(concepts).filter(directions::hasSignal).toArray();
        List<ConceptResult> results = new ArrayList<>();
        workers.forEachAhead(usable.length, i -> study(usable[i], starts, names, pictures), results::add);
        return results;
    }

    private ConceptResult study(int concept, Starts starts, IntFunction<String> names, IntFunction<Tensor> pictures) {
        List<Dreamed> dreams = dreams(concept, starts.images()[concept], options, names, pictures);
        Literal byTheLetter = Literal.of(numbers(dreams(concept, starts.surest()[concept], literal, names, pictures)));
        List<ImageDream> images = numbers(dreams);
        if (dreams.isEmpty()) {
            return new ConceptResult(concept, null, null, null, byTheLetter, images);
        }
        double[] direction =
                DreamingDirection.common(dreams.stream().map(Dreamed::direction).toList());
        return new ConceptResult(
                concept,
                cosine(direction, directions.signals(), concept),
                cosine(direction, withoutSubsampling, concept),
                control(concept, direction, dreams),
                byTheLetter,
                images);
    }

    private static List<ImageDream> numbers(List<Dreamed> dreams) {
        return dreams.stream().map(Dreamed::numbers).toList();
    }

    private List<Dreamed> dreams(
            int concept, int[] images, Dream.Options how, IntFunction<String> names, IntFunction<Tensor> pictures) {
        Dream dream = new Dream(layer, how);
        List<Dreamed> found = new ArrayList<>();
        for (int image : images) {
            Trajectory trajectory = dream.of(pictures.apply(image), directions.detectors(), concept);
            if (trajectory != null) {
                found.add(dreamed(concept, names.apply(image), trajectory, how.fit()));
            }
        }
        return found;
    }

    private Dreamed dreamed(int concept, String image, Trajectory dream, DreamingDirection.Fit fit) {
        double[] direction = DreamingDirection.of(dream, fit);
        double[] pooled = DreamingDirection.of(dream, DreamingDirection.Fit.POOLED);
        double[] values = dream.values();
        double rise = values[values.length - 1] - values[0];
        ImageDream numbers = new ImageDream(
                image,
                cosine(direction, directions.signals(), concept),
                cosine(direction, withoutSubsampling, concept),
                cosine(pooled, directions.signals(), concept),
                cosine(direction, directions.filters(), concept),
                others(concept, direction),
                dream.cells().length,
                values[0],
                values[values.length - 1],
                Matrix.row(DreamingDirection.went(dream)).frobenius(),
                apart(dream));
        return new Dreamed(numbers, direction, along(concept, dream, rise));
    }

    /** The patches after a move along the signal vector by which w.x rises as much as in the dream. */
    private double[] along(int concept, Trajectory dream, double rise) {
        double[] signal = directions.signals().column(concept);
        Activation activation = layer.cut().layer().activation();
        boolean bounded = activation == Activation.RELU || activation == Activation.RELU6;
        double low = bounded ? 0 : Double.NEGATIVE_INFINITY;
        double high = activation == Activation.RELU6 ? RELU6_LIMIT : Double.POSITIVE_INFINITY;
        double[] mean = new double[signal.length];
        for (int c = 0; c < dream.cells().length; c++) {
            for (int d = 0; d < signal.length; d++) {
                double x = dream.features().get(c, d);
                mean[d] += Math.max(low, Math.min(high, x + Math.max(1, rise) * signal[d])) - x;
            }
        }
        return mean;
    }

    private Control control(int concept, double[] direction, List<Dreamed> dreams) {
        double own = cosine(direction, directions.signals(), concept);
        double[] others = IntStream.range(0, directions.concepts())
                .filter(i -> i != concept && directions.hasSignal(i))
                .mapToDouble(i -> cosine(direction, directions.signals(), i))
                .toArray();
        double[] along =
                DreamingDirection.common(dreams.stream().map(Dreamed::along).toList());
        return new Control(
                Arrays.stream(others).max().orElse(0),
                1 + (int) Arrays.stream(others).filter(c -> c > own).count(),
                cosine(direction, directions.filters(), concept),
                cosine(along, directions.signals(), concept),
                DreamingDirection.agreement(
                        dreams.stream().map(Dreamed::direction).toList()));
    }

    private static double cosine(double[] direction, Matrix columns, int concept) {
        return Vectors.cosine(direction, columns.column(concept));
    }

    private double others(int concept, double[] direction) {
        return IntStream.range(0, directions.concepts())
                .filter(i -> i != concept && directions.hasSignal(i))
                .mapToDouble(i -> cosine(direction, directions.signals(), i))
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

    /** Share of numbers that are at least as large as another; those that are null do not count. */
    public static double share(List<Double> cosines, double least) {
        List<Double> known = cosines.stream().filter(Objects::nonNull).toList();
        return known.isEmpty() ? 0 : known.stream().filter(c -> c >= least).count() / (double) known.size();
    }
}
