package org.eddp.experiments.training;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/** A network that has learned. Thread-safe. */
public final class TrainedNetwork {
    private static final int BATCH = 64;

    private final Architecture architecture;
    private final FoldedWeights weights;

    TrainedNetwork(Architecture architecture, FoldedWeights weights) {
        this.architecture = architecture;
        this.weights = weights;
    }

    /** The network without its weights. */
    public Architecture architecture() {
        return architecture;
    }

    /** Logits (n x classes) of preprocessed images (n x channels x height x width). */
    public Tensor logits(Tensor images) {
        return architecture.apply(new InferenceBackend(weights), images);
    }

    /** The output of a stage for preprocessed images. */
    public Tensor output(String stage, Tensor images) {
        InferenceBackend backend = new InferenceBackend(weights);
        Tensor value = images;
        for (Stage each : architecture.stages()) {
            value = each.apply(backend, value);
            if (each.name().equals(stage)) {
                return value;
            }
        }
        throw new IllegalArgumentException("the network has no stage '" + stage + "'");
    }

    /**
     * The same function with another scale inside: the output of a layer is multiplied by a factor, which the weights
     * of the next layer undo. Between them only ReLU, pooling and dropout are allowed, which preserve a positive
     * factor.
     *
     * @param layer name of a convolution
     * @param next name of the convolution or linear layer that reads it
     * @param factor positive
     */
    public TrainedNetwork rescaled(String layer, String next, double factor) {
        if (!(factor > 0 && Double.isFinite(factor))) {
            throw new IllegalArgumentException("factor = " + factor + " must be positive");
        }
        return new TrainedNetwork(
                architecture, weights.times(layer, factor, true).times(next, 1 / factor, false));
    }

    /** Share of images whose class has the largest logit. */
    public double accuracy(TrainingImages images, Workers workers) {
        int[] right = {0};
        int batches = (images.size() + BATCH - 1) / BATCH;
        workers.forEach(batches, batch -> rightIn(images, batch * BATCH), count -> right[0] += count);
        return right[0] / (double) images.size();
    }

    private int rightIn(TrainingImages images, int first) {
        int count = Math.min(BATCH, images.size() - first);
        try (Scope scope = Scope.open()) {
            int[] members = IntStream.range(first, first + count).toArray();
            return images.right(logits(images.batch(first, count)), members);
        }
    }

    /** Saves the network as ONNX. */
    public void writeOnnx(Path file) {
        new OnnxExport(architecture, weights).write(file);
    }

    /** Saves the network as TorchScript. */
    public void writeTorchScript(Path file) {
        new ScriptExport(architecture, weights).write(file);
    }

    /**
     * A network without its weights.
     *
     * @param channels of the images it takes
     * @param height of the images
     * @param width of the images
     * @param stages from the image to the logits; checked to fit each other
     */
    public record Architecture(int channels, int height, int width, List<Stage> stages) {
        private static final Pattern NAME = Pattern.compile("[A-Za-z]\\w*");

        public Architecture {
            stages = List.copyOf(stages);
            Set<String> names = new HashSet<>();
            for (Stage stage : stages) {
                if (!NAME.matcher(stage.name()).matches()) {
                    throw new IllegalArgumentException("'" + stage.name()
                            + "' is not a name of a stage; use a letter, then letters, digits and _");
                }
                if (!names.add(stage.name())) {
                    throw new IllegalArgumentException("two stages are called '" + stage.name() + "'; rename one");
                }
            }
            if (shape(channels, height, width, stages).length != 1) {
                throw new IllegalArgumentException(
                        "the last stage gives maps; end with an average pool and a linear layer");
            }
        }

        /** Runs all stages. */
        <V> V apply(Backend<V> backend, V images) {
            V value = images;
            for (Stage stage : stages) {
                value = stage.apply(backend, value);
            }
            return value;
        }

        /** Number of classes. */
        public int classes() {
            return shape(channels, height, width, stages)[0];
        }

        /** Name of the last layer before the maps are averaged, the usual layer of study. */
        public String lastMaps() {
            for (int i = stages.size() - 1; i > 0; i--) {
                if (stages.get(i) instanceof Stage.AveragePool) {
                    return stages.get(i - 1).name();
                }
            }
            throw new IllegalArgumentException("the network has no average pool");
        }

        private static int[] shape(int channels, int height, int width, List<Stage> stages) {
            int[] shape = {channels, height, width};
            for (Stage stage : stages) {
                shape = stage.apply(new ShapeBackend(), shape);
            }
            return shape;
        }

        /**
         * The residual network of the picture world: a stem that halves the picture, then blocks of which each doubles the
         * width and halves the maps, to {@code size / 16} square maps, average pooling and one linear layer.
         *
         * @param size side of the images
         * @param classes number of classes
         * @param width maps of the last block; a multiple of 8
         */
        public static Architecture residual(int size, int classes, int width) {
            if (width < 8 || width % 8 != 0) {
                throw new IllegalArgumentException("width = " + width + " must be a positive multiple of 8");
            }
            List<Stage> stages = new ArrayList<>();
            stages.add(new Stage.Convolution("stem", 3, width / 4, 3, 2, 1, true));
            stages.add(new Stage.Relu("stem_relu"));
            stages.add(new Stage.MaxPool("stem_pool", 2, 2));
            stages.add(new Stage.Residual("block1", width / 4, width / 4, 1));
            stages.add(new Stage.Residual("block2", width / 4, width / 2, 2));
            stages.add(new Stage.Residual("block3", width / 2, width, 2));
            stages.add(new Stage.Residual("block4", width, width, 1));
            stages.add(new Stage.AveragePool("pool"));
            stages.add(new Stage.Linear("classifier", width, classes));
            return new Architecture(3, size, size, stages);
        }

        /**
         * A plain network: 3 x 3 convolutions without padding, each followed by a ReLU and, except for the last, by dropout;
         * average pooling; one linear layer. Strides are 2, of the last 1. The convolutions are called conv1, conv2, ..., the
         * linear layer classifier.
         *
         * @param size side of the images
         * @param classes number of classes
         * @param convolutions number of them
         * @param width maps of every convolution
         * @param dropout share of values set to zero while learning
         */
        public static Architecture convolutional(int size, int classes, int convolutions, int width, double dropout) {
            List<Stage> stages = new ArrayList<>();
            for (int layer = 1; layer <= convolutions; layer++) {
                boolean last = layer == convolutions;
                stages.add(new Stage.Convolution(
                        "conv" + layer, layer == 1 ? 3 : width, width, 3, last ? 1 : 2, 0, false));
                stages.add(new Stage.Relu("relu" + layer));
                if (!last) {
                    stages.add(new Stage.Dropout("dropout" + layer, dropout));
                }
            }
            stages.add(new Stage.AveragePool("pool"));
            stages.add(new Stage.Linear("classifier", width, classes));
            return new Architecture(3, size, size, stages);
        }
    }
}
