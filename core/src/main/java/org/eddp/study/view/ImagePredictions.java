package org.eddp.study.view;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eddp.features.FeatureSet;
import org.eddp.features.ImageStream;
import org.eddp.monitor.Monitor;
import org.eddp.network.OutputKind;
import org.eddp.network.Prediction;
import org.eddp.run.Run;
import org.eddp.tensor.Tensor;

/**
 * The prediction for every image of a feature set, and the concepts in it. Its size is about a hundred bytes per image
 * and one bit per image and concept. Immutable.
 */
public final class ImagePredictions {
    private static final long READ_ELEMENTS = 1 << 20;

    private final OutputKind outputs;
    private final int[][] predicted;
    private final double[] probabilities;
    private final BitSet[] present;
    private final int concepts;

    /**
     * Predictions that are known.
     *
     * @param probabilities of the predicted class of each image
     * @param present concepts of each image
     */
    ImagePredictions(OutputKind outputs, int[][] predicted, double[] probabilities, BitSet[] present, int concepts) {
        this.outputs = outputs;
        this.predicted = predicted;
        this.probabilities = probabilities;
        this.present = present;
        this.concepts = concepts;
    }

    /** Goes through the feature set of a run once. Predictions are those of the stored logits. */
    public static ImagePredictions of(Run run, Monitor monitor) {
        FeatureSet set = run.features();
        int images = set.images();
        ImagePredictions all = new ImagePredictions(
                set.outputs(),
                new int[images][],
                new double[images],
                new BitSet[images],
                run.directions().concepts());
        try (Monitor.Stage stage = monitor.stage("predictions and concepts of all pictures", images)) {
            ImageStream.of(set, set.width() + all.concepts, READ_ELEMENTS)
                    .watchedBy(stage, "the predictions of all pictures")
                    .forEachAhead(run.workers(), range -> Part.of(run, set, range), all::add);
        }
        return all;
    }

    private void add(Part part) {
        for (int n = 0; n < part.predictions().length; n++) {
            Prediction prediction = part.predictions()[n];
            predicted[part.first() + n] = prediction.predicted();
            probabilities[part.first() + n] = prediction.probability();
            present[part.first() + n] = part.present()[n];
        }
    }

    /** The results of a range of images. */
    private record Part(int first, Prediction[] predictions, BitSet[] present) {
        static Part of(Run run, FeatureSet set, ImageStream.Range range) {
            Tensor logits = set.logits(range.first(), range.images());
            Tensor scores = run.directions().detectors().scores(range.rows());
            int concepts = scores.size(1);
            double[] values = scores.toDoubles();
            int cells = set.grid().cells();
            BitSet[] present = new BitSet[range.images()];
            Arrays.setAll(present, n -> new BitSet(concepts));
            for (int k = 0; k < values.length; k++) {
                if (values[k] > 0) {
                    present[k / concepts / cells].set(k % concepts);
                }
            }
            return new Part(range.first(), Prediction.of(set.outputs(), logits.toDoubles(), logits.size(1)), present);
        }
    }

    /** The kind of the predictions. */
    public OutputKind outputs() {
        return outputs;
    }

    /** Number of images. */
    public int images() {
        return predicted.length;
    }

    /** Number of concepts. */
    public int concepts() {
        return concepts;
    }

    /** The predicted class or labels of an image. */
    public int[] predicted(int image) {
        return predicted[image].clone();
    }

    /** Whether a class or label is predicted for an image. */
    public boolean has(int image, int output) {
        return contains(predicted[image], output);
    }

    /** Probability of the predicted class, or of the strongest label. */
    public double probability(int image) {
        return probabilities[image];
    }

    /** Whether the detector of a concept fires somewhere in an image. */
    public boolean isPresent(int concept, int image) {
        return present[image].get(concept);
    }

    /** Whether the prediction for an image is correct: its class, or exactly its labels. */
    boolean isRight(int image, int[] truth) {
        return set(predicted[image]).equals(set(truth));
    }

    private static Set<Integer> set(int[] numbers) {
        return Arrays.stream(numbers).boxed().collect(Collectors.toSet());
    }

    public static boolean contains(int[] numbers, int wanted) {
        return Arrays.stream(numbers).anyMatch(number -> number == wanted);
    }

    /** Share of some images in which the detector of a concept fires; 0 for no images. */
    double share(int concept, List<Integer> images) {
        return images.isEmpty()
                ? 0
                : images.stream().filter(image -> isPresent(concept, image)).count() / (double) images.size();
    }
}
