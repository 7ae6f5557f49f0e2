package org.eddp.network.torch.export;

import java.util.List;
import org.eddp.network.NetworkFailure;
import org.eddp.network.torch.WholeNumbers;

/** Python's operators on numbers that appear in exported programs. */
final class SymbolicNumbers {
    private SymbolicNumbers() {}

    /** Whether a target is such an operator. */
    static boolean is(String target) {
        return target.startsWith("_operator.") || target.startsWith("math.") || target.startsWith("torch.sym_");
    }

    static Object call(String target, List<Object> arguments) {
        String name = target.substring(target.lastIndexOf('.') + 1);
        Object a = arguments.isEmpty() ? null : arguments.get(0);
        Object b = arguments.size() < 2 ? null : arguments.get(1);
        if (WholeNumbers.is(a) && (b == null || WholeNumbers.is(b))) {
            Object found = whole(name, a, b);
            if (found != null) {
                return found;
            }
        }
        if (a instanceof Boolean first && (b == null || b instanceof Boolean)) {
            return truth(name, target, first, (Boolean) b);
        }
        if (a != null && (a instanceof Double || a instanceof Long) && (b == null || b instanceof Number)) {
            Object found = real(name, ((Number) a).doubleValue(), b == null ? 0 : ((Number) b).doubleValue());
            if (found != null) {
                return found;
            }
        }
        throw new NetworkFailure(target + " on " + arguments + " is not supported");
    }

    private static Object whole(String name, Object a, Object b) {
        return switch (name) {
            case "add" -> WholeNumbers.plus(a, b);
            case "sub" -> WholeNumbers.minus(a, b);
            case "mul" -> WholeNumbers.times(a, b);
            case "floordiv" -> WholeNumbers.floorDivide(a, b);
            case "mod" -> WholeNumbers.remainder(a, b);
            case "sym_min" -> WholeNumbers.min(a, b);
            case "sym_max" -> WholeNumbers.max(a, b);
            case "neg" -> WholeNumbers.negative(a);
            case "pos", "trunc", "ceil", "floor", "sym_int" -> a;
            case "eq" -> WholeNumbers.compare(a, b, (x, y) -> x == y);
            case "ne" -> WholeNumbers.compare(a, b, (x, y) -> x != y);
            case "lt" -> WholeNumbers.compare(a, b, (x, y) -> x < y);
            case "le" -> WholeNumbers.compare(a, b, (x, y) -> x <= y);
            case "gt" -> WholeNumbers.compare(a, b, (x, y) -> x > y);
            case "ge" -> WholeNumbers.compare(a, b, (x, y) -> x >= y);
            default -> null;
        };
    }

    private static Object truth(String name, String target, boolean a, Boolean b) {
        return switch (name) {
            case "sym_not", "not_" -> !a;
            case "and_" -> a && b;
            case "or_" -> a || b;
            case "eq" -> a == b;
            case "ne" -> a != b;
            default -> throw new NetworkFailure(target + " on truth values is not supported");
        };
    }

    private static Object real(String name, double a, double b) {
        return switch (name) {
            case "add" -> a + b;
            case "sub" -> a - b;
            case "mul" -> a * b;
            case "truediv" -> a / b;
            case "floordiv" -> Math.floor(a / b);
            case "pow" -> Math.pow(a, b);
            case "neg" -> -a;
            case "pos", "sym_float" -> a;
            case "sym_sqrt", "sqrt" -> Math.sqrt(a);
            case "trunc", "sym_int" -> (long) a;
            case "floor" -> (long) Math.floor(a);
            case "ceil" -> (long) Math.ceil(a);
            case "sym_min" -> Math.min(a, b);
            case "sym_max" -> Math.max(a, b);
            case "eq" -> a == b;
            case "ne" -> a != b;
            case "lt" -> a < b;
            case "le" -> a <= b;
            case "gt" -> a > b;
            case "ge" -> a >= b;
            default -> null;
        };
    }
}
