package org.eddp.experiments.training;

import org.eddp.tensor.LayerOperations;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/** The network after learning. */
final class InferenceBackend implements Backend<Tensor> {
    private final Folded weights;

    InferenceBackend(Folded weights) {
        this.weights = weights;
    }

    private Tensor bias(String layer) {
        float[] bias = weights.biases().get(layer);
        return Tensor.of(bias, bias.length);
    }

    @Override
    public Tensor convolution(Stage.Convolution c, Tensor input) {
        Tensor kernels = weights.kernels().get(c.name()).tensor();
        long[] stride = {c.stride(), c.stride()};
        long[] padding = {c.padding(), c.padding()};
        return LayerOperations.convolution(input, kernels, bias(c.name()), stride, padding, new long[] {1, 1}, 1);
    }

    @Override
    public Tensor relu(String name, Tensor input) {
        return input.relu();
    }

    @Override
    public Tensor add(String name, Tensor left, Tensor right) {
        return left.plus(right);
    }

    @Override
    public Tensor maxPool(Stage.MaxPool pool, Tensor input) {
        return LearningBackend.pooled(pool, input);
    }

    @Override
    public Tensor dropout(Stage.Dropout dropout, Tensor input) {
        return input;
    }

    @Override
    public Tensor averagePool(String name, Tensor input) {
        return Views.mean(input, new long[] {2, 3}, false);
    }

    @Override
    public Tensor linear(Stage.Linear linear, Tensor input) {
        return input.mm(weights.kernels().get(linear.name()).tensor().t()).plus(bias(linear.name()));
    }
}
