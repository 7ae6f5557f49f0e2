package org.eddp.network.onnx.execution;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.operators.OperatorSet;

/**
 * The input and the output of a model that classifies images.
 *
 * @param opset version of the standard operators
 * @param input the images
 * @param logits name of the value with one number per class, before any softmax
 * @param softmax whether a softmax follows in the file, which is left out
 *
 * @param sigmoid whether a sigmoid follows in the file, which is left out: the outputs are independent labels
 * @param embedding whether the value is an embedding: the network is an encoder
 */
record Signature(int opset, ImageInput input, String logits, boolean softmax, boolean sigmoid, boolean embedding) {
    private static final Set<String> SOFTMAX = Set.of("Softmax", "LogSoftmax");
    private static final Set<String> SIGMOID = Set.of("Sigmoid");

    /** @param output name of the output to take, null if there is only one */
    static Signature of(Model model, String output) {
        int opset = opset(model);
        ImageInput input = ImageSignature.of(model.graph());
        String last = output(model.graph(), output);
        String logits = before(SOFTMAX, model.graph(), last);
        String labels = before(SIGMOID, model.graph(), last);
        boolean sigmoid = !labels.equals(last);
        boolean softmax = !logits.equals(last);
        boolean embedding = !softmax && !sigmoid && Embeddings.has(model.graph(), last);
        return new Signature(opset, input, sigmoid ? labels : logits, softmax, sigmoid, embedding);
    }

    private static int opset(Model model) {
        long opset = model.opset()
                .orElseThrow(() -> new NetworkFailure(
                        "it does not say which opset of the standard operators (ai.onnx) it uses; export it"
                                + " with opset_version=" + OperatorSet.NEWEST));
        if (opset < OperatorSet.OLDEST || opset > OperatorSet.NEWEST) {
            throw new NetworkFailure("it uses opset " + opset + "; supported are " + OperatorSet.OLDEST + " to "
                    + OperatorSet.NEWEST + ": export the network with opset_version=" + OperatorSet.NEWEST);
        }
        return (int) opset;
    }

    private static String output(Graph graph, String wanted) {
        List<String> names = graph.outputs().stream().map(ValueInfo::name).toList();
        if (wanted != null) {
            if (!names.contains(wanted)) {
                throw new NetworkFailure("it has no output '" + wanted + "', only " + names);
            }
            return wanted;
        }
        if (names.size() != 1) {
            throw new NetworkFailure.OutputNeeded("it has " + names.size() + " outputs: "
                    + String.join(", ", outputs(graph))
                    + "; choose the one with one number per class (any of them if it is not a classifier)");
        }
        return names.get(0);
    }

    /** Names of all outputs, with their shapes. */
    static List<String> outputs(Graph graph) {
        return graph.outputs().stream()
                .map(value -> value.name() + (value.shape() == null ? "" : " (" + value.describeShape() + ")"))
                .toList();
    }

    /** The input of the operator of {@code operators} that computes {@code output}, or {@code output} itself. */
    private static String before(Set<String> operators, Graph graph, String output) {
        Map<String, Node> makers = new HashMap<>();
        for (Node node : graph.nodes()) {
            node.outputs().forEach(name -> makers.put(name, node));
        }
        Node maker = makers.get(output);
        for (int i = 0;
                i < graph.nodes().size() && maker != null && !maker.inputs().isEmpty();
                i++) {
            if (operators.contains(maker.operator())) {
                return maker.inputs().get(0);
            }
            maker = maker.operator().equals("Identity")
                    ? makers.get(maker.inputs().get(0))
                    : null;
        }
        return output;
    }
}
