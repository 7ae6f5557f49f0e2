package org.eddp.experiments.training;

import org.eddp.tensor.LayerOperations;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/** Runs the network on tensors; subclasses provide the weights. */
abstract class TensorBackend implements Backend<Tensor> {
    /** Kernel of a convolution or a linear layer. */
    abstract Tensor weight(String layer);

    /** Bias of a layer; null if it has none. */
    abstract Tensor bias(String layer);

    @Override
    public Tensor convolution(Stage.Convolution c, Tensor input) {
        long[] stride = {c.stride(), c.stride()};
        long[] padding = {c.padding(), c.padding()};
        return LayerOperations.convolution(
                input, weight(c.name()), bias(c.name()), stride, padding, new long[] {1, 1}, 1);
    }

    @Override
    public final Tensor relu(String name, Tensor input) {
        return input.relu();
    }

    @Override
    public final Tensor add(String name, Tensor left, Tensor right) {
        return left.plus(right);
    }

    @Override
    public final Tensor maxPool(Stage.MaxPool p, Tensor input) {
        long[] kernel = {p.kernel(), p.kernel()};
        long[] stride = {p.stride(), p.stride()};
        return LayerOperations.maxPool(input, kernel, stride, new long[] {0, 0}, new long[] {1, 1});
    }

    @Override
    public final Tensor averagePool(String name, Tensor input) {
        return Views.mean(input, new long[] {2, 3}, false);
    }

    @Override
    public final Tensor linear(Stage.Linear linear, Tensor input) {
        return input.mm(weight(linear.name()).t()).plus(bias(linear.name()));
    }
}
