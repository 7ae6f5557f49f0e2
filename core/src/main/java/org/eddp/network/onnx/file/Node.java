package org.eddp.network.onnx.file;

import java.util.List;
import java.util.Map;
import org.eddp.network.NetworkFailure;

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
    private static final int OVERLOAD = 8;
    private static final int METADATA = 9;

    /** A new node of a standard operator. */
    public static Node of(
            String name, String operator, List<String> inputs, List<String> outputs, Attribute... attributes) {
        return new Node(name, operator, Model.STANDARD, inputs, outputs, List.of(attributes), new byte[0]);
    }

    /** The same node with another name for one of its outputs. */
    Node withOutput(String old, String renamed) {
        List<String> names =
                outputs.stream().map(name -> name.equals(old) ? renamed : name).toList();
        return new Node(name, operator, domain, inputs, names, attributes, rest);
    }

    /** Value of an attribute, null if the node does not have it. */
    Object attribute(String wanted) {
        return attributes.stream()
                .filter(attribute -> attribute.name().equals(wanted))
                .map(Attribute::value)
                .findFirst()
                .orElse(null);
    }

    /** The exporter's metadata of this node, by key. */
    public Map<String, String> metadata() {
        return KeptFields.entries(rest, METADATA);
    }

    /** The same node with a further metadata entry. */
    public Node withMetadata(String key, String value) {
        byte[] noted = new MessageWriter()
                .message(METADATA, new MessageWriter().text(1, key).text(2, value))
                .rest(rest)
                .toByteArray();
        return new Node(name, operator, domain, inputs, outputs, attributes, noted);
    }

    /** Tells functions of the same name apart; usually empty. */
    String overload() {
        return KeptFields.text(rest, OVERLOAD);
    }

    /** How to call this node in messages. */
    public String title() {
        if (!name.isEmpty()) {
            return "'" + name + "'";
        }
        return outputs.isEmpty() ? "without name" : "that computes '" + outputs.get(0) + "'";
    }

    /**
     * A fixed argument of a node.
     *
     * @param name of the argument
     * @param value a {@link Float}, {@link Long}, {@link String}, {@link OnnxTensor}, {@code float[]}, {@code long[]} or
     *     {@code List<String>}; null if it is of a type this program has no use for (a sub-graph), which is then in
     *     {@code rest}
     * @param rest fields this program has no use for, as they were
     */
    public record Attribute(String name, Object value, byte[] rest) {
        private static final byte[] NONE = {};
        private static final int REFERENCE = 21;

        /**
         * Inside of a function: the name of the caller's attribute that it refers to, empty if it has its own value.
         */
        String reference() {
            return KeptFields.text(rest, REFERENCE);
        }

        /** A whole number. */
        public static Attribute of(String name, long value) {
            return new Attribute(name, value, NONE);
        }

        /** A number. */
        public static Attribute of(String name, float value) {
            return new Attribute(name, value, NONE);
        }

        /** A text. */
        public static Attribute of(String name, String value) {
            return new Attribute(name, value, NONE);
        }

        /** A tensor. */
        public static Attribute of(String name, OnnxTensor value) {
            return new Attribute(name, value, NONE);
        }

        /** Whole numbers. */
        public static Attribute of(String name, long[] value) {
            return new Attribute(name, value, NONE);
        }

        /**
         * The value, if it is of this type.
         *
         * @throws NetworkFailure if it is of another
         */
        public <T> T as(Class<T> type) {
            if (type.isInstance(value)) {
                return type.cast(value);
            }
            // Files without types do not tell of which type an empty list is.
            if (value instanceof List<?> list && list.isEmpty() && type == long[].class) {
                return type.cast(new long[0]);
            }
            throw new NetworkFailure("attribute '" + name + "' should be a " + type.getSimpleName() + " and is "
                    + (value == null
                            ? "something else"
                            : "a " + value.getClass().getSimpleName()));
        }
    }
}
