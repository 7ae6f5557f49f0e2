package org.eddp.network.onnx.execution;

import java.util.HashMap;
import java.util.HashSet;
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
 * What a model takes and gives, as far as it is a classifier of images.
 *
 * @param opset version of the standard operators
 * @param input the images
 * @param logits name of the value with one number per class, before any softmax
 * @param softmax whether the file goes on from there with a softmax, which is left out
 * @param sigmoid whether it goes on with a sigmoid, which is left out: its outputs are independent labels
 */
record Signature(int opset, ImageInput input, String logits, boolean softmax, boolean sigmoid) {
    private static final Set<String> SOFTMAX = Set.of("Softmax", "LogSoftmax");
    private static final Set<String> SIGMOID = Set.of("Sigmoid");

    private static final long LARGEST_IMAGE = 1 << 13;

    /** @param output name of the output to take, null if there is only one */
    static Signature of(Model model, String output) {
        int opset = opset(model);
        ImageInput input = input(model.graph());
        String last = output(model.graph(), output);
        String logits = before(SOFTMAX, model.graph(), last);
        String labels = before(SIGMOID, model.graph(), last);
        boolean sigmoid = !labels.equals(last);
        return new Signature(opset, input, sigmoid ? labels : logits, !logits.equals(last), sigmoid);
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

    private static ImageInput input(Graph graph) {
        Set<String> weights = new HashSet<>();
        graph.initialisers().forEach(tensor -> weights.add(tensor.name()));
        List<ValueInfo> inputs = graph.inputs().stream()
                .filter(value -> !weights.contains(value.name()))
                .toList();
        if (inputs.size() != 1) {
            throw new NetworkFailure("it has " + inputs.size() + " inputs "
                    + inputs.stream().map(ValueInfo::name).toList()
                    + "; a classifier takes one, the images");
        }
        ValueInfo value = inputs.get(0);
        if (value.type() == null || !value.type().real()) {
            throw new NetworkFailure("its input '" + value.name() + "' takes "
                    + (value.type() == null ? "no numbers" : "elements of type " + value.type())
                    + "; images are real numbers here: export the network without its preprocessing");
        }
        if (value.shape() == null || value.shape().size() != 4) {
            throw new NetworkFailure("its input '" + value.name() + "' has the shape " + value.describeShape()
                    + "; images are n x channels x height x width");
        }
        long channels = value.length(1);
        boolean last = channels > 4 && (value.length(3) == 3 || value.length(3) == 1);
        if (channels < 1 || channels > 64 || last) {
            throw new NetworkFailure("its input '" + value.name() + "' has the shape " + value.describeShape()
                    + (last
                            ? ", with the channels last; export the network with n x channels x height x width"
                            : "; the second length, the number of channels, must be fixed and at most 64"));
        }
        return new ImageInput(value.name(), (int) channels, size(value, 2), size(value, 3));
    }

    private static int size(ValueInfo value, int dimension) {
        long length = value.length(dimension);
        if (length == 0 || length > LARGEST_IMAGE) {
            throw new NetworkFailure("its input '" + value.name() + "' has the shape " + value.describeShape()
                    + "; images are at most " + LARGEST_IMAGE + " pixels wide and high");
        }
        return (int) Math.max(0, length);
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
            throw new NetworkFailure("it has " + names.size() + " outputs " + names
                    + "; export it with one, the logits, or name the one to take");
        }
        return names.get(0);
    }

    /** What goes into the operator of {@code operators} that computes {@code output}, or {@code output} itself. */
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
