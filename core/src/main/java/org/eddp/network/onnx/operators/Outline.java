package org.eddp.network.onnx.operators;

import java.util.Arrays;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.operators.Operands.Value;
import org.eddp.tensor.Outlines;
import org.eddp.tensor.Tensor;

/**
 * Outputs of an operator in type and shape. Whole numbers and truth values are exact, since shapes are computed from them; real numbers
 * mean nothing, except that few of them are exact too: some exporters compute sizes in real numbers.
 *
 * <p>The operator itself runs, on tensors without content, so that its checks and the engine's decide about shapes. It runs on numbers
 * where that is cheap, where the numbers matter, and where the engine cannot do without them.
 */
public final class Outline {
    /** As many real numbers are computed exactly: sizes of images are fewer, features of images are more. */
    private static final long FEW = 64;

    private Outline() {}

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

    /** Zeros in the places of many real numbers; few of them, and whole ones, as they are. */
    private static Tensor[] zeros(Tensor[] results, long few) {
        return Arrays.stream(results)
                .map(tensor -> isMany(tensor, few) ? Outlines.zeros(tensor.type(), tensor.shape()) : tensor)
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
            return null; // the run on numbers says what is wrong, if anything is
        }
    }
}
