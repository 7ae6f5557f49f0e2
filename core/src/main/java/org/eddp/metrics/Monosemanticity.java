package org.eddp.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.eddp.directions.Detectors;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSource;
import org.eddp.features.Grid;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing;
import org.eddp.metrics.Metrics.MeanAndDeviation;
import org.eddp.metrics.TopImages.Hit;
import org.eddp.monitor.Monitor;
import org.eddp.network.Network;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Whether a detector fires on one kind of content: the mean Euclidean distance between the embeddings of its crops,
 * over all pairs. Small is good.
 *
 * <p>The crops come from the images in which the detector is most confident, one crop per image: the rectangle around
 * the connected firing patches that contain the most confident one.
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
    MeanAndDeviation spread() {
        List<Double> known = distances.stream().filter(Objects::nonNull).toList();
        return known.isEmpty() ? null : MeanAndDeviation.of(known, Double::doubleValue);
    }

    /**
     * Measures it.
     *
     * @param seenBy preprocessing of the network of the features
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
     * Embeds pictures so that similar pictures are close.
     *
     * @param preprocessing how a picture becomes its input
     * @param embed n x channels x height x width to n embeddings of any shape; thread-safe
     */
    public record Embedder(Preprocessing preprocessing, UnaryOperator<Tensor> embed) {
        /** A network whose output is the embedding, such as the image encoder of CLIP. */
        public static Embedder of(Network network, Preprocessing preprocessing) {
            return new Embedder(preprocessing, network::logits);
        }
    }

    /**
     * Embeddings of the crops on which detectors fire: for every hit the part of the picture under its cells.
     *
     * @param embeddings by detector, then by hit, best first
     */
    public record CropEmbeddings(float[][][] embeddings) {
        /** A crop of one image. */
        private record Crop(int detector, int place, Hit hit) {}

        /**
         * Embeds them; every picture is read once.
         *
         * @param seenBy preprocessing of the network of the features
         * @param what is being done, for the message if it is stopped
         */
        public static CropEmbeddings of(
                TopImages top,
                Grid grid,
                Pictures pictures,
                Preprocessing seenBy,
                Embedder embedder,
                String what,
                Workers workers,
                Monitor monitor) {
            List<List<Crop>> perImage = byImage(top);
            float[][][] embeddings = new float[top.hits().size()][][];
            Arrays.setAll(embeddings, i -> new float[top.hits().get(i).size()][]);
            int[] done = {0};
            workers.forEachAhead(
                    perImage.size(),
                    k -> {
                        monitor.check(what);
                        return embed(perImage.get(k), pictures, seenBy, grid, embedder);
                    },
                    found -> {
                        List<Crop> crops = perImage.get(done[0]++);
                        for (int c = 0; c < crops.size(); c++) {
                            embeddings[crops.get(c).detector()][crops.get(c).place()] = found[c];
                        }
                        monitor.onProgress(done[0], perImage.size());
                    });
            return new CropEmbeddings(embeddings);
        }

        /** All crops of an image together, so that it is read once. */
        private static List<List<Crop>> byImage(TopImages top) {
            Map<Integer, List<Crop>> crops = new TreeMap<>();
            for (int i = 0; i < top.hits().size(); i++) {
                List<Hit> hits = top.hits().get(i);
                for (int place = 0; place < hits.size(); place++) {
                    Hit hit = hits.get(place);
                    crops.computeIfAbsent(hit.image(), image -> new ArrayList<>())
                            .add(new Crop(i, place, hit));
                }
            }
            return List.copyOf(crops.values());
        }

        private static float[][] embed(
                List<Crop> crops, Pictures pictures, Preprocessing seenBy, Grid grid, Embedder embedder) {
            Picture picture = pictures.picture(crops.get(0).hit().image());
            Preprocessing.CropBox box = seenBy.box(picture.width(), picture.height());
            Preprocessing input = embedder.preprocessing();
            float[] inputs = new float[Math.multiplyExact(crops.size(), input.length())];
            for (int c = 0; c < crops.size(); c++) {
                input.apply(crop(picture, box, grid, crops.get(c).hit()), inputs, c * input.length());
            }
            float[] values = embedder.embed().apply(input.tensor(inputs)).toFloats();
            for (float value : values) {
                if (!Float.isFinite(value)) {
                    throw new InvalidInput("the embedder gives " + value + " for a part of image "
                            + crops.get(0).hit().image()
                            + "; embeddings must be finite: check the preprocessing it was made for");
                }
            }
            int length = values.length / crops.size();
            float[][] embeddings = new float[crops.size()][];
            Arrays.setAll(embeddings, c -> Arrays.copyOfRange(values, c * length, (c + 1) * length));
            return embeddings;
        }

        /**
         * The part of a picture that lies under the cells of a hit, at least one pixel.
         *
         * @param box the part of the picture that the network sees
         */
        public static Picture crop(Picture picture, Preprocessing.CropBox box, Grid grid, Hit hit) {
            Preprocessing.CropBox first =
                    box.cell(hit.rows().first(), hit.columns().first(), grid.height(), grid.width());
            Preprocessing.CropBox last =
                    box.cell(hit.rows().last(), hit.columns().last(), grid.height(), grid.width());
            int left = clamp(Math.floor(first.left()), 0, picture.width() - 1);
            int top = clamp(Math.floor(first.top()), 0, picture.height() - 1);
            int right = clamp(Math.ceil(last.left() + last.width()), left + 1, picture.width());
            int bottom = clamp(Math.ceil(last.top() + last.height()), top + 1, picture.height());
            int rowBytes = (right - left) * Picture.CHANNELS;
            byte[] rgb = new byte[rowBytes * (bottom - top)];
            for (int y = top; y < bottom; y++) {
                int from = (y * picture.width() + left) * Picture.CHANNELS;
                System.arraycopy(picture.rgb(), from, rgb, (y - top) * rowBytes, rowBytes);
            }
            return new Picture(right - left, bottom - top, rgb);
        }

        private static int clamp(double value, int low, int high) {
            return (int) Math.min(Math.max(value, low), high);
        }
    }
}
