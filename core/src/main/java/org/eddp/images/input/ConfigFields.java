package org.eddp.images.input;

import org.eddp.failure.InvalidInput;
import tools.jackson.databind.JsonNode;

/** Checked access to fields of a JSON object of another program. Messages name the field. */
final class ConfigFields {
    private static final int MOST = 16384;
    /** Names of the numbers that Python's image library has for its filters. */
    private static final String[] FILTERS = {"nearest", "lanczos", "bilinear", "bicubic", "box", "hamming"};

    private final JsonNode object;

    ConfigFields(JsonNode object) {
        this.object = object;
    }

    /** Whether it exists and is not null. */
    boolean has(String name) {
        return object.hasNonNull(name);
    }

    boolean isNumber(String name) {
        return object.path(name).isNumber();
    }

    boolean isShortestEdge(String name) {
        return object.path(name).hasNonNull("shortest_edge");
    }

    boolean flag(String name, boolean usual) {
        JsonNode value = object.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return usual;
        }
        if (!value.isBoolean()) {
            throw wrong(name, value, "true or false");
        }
        return value.booleanValue();
    }

    double number(String name, double usual) {
        return has(name) ? number(name, object.get(name)) : usual;
    }

    String text(String name, String usual) {
        JsonNode value = object.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return usual;
        }
        if (!value.isString()) {
            throw wrong(name, value, "a text");
        }
        return value.stringValue();
    }

    /** One number per channel; a single number counts for all three. */
    double[] numbers(String name) {
        JsonNode value = object.path(name);
        if (value.isNumber()) {
            double all = number(name, value);
            return new double[] {all, all, all};
        }
        if (!value.isArray() || (value.size() != 1 && value.size() != 3)) {
            throw wrong(name, value, "a list of one number per channel");
        }
        double[] numbers = new double[value.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = number(name, value.get(i));
        }
        return numbers;
    }

    int[] sizes(String name, int[] usual) {
        JsonNode value = object.path(name);
        if (!has(name)) {
            return usual;
        }
        if (!value.isArray() || value.size() > 4) {
            throw wrong(name, value, "a list of sizes");
        }
        int[] sizes = new int[value.size()];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = size(name, value.get(i));
        }
        return sizes;
    }

    /** Height and width: one number for both, or an object that names them, or its shorter edge. */
    int[] side(String name) {
        JsonNode value = object.path(name);
        if (value.isNumber()) {
            int side = size(name, value);
            return new int[] {side, side};
        }
        if (value.hasNonNull("height") && value.hasNonNull("width")) {
            return new int[] {size(name, value.get("height")), size(name, value.get("width"))};
        }
        if (value.hasNonNull("shortest_edge")) {
            int side = size(name, value.get("shortest_edge"));
            return new int[] {side, side};
        }
        throw wrong(name, value, "a number of pixels, or height and width, or shortest_edge");
    }

    /** Name of the filter pictures are resized by. */
    String resample() {
        JsonNode value = object.path("resample");
        if (value.isMissingNode() || value.isNull()) {
            return "bilinear";
        }
        if (!value.isInt() || value.intValue() < 0 || value.intValue() >= FILTERS.length) {
            throw wrong("resample", value, "the number of a filter, 0 .. " + (FILTERS.length - 1));
        }
        return FILTERS[value.intValue()];
    }

    private static double number(String name, JsonNode value) {
        if (!value.isNumber() || !Double.isFinite(value.doubleValue())) {
            throw wrong(name, value, "a number");
        }
        return value.doubleValue();
    }

    private static int size(String name, JsonNode value) {
        if (!value.isInt() || value.intValue() < 1 || value.intValue() > MOST) {
            throw wrong(name, value, "a size of 1 .. " + MOST);
        }
        return value.intValue();
    }

    private static InvalidInput wrong(String name, JsonNode value, String expected) {
        String text = value.isMissingNode() ? "missing" : value.toString();
        String shown = text.length() > 60 ? text.substring(0, 60) + " ..." : text;
        return new InvalidInput(name + " is " + shown + ", not " + expected);
    }
}
