package org.eddp.network.torch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How an operator is called, in the notation of PyTorch: {@code add(Tensor self, Scalar other, Scalar alpha=1)}. A type
 * {@code Value} takes a tensor or a number. Arguments behind {@code *} are given by name only.
 *
 * @param name of the operator
 * @param parameters in order
 * @param positional how many of them may be given by position
 */
record Schema(String name, List<Parameter> parameters, int positional) {
    private static final Pattern PARAMETER =
            Pattern.compile("\\s*([A-Za-z]+)(\\?)?(\\[\\d*\\])?(\\?)?\\s+(\\w+)\\s*(?:=\\s*(\\S+))?\\s*");
    private static final Set<String> IGNORED = Set.of("Device", "Layout", "MemoryFormat", "Generator", "Any");

    /**
     * An argument.
     *
     * @param kind {@code Tensor}, {@code int}, {@code float}, {@code bool}, {@code str}, {@code Scalar},
     *     {@code ScalarType}, {@code Value} or one that is ignored
     * @param list whether it is a list
     * @param length length of the list that a single number is expanded to, 0 if a list is required
     * @param optional whether it may be None
     * @param elementsOptional whether elements of the list may be None
     * @param required whether it has no default
     * @param otherwise the default
     */
    record Parameter(
            String name,
            String kind,
            boolean list,
            int length,
            boolean optional,
            boolean elementsOptional,
            boolean required,
            Object otherwise) {

        static Parameter of(String text) {
            Matcher parts = PARAMETER.matcher(text);
            if (!parts.matches()) {
                throw new IllegalArgumentException(text);
            }
            String brackets = parts.group(3);
            boolean list = brackets != null;
            int length = !list || brackets.length() == 2 ? 0 : Integer.parseInt(brackets.substring(1, 2));
            boolean optional = list ? parts.group(4) != null : parts.group(2) != null;
            String value = parts.group(6);
            return new Parameter(
                    parts.group(5),
                    parts.group(1),
                    list,
                    length,
                    optional,
                    list && parts.group(2) != null,
                    value == null,
                    value == null ? null : literal(value, parts.group(1), list, length));
        }

        private static Object literal(String text, String kind, boolean list, int length) {
            if (text.equals("None")) {
                return null;
            }
            if (list) {
                List<Object> values = new ArrayList<>();
                if (text.startsWith("[")) {
                    for (String part : text.substring(1, text.length() - 1).split(";", -1)) {
                        if (!part.isBlank()) {
                            values.add(literal(part, kind, false, 0));
                        }
                    }
                } else {
                    for (int i = 0; i < length; i++) {
                        values.add(literal(text, kind, false, 0));
                    }
                }
                return values;
            }
            if (text.equals("True") || text.equals("False")) {
                return text.equals("True");
            }
            if (text.startsWith("\"")) {
                return text.substring(1, text.length() - 1);
            }
            boolean whole = text.matches("-?\\d+") && !kind.equals("float");
            return whole ? (Object) Long.valueOf(text) : (Object) Double.valueOf(text);
        }

        boolean accepts(Object value) {
            if (IGNORED.contains(kind)) {
                return kind.equals("Device")
                        ? value == null || value instanceof String
                        : !(value instanceof TorchTensor);
            }
            if (value == null) {
                return optional;
            }
            if (!list) {
                return acceptsOne(value);
            }
            if (value instanceof List<?> values) {
                return values.stream().allMatch(one -> one == null ? elementsOptional : acceptsOne(one));
            }
            return length > 0 && acceptsOne(value);
        }

        private boolean acceptsOne(Object value) {
            return switch (kind) {
                case "Tensor" -> value instanceof TorchTensor;
                case "int" -> WholeNumbers.is(value);
                case "float" -> value instanceof Double || value instanceof Long;
                case "bool" -> value instanceof Boolean;
                case "str" -> value instanceof String;
                case "Scalar" -> value instanceof Double || WholeNumbers.is(value) || value instanceof Boolean;
                case "Value" ->
                    value instanceof TorchTensor
                            || value instanceof Double
                            || WholeNumbers.is(value)
                            || value instanceof Boolean;
                case "ScalarType" -> value instanceof Long;
                default -> false;
            };
        }

        Object converted(Object value) {
            if (value == null || IGNORED.contains(kind)) {
                return value;
            }
            if (!list) {
                return convertedOne(value);
            }
            if (value instanceof List<?> values) {
                List<Object> converted = new ArrayList<>();
                values.forEach(one -> converted.add(one == null ? null : convertedOne(one)));
                return converted;
            }
            List<Object> repeated = new ArrayList<>();
            for (int i = 0; i < length; i++) {
                repeated.add(convertedOne(value));
            }
            return repeated;
        }

        private Object convertedOne(Object value) {
            return kind.equals("float") && value instanceof Long whole ? (Object) whole.doubleValue() : value;
        }
    }

    static Schema of(String text) {
        int open = text.indexOf('(');
        List<Parameter> parameters = new ArrayList<>();
        int positional = -1;
        for (String part : text.substring(open + 1, text.lastIndexOf(')')).split(",", -1)) {
            if (part.strip().equals("*")) {
                positional = parameters.size();
            } else if (!part.isBlank()) {
                parameters.add(Parameter.of(part));
            }
        }
        return new Schema(
                text.substring(0, open), List.copyOf(parameters), positional < 0 ? parameters.size() : positional);
    }

    /** Arguments by name, null if the call does not fit. */
    Map<String, Object> bind(List<Object> given, Map<String, Object> named) {
        if (given.size() > positional) {
            return null;
        }
        Map<String, Object> bound = new HashMap<>();
        int used = 0;
        for (int i = 0; i < parameters.size(); i++) {
            Parameter parameter = parameters.get(i);
            Object value = parameter.otherwise();
            boolean present = true;
            if (i < given.size()) {
                value = given.get(i);
            } else if (named.containsKey(parameter.name())) {
                value = named.get(parameter.name());
                used++;
            } else {
                present = false;
            }
            if (present ? !parameter.accepts(value) : parameter.required()) {
                return null;
            }
            bound.put(parameter.name(), parameter.converted(value));
        }
        return used == named.size() ? bound : null;
    }

    @Override
    public String toString() {
        return name
                + parameters.stream()
                        .map(p -> p.kind() + (p.list() ? "[]" : "") + " " + p.name())
                        .toList();
    }
}
