package org.eddp.cli;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A JSON text with one field damaged, and no digest that would tell.
 *
 * @param what which field, and how
 * @param text the whole
 */
record Damage(String what, String text) {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /**
     * Every field in every way: missing, null, of another kind, negative, huge, empty.
     *
     * @param elements of every list that are damaged, the first ones
     */
    static List<Damage> all(JsonNode tree, int elements) {
        List<Damage> all = new ArrayList<>();
        JsonNode root = tree.deepCopy();
        if (root instanceof ObjectNode object) {
            object.remove("digest");
        }
        for (JsonNode other : List.of(NODES.nullNode(), NODES.arrayNode(), NODES.numberNode(3), NODES.objectNode())) {
            all.add(new Damage("all as " + other, MAPPER.writeValueAsString(other)));
        }
        walk("", root, root, elements, all);
        return all;
    }

    private static void walk(String path, JsonNode node, JsonNode root, int elements, List<Damage> all) {
        if (node instanceof ObjectNode object) {
            for (String name : List.copyOf(object.propertyNames())) {
                String at = path + "/" + name;
                replace(at, object.get(name), other -> object.set(name, other), root, elements, all);
                Map<String, JsonNode> kept = new LinkedHashMap<>();
                object.properties().forEach(entry -> kept.put(entry.getKey(), entry.getValue()));
                object.remove(name);
                add(at + " missing", root, all);
                object.removeAll();
                kept.forEach(object::set);
            }
        } else if (node instanceof ArrayNode array) {
            for (int k = 0; k < Math.min(elements, array.size()); k++) {
                int index = k;
                JsonNode value = array.get(k);
                replace(path + "/" + k, value, other -> array.set(index, other), root, elements, all);
                array.remove(k);
                add(path + "/" + k + " missing", root, all);
                array.insert(k, value);
            }
        }
    }

    /** One value by all that could stand in its place, then what is in it. */
    private static void replace(
            String at, JsonNode value, Consumer<JsonNode> place, JsonNode root, int elements, List<Damage> all) {
        for (JsonNode other : others(value)) {
            place.accept(other);
            add(at + " = " + shortened(other), root, all);
        }
        place.accept(value);
        walk(at, value, root, elements, all);
    }

    private static List<JsonNode> others(JsonNode value) {
        List<JsonNode> others = new ArrayList<>(List.of(NODES.nullNode()));
        if (value.isNumber()) {
            others.addAll(List.of(
                    NODES.numberNode(-1),
                    NODES.numberNode(0),
                    NODES.numberNode(Integer.MAX_VALUE),
                    NODES.numberNode(BigInteger.TWO.pow(80)),
                    NODES.numberNode(-1e300),
                    NODES.stringNode("seven"),
                    NODES.arrayNode()));
        } else if (value.isString()) {
            others.addAll(List.of(
                    NODES.numberNode(7),
                    NODES.stringNode(""),
                    NODES.stringNode("\0"),
                    NODES.stringNode("data:image/png;base64,@@@@"),
                    NODES.objectNode()));
        } else if (value.isArray()) {
            others.addAll(List.of(
                    NODES.objectNode(), NODES.arrayNode(), NODES.arrayNode().add(NODES.arrayNode())));
        } else if (value.isObject()) {
            others.addAll(List.of(NODES.objectNode(), NODES.arrayNode(), NODES.numberNode(-1)));
        } else {
            others.addAll(List.of(NODES.numberNode(-1), NODES.stringNode("x"), NODES.objectNode()));
        }
        return others;
    }

    private static void add(String what, JsonNode root, List<Damage> all) {
        all.add(new Damage(what, MAPPER.writeValueAsString(root)));
    }

    private static String shortened(JsonNode node) {
        String text = node.toString();
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }
}
