package org.eddp.metrics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.images.Picture;
import org.eddp.images.input.Preprocessing;
import org.eddp.metrics.Metrics.MeanAndDeviation;
import org.eddp.monitor.Monitor;
import org.eddp.network.Network;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Whether a detector fires on one kind of thing: the mean Euclidean distance between the embeddings of what it fires on,
 * over all pairs. Small is good.
 *
 * <p>Of every detector the images are taken in which it is most confident, each image once; of each, the rectangle around
 * the connected patches on which the detector fires that contain the most confident one.
 *
 * @param distances per detector, null where it fires in fewer than two images
 */
public record Monosemanticity(List<Double> distances) {
    /** The paper's number of images per detector. */
    public static final int IMAGES_PER_DETECTOR = 100;

    public Monosemanticity {
        distances = Collections.unmodifiableList(new ArrayList<>(distances));
    }

    /** Mean (the paper's M) and deviation over the detectors that have a distance; null if none has. */
    public MeanAndDeviation spread() {
        List<Double> known = distances.stream().filter(Objects::nonNull).toList();
        return known.isEmpty() ? null : MeanAndDeviation.of(known, Double::doubleValue);
    }

    /**
     * Measures it.
     *
     * @param seenBy how the pictures became the input of the network that the features are of
     * @param imagesPerDetector at most
     */
    public static Monosemanticity of(
            FeatureSource source,
            Detectors detectors,
            Pictures pictures,
            Preprocessing seenBy,
            Embedder embedder,
            int imagesPerDetector,
            Workers workers,
            Monitor monitor) {
        TopImages top = TopImages.of(source, detectors, imagesPerDetector, workers, Monitor.NONE);
        float[][][] embeddings = CropEmbeddings.of(
                        top, source.grid(), pictures, seenBy, embedder, "measuring monosemanticity", workers, monitor)
                .embeddings();
        List<Double> distances = new ArrayList<>();
        for (float[][] ofDetector : embeddings) {
            distances.add(ofDetector.length < 2 ? null : meanDistance(ofDetector));
        }
        return new Monosemanticity(distances);
    }

    static double meanDistance(float[][] embeddings) {
        double sum = 0;
        for (int a = 0; a < embeddings.length; a++) {
            for (int b = 0; b < a; b++) {
                double squares = 0;
                for (int k = 0; k < embeddings[a].length; k++) {
                    double difference = (double) embeddings[a][k] - embeddings[b][k];
                    squares += difference * difference;
                }
                sum += Math.sqrt(squares);
            }
        }
        return sum / (embeddings.length * (embeddings.length - 1) / 2.0);
    }

    /** The pictures that features were computed from, by the index of the features. Thread-safe. */
    public interface Pictures {
        /** Reads a picture. */
        Picture picture(int image);
    }

    /**
     * Puts pictures into a space in which close means alike.
     *
     * @param preprocessing how a picture becomes its input
     * @param embed n x channels x height x width to n embeddings of any shape; thread-safe
     */
    public record Embedder(Preprocessing preprocessing, UnaryOperator<Tensor> embed) {
        /** A network whose output is the embedding, as the image encoder of CLIP has it. */
        public static Embedder of(Network network, Preprocessing preprocessing) {
            return new Embedder(preprocessing, network::logits);
        }
    }
}
