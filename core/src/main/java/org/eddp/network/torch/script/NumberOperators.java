package org.eddp.network.torch.script;

import java.util.Arrays;
import java.util.List;
import org.eddp.network.NetworkFailure;
import org.eddp.network.torch.WholeNumbers.BatchNumber;

/** Operators on numbers and truth values. */
final class NumberOperators {
    /** A decision depends on the number of images. */
    static final class BatchDependent extends RuntimeException {
        private static final long serialVersionUID = 1;

        BatchDependent() {
            super("it decides something by the number of images", null, false, false);
        }
    }

    private NumberOperators() {}

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
            throw new NetworkFailure("has " + Values.text(value) + " in place of a whole number");
        }
        return number;
    }

    /**
     * Computes with numbers; null if it is not an operator on numbers.
     *
     * @throws ArithmeticException if a whole number would have more than 64 bits, or the divisor is 0
     */
    static Object arithmetic(String name, List<Object> operands) {
        if (operands.stream().allMatch(Boolean.class::isInstance)
                && name.matches("__(and|or|xor)__|bitwise_(and|or)")) {
            return Long.valueOf(1)
                    .equals(whole(
                            name,
                            operands.stream().mapToLong(NumberOperators::whole).toArray()));
        }
        if (operands.stream().noneMatch(BatchNumber.class::isInstance)) {
            return operands.stream().anyMatch(Double.class::isInstance)
                    ? real(
                            name,
                            operands.stream()
                                    .mapToDouble(NumberOperators::toDouble)
                                    .toArray())
                    : whole(
                            name,
                            operands.stream().mapToLong(NumberOperators::whole).toArray());
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
        if (one == null || one.equals(two)) {
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
            default -> null;
        };
    }
}
