package org.eddp.network.onnx.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;

/**
 * A GELU that a file spells out: 0.5 x (1 + erf(x / sqrt(2))), its factors in any order.
 *
 * @param input slot of x
 * @param inner the steps whose results no other step reads
 */
record GeluPattern(int input, List<GraphStep> inner) {
    private static final double TOLERANCE = 1e-6;

    /**
     * The pattern that ends with a product.
     *
     * @param onlyFor the step that computes a value which a single step reads, null otherwise
     * @param number a constant that is one number, NaN otherwise
     * @return null if there is no such pattern
     */
    static GeluPattern ending(GraphStep product, IntFunction<GraphStep> onlyFor, IntToDoubleFunction number) {
        return new Search(onlyFor, number).find(product);
    }

    private static final class Search {
        private final IntFunction<GraphStep> onlyFor;
        private final IntToDoubleFunction number;
        private final List<GraphStep> inner = new ArrayList<>();
        private final List<Integer> factors = new ArrayList<>();
        private double scale = 1;

        Search(IntFunction<GraphStep> onlyFor, IntToDoubleFunction number) {
            this.onlyFor = onlyFor;
            this.number = number;
        }

        GeluPattern find(GraphStep product) {
            takeFactors(product, 2);
            if (factors.size() != 2 || !close(scale, 0.5)) {
                return null;
            }
            int before = inner.size();
            for (int i = 0; i < 2; i++) {
                int x = factors.get(1 - i);
                if (isShare(factors.get(i), x)) {
                    return new GeluPattern(x, List.copyOf(inner));
                }
                inner.subList(before, inner.size()).clear();
            }
            return null;
        }

        private void takeFactors(GraphStep product, int depth) {
            for (int i = 0; i < 2; i++) {
                int slot = product.input(i);
                double constant = number.applyAsDouble(slot);
                GraphStep maker = onlyFor.apply(slot);
                if (!Double.isNaN(constant)) {
                    scale *= constant;
                } else if (depth > 0 && isA(maker, "Mul")) {
                    inner.add(maker);
                    takeFactors(maker, depth - 1);
                } else {
                    factors.add(slot);
                }
            }
        }

        /** Whether a value is 1 + erf(x / sqrt(2)). */
        private boolean isShare(int slot, int x) {
            GraphStep sum = onlyFor.apply(slot);
            if (!isA(sum, "Add")) {
                return false;
            }
            int one = close(number.applyAsDouble(sum.input(1)), 1) ? 1 : 0;
            GraphStep function = onlyFor.apply(sum.input(1 - one));
            if (!close(number.applyAsDouble(sum.input(one)), 1) || !isA(function, "Erf")) {
                return false;
            }
            GraphStep scaled = onlyFor.apply(function.input(0));
            inner.addAll(List.of(sum, function));
            if (isA(scaled, "Div")) {
                inner.add(scaled);
                return scaled.input(0) == x && close(number.applyAsDouble(scaled.input(1)), Math.sqrt(2));
            }
            if (isA(scaled, "Mul")) {
                inner.add(scaled);
                int factor = scaled.input(0) == x ? 1 : 0;
                return scaled.input(1 - factor) == x
                        && close(number.applyAsDouble(scaled.input(factor)), Math.sqrt(0.5));
            }
            return false;
        }

        private static boolean isA(GraphStep step, String operator) {
            return step != null && step.node().operator().equals(operator);
        }

        private static boolean close(double found, double expected) {
            return Math.abs(found - expected) <= TOLERANCE;
        }
    }
}
