package org.eddp.network.onnx.operators;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.tensor.DType;

/**
 * The attributes of a node, with their defaults. An attribute that the operator does not read is an error, because
 * ignoring it would change the result.
 */
final class Attributes {
    private final Node node;
    private final int opset;
    private final DType floating;
    private final Set<String> asked = new HashSet<>();

    Attributes(Node node, int opset, DType floating) {
        this.node = node;
        this.opset = opset;
        this.floating = floating;
    }

    int opset() {
        return opset;
    }

    int outputs() {
        return node.outputs().size();
    }

    /** The type that all floating-point types of the file are converted to. */
    DType floating() {
        return floating;
    }

    private <T> T find(String name, Class<T> type, T otherwise) {
        asked.add(name);
        for (Attribute attribute : node.attributes()) {
            if (attribute.name().equals(name)) {
                return attribute.as(type);
            }
        }
        return otherwise;
    }

    boolean has(String name) {
        asked.add(name);
        return node.attributes().stream().anyMatch(attribute -> attribute.name().equals(name));
    }

    long whole(String name, long otherwise) {
        return find(name, Long.class, otherwise);
    }

    boolean flag(String name, boolean otherwise) {
        return whole(name, otherwise ? 1 : 0) != 0;
    }

    double real(String name, double otherwise) {
        Float found = find(name, Float.class, null);
        return found == null ? otherwise : found;
    }

    String text(String name, String otherwise) {
        return find(name, String.class, otherwise);
    }

    /** A text, one of a few allowed values. */
    String choice(String name, String otherwise, List<String> allowed) {
        String text = text(name, otherwise);
        if (!allowed.contains(text)) {
            throw new NetworkFailure(name + " = '" + text + "' is not supported; supported are " + allowed);
        }
        return text;
    }

    /** Whole numbers, null if there are none. */
    long[] wholes(String name) {
        return find(name, long[].class, null);
    }

    float[] reals(String name) {
        return find(name, float[].class, null);
    }

    OnnxTensor tensor(String name) {
        return find(name, OnnxTensor.class, null);
    }

    /** Attributes that make no difference to the result. */
    void ignore(String... names) {
        asked.addAll(List.of(names));
    }

    /** An attribute that is supported with one value only. */
    void only(String name, long value) {
        long found = whole(name, value);
        if (found != value) {
            throw new NetworkFailure(name + " = " + found + " is not supported, only " + value);
        }
    }

    /** An attribute that is supported with one value only. */
    void only(String name, float value) {
        double found = real(name, value);
        if (found != value) {
            throw new NetworkFailure(name + " = " + found + " is not supported, only " + value);
        }
    }

    void refuseUnknown() {
        for (Attribute attribute : node.attributes()) {
            if (!asked.contains(attribute.name())) {
                throw new NetworkFailure("attribute '" + attribute.name() + "' is unknown");
            }
        }
    }
}
