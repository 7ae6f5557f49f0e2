package org.eddp.network.onnx.execution;

import java.util.Arrays;
import java.util.Set;

/**
 * Recognises values inside of attention: the outputs of the heads, before they are merged. Their axes are heads, places
 * and features of a head, which are easily taken for channels and a grid.
 */
final class AttentionHeads {
    private static final Set<String> MOVING =
            Set.of("Identity", "Reshape", "Flatten", "Squeeze", "Unsqueeze", "Transpose");

    /** The number of operators that are followed back. */
    private static final int FARTHEST = 6;

    private AttentionHeads() {}

    /** Whether a step gives the outputs of several heads, possibly in another order. A single head gives tokens. */
    static boolean gives(GraphStep step, ExecutableGraph circuit, ValueShapes shapes) {
        GraphStep at = step;
        for (int i = 0; i < FARTHEST && at != null; i++) {
            String operator = at.node().operator();
            if (operator.equals("Attention")) {
                return true;
            }
            if (operator.equals("MatMul")) {
                GraphStep left = maker(at.input(0), circuit);
                return left != null
                        && left.node().operator().equals("Softmax")
                        && !isSingleHead(shapes.orNull(at.outputs()[0]));
            }
            at = MOVING.contains(operator) ? maker(at.input(0), circuit) : null;
        }
        return false;
    }

    /** Batch x places x features, without an axis of heads and without heads in the batch. */
    private static boolean isSingleHead(long[] ofOneImage) {
        return ofOneImage != null && ofOneImage.length == 3 && ofOneImage[0] == 1;
    }

    private static GraphStep maker(int slot, ExecutableGraph circuit) {
        return circuit.steps().stream()
                .filter(step -> Arrays.stream(step.outputs()).anyMatch(output -> output >= 0 && output == slot))
                .findFirst()
                .orElse(null);
    }
}
