package org.eddp.network.torch.script;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eddp.network.NetworkFailure;
import org.eddp.network.torch.BatchNumber;
import org.eddp.network.torch.TorchTensor;

/** What operators compute from numbers, truth values and texts. */
final class Values {
    /** No list or text may become longer; sizes and names are short. */
    static final int LONGEST = 100_000;

    private static final int LONGEST_NAME = 1000;

    private static final Set<String> ARITHMETIC = Set.of(
            "add",
            "sub",
            "rsub",
            "mul",
            "div",
            "true_divide",
            "floordiv",
            "floor_divide",
            "remainder",
            "fmod",
            "pow",
            "neg",
            "abs",
            "sqrt",
            "exp",
            "log",
            "floor",
            "ceil",
            "round",
            "min",
            "max",
            "lt",
            "le",
            "gt",
            "ge",
            "eq",
            "ne",
            "__and__",
            "__or__",
            "__xor__",
            "__not__",
            "bitwise_and",
            "bitwise_or",
            "__round_to_zero_floordiv");

    /** A decision depends on how many images there are. */
    static final class BatchDependent extends RuntimeException {
        private static final long serialVersionUID = 1;

        BatchDependent() {
            super("it decides something by the number of images", null, false, false);
        }
    }

    private Values() {}

    /** Whether an operator, if its operands are numbers or truth values, is one of {@link #arithmetic}. */
    static boolean isArithmetic(String name) {
        return ARITHMETIC.contains(name);
    }

    static boolean isNumber(Object value) {
        return value instanceof Long
                || value instanceof Double
                || value instanceof Boolean
                || value instanceof BatchNumber;
    }

    /** A whole number that must not depend on the number of images. */
    static long whole(Object value) {
        if (value instanceof BatchNumber) {
            throw new BatchDependent();
        }
        if (value instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        if (!(value instanceof Long number)) {
            throw new NetworkFailure("has " + text(value) + " in place of a whole number");
        }
        return number;
    }

    /**
     * Computes with numbers.
     *
     * @throws ArithmeticException if a whole number would have more than 64 bits, or the divisor is 0
     */
    static Object arithmetic(String name, List<Object> operands) {
        if (operands.stream().allMatch(Boolean.class::isInstance)
                && name.matches("__(and|or|xor)__|bitwise_(and|or)")) {
            return whole(name, operands.stream().mapToLong(Values::whole).toArray())
                    .equals(1L);
        }
        if (operands.stream().noneMatch(BatchNumber.class::isInstance)) {
            return operands.stream().anyMatch(Double.class::isInstance)
                    ? real(name, operands.stream().mapToDouble(Values::toDouble).toArray())
                    : whole(name, operands.stream().mapToLong(Values::whole).toArray());
        }
        Object one = arithmetic(
                name,
                operands.stream()
                        .map(v -> v instanceof BatchNumber n ? n.one() : v)
                        .toList());
        Object two = arithmetic(
                name,
                operands.stream()
                        .map(v -> v instanceof BatchNumber n ? n.two() : v)
                        .toList());
        if (one.equals(two)) {
            return one;
        }
        if (one instanceof Long first && two instanceof Long second) {
            return new BatchNumber(first, second);
        }
        throw new BatchDependent();
    }

    static double toDouble(Object value) {
        return value instanceof Double number ? number : whole(value);
    }

    private static Object whole(String name, long[] v) {
        long a = v[0];
        long b = v.length > 1 ? v[1] : 0;
        return switch (name) {
            case "add" -> Math.addExact(a, b);
            case "sub" -> Math.subtractExact(a, b);
            case "rsub" -> Math.subtractExact(b, a);
            case "mul" -> Math.multiplyExact(a, b);
            case "floordiv", "floor_divide" -> Math.floorDiv(a, b);
            case "__round_to_zero_floordiv" -> a / b;
            case "remainder" -> Math.floorMod(a, b);
            case "fmod" -> a % b;
            case "neg" -> Math.negateExact(a);
            case "abs" -> Math.abs(a);
            case "floor", "ceil", "round" -> a;
            case "min" -> Arrays.stream(v).min().getAsLong();
            case "max" -> Arrays.stream(v).max().getAsLong();
            case "__and__", "bitwise_and" -> a & b;
            case "__or__", "bitwise_or" -> a | b;
            case "__xor__" -> a ^ b;
            case "__not__" -> a == 0;
            case "lt" -> a < b;
            case "le" -> a <= b;
            case "gt" -> a > b;
            case "ge" -> a >= b;
            case "eq" -> a == b;
            case "ne" -> a != b;
            case "pow" -> b >= 0 && b < 64 && Math.abs(Math.pow(a, b)) < 1e18 ? power(a, b) : (Object) Math.pow(a, b);
            default -> real(name, Arrays.stream(v).asDoubleStream().toArray());
        };
    }

    private static Object power(long base, long exponent) {
        long product = 1;
        for (long i = 0; i < exponent; i++) {
            product *= base;
        }
        return product;
    }

    private static Object real(String name, double[] v) {
        double a = v[0];
        double b = v.length > 1 ? v[1] : 0;
        return switch (name) {
            case "add" -> a + b;
            case "sub" -> a - b;
            case "rsub" -> b - a;
            case "mul" -> a * b;
            case "div", "true_divide" -> a / b;
            case "floordiv", "floor_divide" -> Math.floor(a / b);
            case "__round_to_zero_floordiv" -> (double) (long) (a / b);
            case "remainder" -> a - b * Math.floor(a / b);
            case "fmod" -> a % b;
            case "pow" -> Math.pow(a, b);
            case "neg" -> -a;
            case "abs" -> Math.abs(a);
            case "sqrt" -> Math.sqrt(a);
            case "exp" -> Math.exp(a);
            case "log" -> Math.log(a);
            case "floor" -> (long) Math.floor(a);
            case "ceil" -> (long) Math.ceil(a);
            case "round" -> Math.rint(a);
            case "min" -> Arrays.stream(v).min().getAsDouble();
            case "max" -> Arrays.stream(v).max().getAsDouble();
            case "lt" -> a < b;
            case "le" -> a <= b;
            case "gt" -> a > b;
            case "ge" -> a >= b;
            case "eq" -> a == b;
            case "ne" -> a != b;
            case "__not__" -> a == 0;
            default -> throw new NetworkFailure("computes " + name + " of real numbers, which is not supported");
        };
    }

    /** Whether two values are equal, in depth. Lists may share lists, so every comparison is counted. */
    static boolean equal(Object a, Object b, Budget budget) {
        budget.values(1);
        if (isNumber(a) && isNumber(b)) {
            return (Boolean) arithmetic("eq", List.of(a, b));
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

    /** Items of a list or a tuple, null of anything else. */
    @SuppressWarnings("unchecked")
    static List<Object> sequence(Object value) {
        return value instanceof List
                ? (List<Object>) value
                : value instanceof Object[] tuple ? Arrays.asList(tuple) : null;
    }

    /** Elements from a start up to an end, as Python counts. */
    static List<Object> slice(List<Object> items, List<Object> bounds) {
        long step = bounds.size() > 2 && bounds.get(2) != null ? whole(bounds.get(2)) : 1;
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
        long given = bounds.size() > which && bounds.get(which) != null ? whole(bounds.get(which)) : otherwise;
        return Math.max(0, Math.min(given < 0 ? given + size : given, size));
    }

    /** The place in a sequence that an index means. */
    static int place(Object index, int size) {
        long given = whole(index);
        long place = given < 0 ? given + size : given;
        if (place < 0 || place >= size) {
            throw new Misfit("takes element " + given + " of " + size);
        }
        return (int) place;
    }

    /** What a text operator computes, null if it is none. */
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

    /** A value for people. */
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

    /** Of lists in lists only that they are there: they may share lists, and their text would have no end. */
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
            case "number" -> isNumber(value) && !(value instanceof Boolean);
            case "NoneType" -> value == null;
            case "Any" -> true;
            case "List" -> value instanceof List<?> list && list.stream().allMatch(item -> isOneOf(arguments, item, budget));
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
