package org.eddp.network.onnx;

import java.util.List;

/**
 * A computation: nodes that hand named values to each other.
 *
 * @param name may be empty
 * @param nodes in the order of the file
 * @param initialisers values that are known: the weights
 * @param inputs values to be given (old files list the weights here too)
 * @param outputs values of interest
 * @param rest fields this program has no use for, as they were
 */
public record Graph(
        String name,
        List<Node> nodes,
        List<OnnxTensor> initialisers,
        List<ValueInfo> inputs,
        List<ValueInfo> outputs,
        byte[] rest) {

    /** A new graph. */
    public static Graph of(
            List<Node> nodes, List<OnnxTensor> initialisers, List<ValueInfo> inputs, List<ValueInfo> outputs) {
        return new Graph("graph", nodes, initialisers, inputs, outputs, new byte[0]);
    }

    /** The same graph with other nodes and weights. */
    public Graph with(List<Node> otherNodes, List<OnnxTensor> otherInitialisers) {
        return new Graph(name, otherNodes, otherInitialisers, inputs, outputs, rest);
    }
}
