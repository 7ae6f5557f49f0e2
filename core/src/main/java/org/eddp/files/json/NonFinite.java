package org.eddp.files.json;

import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Finds the first number of a JSON tree that JSON cannot hold. */
final class NonFinite {
    private NonFinite() {}

    /** "field curve.loss[2] is NaN", or nothing. */
    static Optional<String> find(JsonNode tree) {
        return find(tree, "");
    }

    private static Optional<String> find(JsonNode node, String path) {
        Optional<String> found = Optional.empty();
        if (node.isObject()) {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                if (found.isEmpty()) {
                    found = find(field.getValue(), path.isEmpty() ? field.getKey() : path + "." + field.getKey());
                }
            }
        } else if (node.isArray()) {
            for (int i = 0; i < node.size() && found.isEmpty(); i++) {
                found = find(node.get(i), path + "[" + i + "]");
            }
        } else if ((node.isDouble() || node.isFloat()) && !Double.isFinite(node.doubleValue())) {
            found = Optional.of((path.isEmpty() ? "the value" : "field " + path) + " is " + node.doubleValue());
        }
        return found;
    }
}
