package org.eddp.study.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Validates JSON by a schema that has a few keywords only; others are an error, so that none is ignored. */
final class SmallSchema {
    private final List<String> problems = new ArrayList<>();

    private SmallSchema() {}

    /** What is wrong with a value; empty if nothing is. */
    static List<String> problems(JsonNode schema, JsonNode value) {
        SmallSchema validator = new SmallSchema();
        validator.check("", schema, value);
        return validator.problems;
    }

    private void check(String at, JsonNode schema, JsonNode value) {
        for (Map.Entry<String, JsonNode> rule : schema.properties()) {
            JsonNode limit = rule.getValue();
            boolean held = switch (rule.getKey()) {
                case "$schema", "title", "description" -> true;
                case "type" -> isOfType(limit.asString(), value);
                case "required" ->
                    !value.isObject() || limit.valueStream().allMatch(name -> value.has(name.asString()));
                case "additionalProperties" ->
                    value.propertyNames().stream()
                            .allMatch(name -> schema.get("properties").has(name));
                case "properties" -> {
                    for (Map.Entry<String, JsonNode> field : limit.properties()) {
                        if (value.has(field.getKey())) {
                            check(at + "/" + field.getKey(), field.getValue(), value.get(field.getKey()));
                        }
                    }
                    yield true;
                }
                case "items" -> {
                    for (int n = 0; value.isArray() && n < value.size(); n++) {
                        check(at + "/" + n, limit, value.get(n));
                    }
                    yield true;
                }
                case "anyOf" ->
                    limit.valueStream()
                            .anyMatch(choice -> problems(choice, value).isEmpty());
                case "minItems" -> !value.isArray() || value.size() >= limit.asInt();
                case "minLength" -> !value.isString() || value.asString().length() >= limit.asInt();
                case "minimum" -> !value.isNumber() || value.asDouble() >= limit.asDouble();
                case "exclusiveMinimum" -> !value.isNumber() || value.asDouble() > limit.asDouble();
                case "maximum" -> !value.isNumber() || value.asDouble() <= limit.asDouble();
                default -> throw new AssertionError("unknown keyword " + rule.getKey());
            };
            if (!held) {
                problems.add(at + ": " + rule.getKey() + " " + limit);
            }
        }
    }

    private static boolean isOfType(String type, JsonNode value) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "number" -> value.isNumber();
            case "integer" -> value.isIntegralNumber();
            default -> throw new AssertionError("unknown type " + type);
        };
    }
}
