package org.eddp.network.torch.script;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.eddp.network.NetworkFailure;
import org.eddp.network.torch.TorchTensor;
import org.eddp.network.torch.WholeNumbers.BatchNumber;

/** Operators on lists and texts, and types of values. */
final class Values {
    /** Largest length of a list or text; real sizes and names are short. */
    static final int LONGEST = 100_000;

    private static final int LONGEST_NAME = 1000;

    private Values() {}

    /** Whether two values are equal, in depth. Lists may share lists, so every comparison is counted. */
    static boolean equal(Object a, Object b, Budget budget) {
        budget.values(1);
        if (NumberOperators.isNumber(a) && NumberOperators.isNumber(b)) {
            return (Boolean) NumberOperators.arithmetic("eq", List.of(a, b));
        }
        if (a instanceof Map<?, ?> first && b instanceof Map<?, ?> second) {
            return first.size() == second.size()
                    && first.entrySet().stream()
                            .allMatch(entry -> second.containsKey(entry.getKey())
                                    && equal(entry.getValue(), second.get(entry.getKey()), budget));
        }
        if (a instanceof ScriptObject.Constant first && b instanceof ScriptObject.Constant second) {
            return first.type().equals(second.type()) && equal(first.value(), second.value(), budget);
        }
        if (a instanceof Global first && b instanceof Global second) {
            return first.name().equals(second.name()) && equal(first.argument(), second.argument(), budget);
        }
        List<Object> first = sequence(a);
        List<Object> second = sequence(b);
        if (first != null && second != null) {
            boolean same = first.size() == second.size();
            for (int i = 0; same && i < first.size(); i++) {
                same = equal(first.get(i), second.get(i), budget);
            }
            return same;
        }
        return a == b || a instanceof String && a.equals(b);
    }

    /** Counts a value and everything in it, as often as it is reached. */
    static void count(Object value, Budget budget) {
        budget.values(1);
        Collection<?> parts = value instanceof Map<?, ?> map ? map.values() : sequence(value);
        if (parts != null) {
            parts.forEach(part -> count(part, budget));
        }
    }

    /** Names are joined, so that short ones could make a very long one. */
    static String checkedName(String name) {
        if (name.length() > LONGEST_NAME) {
            throw new NetworkFailure("has a name of more than " + LONGEST_NAME + " letters");
        }
        return name;
    }

    /** @throws NetworkFailure if no list or text may be that long */
    static void checkLength(long length) {
        if (length > LONGEST) {
            throw new NetworkFailure("makes a list or a text of more than " + LONGEST + " items");
        }
    }

    /** Items of a list or a tuple, null for other values. */
    @SuppressWarnings("unchecked")
    static List<Object> sequence(Object value) {
        return value instanceof List
                ? (List<Object>) value
                : value instanceof Object[] tuple ? Arrays.asList(tuple) : null;
    }

    /** Elements from a start up to an end, as Python counts. */
    static List<Object> slice(List<Object> items, List<Object> bounds) {
        long step = bounds.size() > 2 && bounds.get(2) != null ? NumberOperators.whole(bounds.get(2)) : 1;
        if (step < 1) {
            throw new NetworkFailure("takes elements in steps of " + step + ", which is not supported");
        }
        long end = bound(bounds, 1, items.size(), items.size());
        List<Object> found = new ArrayList<>();
        for (long i = bound(bounds, 0, 0, items.size()); i < end; i += step) {
            found.add(items.get((int) i));
        }
        return found;
    }

    private static long bound(List<Object> bounds, int which, long otherwise, int size) {
        long given = bounds.size() > which && bounds.get(which) != null
                ? NumberOperators.whole(bounds.get(which))
                : otherwise;
        return Math.max(0, Math.min(given < 0 ? given + size : given, size));
    }

    /** The position in a sequence for an index. */
    static int place(Object index, int size) {
        long given = NumberOperators.whole(index);
        long place = given < 0 ? given + size : given;
        if (place < 0 || place >= size) {
            throw new InputSizeFailure("takes element " + given + " of " + size);
        }
        return (int) place;
    }

    /** The result of a text operator, null if it is another operator. */
    static Object ofText(String name, String text, List<Object> given) {
        Object other = given.isEmpty() ? null : given.get(0);
        return switch (name) {
            case "len" -> (long) text.length();
            case "add" -> text + text(other);
            case "lower" -> text.toLowerCase(java.util.Locale.ROOT);
            case "upper" -> text.toUpperCase(java.util.Locale.ROOT);
            case "strip" -> text.strip();
            case "startswith" -> text.startsWith(text(other));
            case "endswith" -> text.endsWith(text(other));
            case "__contains__" -> text.contains(text(other));
            case "join" -> join(text, sequence(other));
            case "format" -> format(text, given);
            default -> null;
        };
    }

    private static String join(String between, List<Object> items) {
        StringBuilder made = new StringBuilder();
        for (Object item : items) {
            made.append(made.length() == 0 ? "" : between).append(text(item));
            checkLength(made.length());
        }
        return made.toString();
    }

    private static String format(String pattern, List<Object> given) {
        StringBuilder made = new StringBuilder();
        int from = 0;
        for (Object value : given) {
            int hole = pattern.indexOf("{}", from);
            if (hole < 0) {
                break;
            }
            made.append(pattern, from, hole).append(text(value));
            checkLength(made.length());
            from = hole + 2;
        }
        return made.append(pattern.substring(from)).toString();
    }

    /** A value as text for messages. */
    static String text(Object value) {
        if (value == null) {
            return "None";
        }
        if (value instanceof Boolean truth) {
            return truth ? "True" : "False";
        }
        if (value instanceof BatchNumber number) {
            return String.valueOf(number.one());
        }
        if (value instanceof TorchTensor) {
            return "a tensor";
        }
        if (value instanceof String || value instanceof Number || value instanceof ScriptObject) {
            return value.toString();
        }
        if (value instanceof Global global) {
            return global.name();
        }
        if (value instanceof ScriptObject.Constant constant) {
            return constant.type();
        }
        if (value instanceof Map<?, ?> map) {
            return "{" + String.join(", ", brief(map.keySet())) + "}";
        }
        List<Object> items = sequence(value);
        return items == null ? "a value" : brief(items).toString();
    }

    /** Nested lists are only indicated: they may share lists, and their text could be endless. */
    private static List<String> brief(Collection<?> values) {
        return values.stream()
                .limit(20)
                .map(value -> sequence(value) == null ? text(value) : "[...]")
                .toList();
    }

    /** Whether a value is of a type as the program writes it: {@code List[int]}. */
    static boolean isOf(Global type, Object value, Budget budget) {
        budget.values(1);
        List<Object> arguments = type.argument() instanceof Object[] several
                ? Arrays.asList(several)
                : Collections.singletonList(type.argument());
        return switch (type.name()) {
            case "Tensor" -> value instanceof TorchTensor;
            case "int" -> value instanceof Long || value instanceof BatchNumber;
            case "float" -> value instanceof Double;
            case "bool" -> value instanceof Boolean;
            case "str" -> value instanceof String;
            case "number" -> NumberOperators.isNumber(value) && !(value instanceof Boolean);
            case "NoneType" -> value == null;
            case "Any" -> true;
            case "List" ->
                value instanceof List<?> list && list.stream().allMatch(item -> isOneOf(arguments, item, budget));
            case "Dict" -> value instanceof Map;
            case "Tuple" -> value instanceof Object[] tuple && tuple.length == arguments.size();
            case "Optional" -> value == null || isOneOf(arguments, value, budget);
            case "Union" -> isOneOf(arguments, value, budget);
            default -> value instanceof ScriptObject object && object.type().equals(type.name());
        };
    }

    static boolean isOneOf(List<Object> types, Object value, Budget budget) {
        return types.stream().anyMatch(type -> type instanceof Global global && isOf(global, value, budget));
    }
}
