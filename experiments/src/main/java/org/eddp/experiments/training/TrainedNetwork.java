package org.eddp.experiments.training;

import java.nio.file.Path;
import java.util.stream.IntStream;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/** A network that has learned. Thread-safe. */
public final class TrainedNetwork {
    private static final int BATCH = 64;

    private final Architecture architecture;
    private final Folded weights;

    TrainedNetwork(Architecture architecture, Folded weights) {
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

    /** What a stage gives for preprocessed images. */
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
     * The same function with other units inside: what a layer gives is multiplied by a factor, which the weights of the next
     * layer undo. Between them only ReLU, pooling and dropout may stand, which pass a positive factor on.
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
}
