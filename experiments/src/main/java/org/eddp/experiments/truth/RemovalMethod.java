package org.eddp.experiments.truth;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * What is lost when a concept is written to its typical absence on the cells where it fires, and the layer's activation is applied:
 * l(x) - l(act(x')). The concepts of a cause are written together, by a joint solve on the members that fire in a cell.
 */
record RemovalMethod(String name, ConceptSet concepts, Activation activation) implements Method {
    /** Relative to the diagonal of W^T S, which is 1: siblings may be almost parallel. */
    private static final double RIDGE = 1e-6;

    @Override
    public Answer answer(EffectQuery question) {
        if (!concepts.found(question.cause())) {
            return Answer.NOT_FOUND;
        }
        Directions directions = concepts.directions();
        Matrix scores = directions.detectors().scores(question.rows());
        int[] group = concepts.groups().get(question.cause());
        List<Double> others = new ArrayList<>();
        for (int i = 0; i < directions.concepts(); i++) {
            int concept = i;
            if (Arrays.stream(group).noneMatch(g -> g == concept) && fires(scores, i) && directions.hasSignal(i)) {
                others.add(lost(question, scores, i));
            }
        }
        boolean fires = Arrays.stream(group).anyMatch(i -> fires(scores, i));
        return new Answer(
                true,
                fires,
                fires ? lost(question, scores, group) : 0,
                others.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static boolean fires(Matrix scores, int concept) {
        return Arrays.stream(scores.column(concept)).anyMatch(p -> p > 0);
    }

    private double lost(EffectQuery question, Matrix scores, int... members) {
        Matrix rows = question.rows().copy();
        for (int p = 0; p < rows.rows(); p++) {
            int cell = p;
            int[] firing =
                    Arrays.stream(members).filter(i -> scores.get(cell, i) > 0).toArray();
            if (firing.length > 0) {
                write(rows, p, firing);
            }
        }
        double[] vector = question.classVector();
        Matrix left = activated(rows);
        double lost = 0;
        for (int p = 0; p < rows.rows(); p++) {
            for (int d = 0; d < vector.length; d++) {
                lost += vector[d] * (question.rows().get(p, d) - left.get(p, d));
            }
        }
        return lost / rows.rows();
    }

    /** x - S v with W^T (x - S v) = a for the members that fire. */
    private void write(Matrix rows, int cell, int... firing) {
        Directions directions = concepts.directions();
        int n = firing.length;
        Matrix gram = new Matrix(n, n);
        Matrix excess = new Matrix(n, 1);
        for (int d = 0; d < rows.columns(); d++) {
            for (int a = 0; a < n; a++) {
                double w = directions.filters().get(d, firing[a]);
                excess.set(a, 0, excess.get(a, 0) + w * rows.get(cell, d));
                for (int b = 0; b < n; b++) {
                    gram.set(a, b, gram.get(a, b) + w * directions.signals().get(d, firing[b]));
                }
            }
        }
        for (int a = 0; a < n; a++) {
            excess.set(a, 0, excess.get(a, 0) - concepts.statistics().meanWithout()[firing[a]]);
            gram.set(a, a, gram.get(a, a) + RIDGE);
        }
        Matrix inverse = gram.inverse();
        if (inverse == null) {
            return;
        }
        Matrix amounts = inverse.times(excess);
        for (int d = 0; d < rows.columns(); d++) {
            double move = 0;
            for (int a = 0; a < n; a++) {
                move += amounts.get(a, 0) * directions.signals().get(d, firing[a]);
            }
            rows.set(cell, d, rows.get(cell, d) - move);
        }
    }

    private Matrix activated(Matrix rows) {
        try (Scope scope = Scope.open()) {
            return activation.of(Tensor.of(rows, DType.FLOAT64)).toMatrix();
        }
    }
}
