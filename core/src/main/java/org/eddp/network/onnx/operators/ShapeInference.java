package org.eddp.network.onnx.operators;

import java.util.Arrays;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.operators.Operands.Value;
import org.eddp.tensor.ShapeTensors;
import org.eddp.tensor.Tensor;

/**
 * Types and shapes of an operator's outputs. Whole numbers and truth values are exact, since shapes are computed from
 * them. Real numbers are undefined, except in small tensors: some exporters compute sizes in real numbers.
 *
 * <p>The operator itself runs, on tensors without content, so that its checks and the engine's decide about shapes. It
 * runs on numbers where that is cheap, where the numbers matter, and where the engine needs them.
 */
public final class ShapeInference {
    /** Up to this many real numbers are computed exactly: more than sizes of images have, fewer than features. */
    private static final long FEW = 64;

    private ShapeInference() {}

    /** The outline of an operator's outputs for outlines of its inputs. */
    public static Tensor[] of(Operator operator, Operands in) {
        return of(operator, in, FEW);
    }

    /** @param few as many real numbers are computed exactly */
    static Tensor[] of(Operator operator, Operands in, long few) {
        boolean exact =
                operator instanceof Operator.OfShape || in.values().noneMatch(value -> isMany(value.tensor(), few));
        Tensor[] found = exact ? null : weightless(operator, in);
        return zeros(found != null ? found : operator.run(in), few);
    }

    private static boolean isMany(Tensor tensor, long few) {
        return tensor.isFloating() && tensor.count() > few;
    }

    /** Replaces many real numbers by zeros; a few real numbers, and whole numbers, stay. */
    private static Tensor[] zeros(Tensor[] results, long few) {
        return Arrays.stream(results)
                .map(tensor -> isMany(tensor, few) ? ShapeTensors.zeros(tensor.type(), tensor.shape()) : tensor)
                .toArray(Tensor[]::new);
    }

    /** Shapes by a run without content; null if the engine cannot, or whole numbers come out. */
    static Tensor[] weightless(Operator operator, Operands in) {
        try {
            Tensor[] results = operator.run(in.map(Value::weightless));
            return Arrays.stream(results).allMatch(Tensor::isFloating) ? zeros(results, -1) : null;
        } catch (NetworkFailure e) {
            throw e;
        } catch (RuntimeException e) {
            return null; // the run on numbers reports the error, if there is one
        }
    }
}
