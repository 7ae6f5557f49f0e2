package org.eddp.tensor;

import java.util.function.UnaryOperator;
import org.bytedeco.pytorch.AutoGradMode;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Automatic differentiation by the engine, for heads that have no closed form and as an oracle for those that do. */
public final class Autograd {
    private Autograd() {}

    /** A leaf that shares {@code tensor}'s memory and records what is computed from it. */
    public static Tensor variable(Tensor tensor) {
        return new Tensor(tensor.torch().detach().requires_grad_(true));
    }

    /** Whether gradients can be taken of what is computed from {@code tensor}. */
    public static boolean isRecorded(Tensor tensor) {
        return tensor.torch().requires_grad();
    }

    /** A tensor with the values of one and the gradient of another, of the same shape. */
    public static Tensor withValue(Tensor recorded, Tensor value) {
        return new Tensor(
                recorded.torch().add(value.torch().sub(recorded.torch()).detach()));
    }

    /**
     * Gradients of a scalar.
     *
     * @param scalar a tensor of one element computed from {@code variables}
     * @return one gradient per variable; zeros where the scalar does not depend on it
     */
    public static Tensor[] gradients(Tensor scalar, Tensor... variables) {
        TensorVector inputs = LayerOperations.vector(variables);
        TensorVector found = torch.grad(
                new TensorVector(scalar.torch()), inputs, new TensorVector(), new BoolOptional(false), false, true);
        Tensor[] gradients = new Tensor[variables.length];
        for (int i = 0; i < gradients.length; i++) {
            org.bytedeco.pytorch.Tensor g = found.get(i);
            gradients[i] = new Tensor(g.defined() ? g.detach() : torch.zeros_like(variables[i].torch()));
        }
        return gradients;
    }

    /** A value and its gradient. */
    public record Differentiated(Tensor value, Tensor gradient) {}

    /** Evaluates {@code function} at {@code point} and differentiates the sum of what it returns. */
    public static Differentiated differentiate(UnaryOperator<Tensor> function, Tensor point) {
        try (AutoGradMode recording = new AutoGradMode(true)) {
            Tensor variable = variable(point);
            Tensor value = function.apply(variable);
            Tensor gradient = gradients(value.sum(), variable)[0];
            return new Differentiated(new Tensor(value.torch().detach()), gradient);
        }
    }
}
