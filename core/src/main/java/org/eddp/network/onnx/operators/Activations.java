package org.eddp.network.onnx.operators;

import java.util.List;
import java.util.function.BiFunction;
import org.eddp.tensor.Elements;
import org.eddp.tensor.LayerOperations;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/** Activation functions. */
final class Activations {
    private Activations() {}

    static void addTo(OperatorSet set) {
        set.add("Relu", attributes -> new Clipping(in -> 0, in -> Double.POSITIVE_INFINITY));
        set.add(
                "Clip",
                attributes -> new Clipping(
                        in -> in.number(1, Double.NEGATIVE_INFINITY), in -> in.number(2, Double.POSITIVE_INFINITY)));
        set.unary("Sigmoid", Tensor::sigmoid);
        set.unary("Tanh", Tensor::tanh);
        set.unary("Erf", Elements::erf);
        set.unary("Softplus", LayerOperations::softplus);
        set.unary("Softsign", x -> x.over(x.abs().plus(1)));
        set.unary("HardSwish", LayerOperations::hardSwish);
        set.unary("Mish", LayerOperations::mish);
        set.single("Gelu", attributes -> {
            boolean approximate = attributes
                    .choice("approximate", "none", List.of("none", "tanh"))
                    .equals("tanh");
            return in -> LayerOperations.gelu(in.tensor(0), approximate);
        });
        set.single("Celu", attributes -> {
            double alpha = attributes.real("alpha", 1);
            return in -> LayerOperations.celu(in.tensor(0), alpha);
        });
        set.single("ThresholdedRelu", attributes -> {
            double alpha = attributes.real("alpha", 1);
            return in -> thresholded(in.tensor(0), alpha);
        });
        set.single("LeakyRelu", attributes -> {
            double slope = attributes.real("alpha", 0.01);
            return in -> LayerOperations.leakyRelu(in.tensor(0), slope);
        });
        set.single("Elu", attributes -> {
            double alpha = attributes.real("alpha", 1);
            return in -> LayerOperations.elu(in.tensor(0), alpha, 1);
        });
        set.single("Selu", attributes -> {
            double alpha = attributes.real("alpha", 1.6732632423543772);
            double gamma = attributes.real("gamma", 1.0507009873554805);
            return in -> LayerOperations.elu(in.tensor(0), alpha, gamma);
        });
        set.single("HardSigmoid", attributes -> {
            double alpha = attributes.real("alpha", 0.2);
            double beta = attributes.real("beta", 0.5);
            return in -> in.tensor(0).times(alpha).plus(beta).clamp(0, 1);
        });
        set.single("PRelu", attributes -> in -> {
            Tensor x = in.tensor(0);
            return x.relu().plus(Elements.atMost(x, 0).times(in.tensor(1)));
        });
        set.single("Softmax", attributes -> normalised(attributes, Tensor::softmax));
        set.single("LogSoftmax", attributes -> normalised(attributes, Tensor::logSoftmax));
    }

    private static Tensor thresholded(Tensor x, double least) {
        Tensor limit = Tensor.of(new double[] {least}, x.type());
        return Elements.where(Elements.greater(x, limit), x, Tensor.of(new double[] {0}, x.type()));
    }

    /** Until opset 12 the softmax was over all dimensions from the axis on, since then it is over the axis alone. */
    private static OperatorSet.Single normalised(Attributes attributes, BiFunction<Tensor, Integer, Tensor> function) {
        if (attributes.opset() >= 13) {
            long axis = attributes.whole("axis", -1);
            return in -> function.apply(in.tensor(0), Axes.of(axis, in.tensor(0).shape().length));
        }
        long axis = attributes.whole("axis", 1);
        return in -> {
            Tensor x = in.tensor(0);
            long[] shape = x.shape();
            long rows = 1;
            for (int i = 0; i < (axis == shape.length ? shape.length : Axes.of(axis, shape.length)); i++) {
                rows *= shape[i];
            }
            long columns = rows == 0 ? 0 : x.count() / rows;
            return Views.reshape(function.apply(Views.reshape(x, rows, columns), 1), shape);
        };
    }
}
