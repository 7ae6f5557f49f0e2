package org.eddp.network.onnx;

import java.util.List;

/**
 * One operation of a graph.
 *
 * @param name may be empty
 * @param operator what it does
 * @param domain of the operator, empty for the standard ones
 * @param inputs names of values; an empty name is an optional input left out
 * @param outputs names of values; an empty name is an optional output left out
 * @param attributes by name
 * @param rest fields this program has no use for, as they were
 */
public record Node(
        String name,
        String operator,
        String domain,
        List<String> inputs,
        List<String> outputs,
        List<Attribute> attributes,
        byte[] rest) {

    /** A new node of a standard operator. */
    public static Node of(
            String name, String operator, List<String> inputs, List<String> outputs, Attribute... attributes) {
        return new Node(name, operator, Model.STANDARD, inputs, outputs, List.of(attributes), new byte[0]);
    }

    /** How to call this node in messages. */
    String title() {
        if (!name.isEmpty()) {
            return "'" + name + "'";
        }
        return outputs.isEmpty() ? "without name" : "that computes '" + outputs.get(0) + "'";
    }
}
