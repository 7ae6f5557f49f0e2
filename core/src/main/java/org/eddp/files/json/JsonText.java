package org.eddp.files.json;

import java.util.Iterator;
import java.util.Map;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.io.NumberOutput;
import tools.jackson.databind.JsonNode;

/**
 * Formats a JSON tree for reading: two spaces per level, and an array of numbers on one line, so that a matrix shows
 * one row per line. Jackson's own layouts decide before they have seen the elements and cannot do that.
 */
final class JsonText {
    private final StringBuilder out = new StringBuilder();

    private JsonText() {}

    /** The text of {@code node}, with a line end at its end. */
    static String of(JsonNode node) {
        JsonText text = new JsonText();
        text.value(node, 0);
        return text.out.append('\n').toString();
    }

    private void value(JsonNode node, int level) {
        if (node.isObject()) {
            object(node, level);
        } else if (node.isArray()) {
            array(node, level);
        } else if (node.isNumber()) {
            out.append(number(node));
        } else if (node.isBoolean() || node.isNull()) {
            out.append(node.isNull() ? "null" : node.booleanValue());
        } else {
            quote(node.asString());
        }
    }

    private void object(JsonNode node, int level) {
        if (node.isEmpty()) {
            out.append("{}");
            return;
        }
        String before = "{";
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            out.append(before);
            line(level + 1);
            quote(field.getKey());
            out.append(": ");
            value(field.getValue(), level + 1);
            before = ",";
        }
        line(level);
        out.append('}');
    }

    private void array(JsonNode node, int level) {
        boolean oneLine = isOfNumbers(node);
        out.append('[');
        for (Iterator<JsonNode> elements = node.iterator(); elements.hasNext(); ) {
            if (!oneLine) {
                line(level + 1);
            }
            value(elements.next(), level + 1);
            out.append(!elements.hasNext() ? "" : oneLine ? ", " : ",");
        }
        if (!oneLine) {
            line(level);
        }
        out.append(']');
    }

    /** True for numbers, truth values, nulls and an empty array. */
    private static boolean isOfNumbers(JsonNode array) {
        for (JsonNode element : array) {
            if (!element.isNumber() && !element.isBoolean() && !element.isNull()) {
                return false;
            }
        }
        return true;
    }

    private void line(int level) {
        out.append('\n').append("  ".repeat(level));
    }

    /** Not {@link Double#toString}: its digits differ between Java 17, which may write too many, and later ones. */
    private static String number(JsonNode node) {
        if (node.isDouble()) {
            return NumberOutput.toString(node.doubleValue(), true);
        }
        if (node.isFloat()) {
            return NumberOutput.toString(node.floatValue(), true);
        }
        return node.asString();
    }

    private void quote(String text) {
        out.append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, out);
        out.append('"');
    }
}
