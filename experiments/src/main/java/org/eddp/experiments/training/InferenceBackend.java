package org.eddp.experiments.training;

import org.eddp.tensor.Tensor;

/** The network after learning. */
final class InferenceBackend extends TensorBackend {
    private final FoldedWeights weights;

    InferenceBackend(FoldedWeights weights) {
        this.weights = weights;
    }

    @Override
    Tensor weight(String layer) {
        return weights.kernels().get(layer).tensor();
    }

    @Override
    Tensor bias(String layer) {
        float[] bias = weights.biases().get(layer);
        return Tensor.of(bias, bias.length);
    }
}
