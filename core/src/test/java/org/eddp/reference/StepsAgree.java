package org.eddp.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.eddp.directions.Term;
import org.eddp.directions.step.Step.Evaluation;
import org.eddp.tensor.Matrix;

/** Compares two evaluations of the same problem. */
final class StepsAgree {
    private static final double VALUE_TOLERANCE = 1e-10;
    private static final double GRADIENT_TOLERANCE = 1e-8;

    private StepsAgree() {}

    /** Values to 1e-10 of each, gradients to 1e-8 of the largest gradient of all inputs. */
    static void assertAgree(Evaluation found, Evaluation expected) {
        assertValuesAgree(found.values(), expected.values());
        double scale = Math.max(largest(expected.filters()), largest(Matrix.row(expected.thresholds())));
        assertThat(scale).isFinite();
        assertClose("dW", found.filters(), expected.filters(), scale);
        assertClose("db", Matrix.row(found.thresholds()), Matrix.row(expected.thresholds()), scale);
        if (expected.signals() == null) {
            assertThat(found.signalGradient()).isNull();
            return;
        }
        assertClose("S", found.signals(), expected.signals(), largest(expected.signals()));
        double signalScale = Math.max(scale, largest(expected.signalGradient()));
        assertClose("dS", found.signalGradient(), expected.signalGradient(), signalScale);
    }

    private static void assertValuesAgree(Map<Term, Double> found, Map<Term, Double> expected) {
        assertThat(found).containsOnlyKeys(expected.keySet());
        expected.forEach((term, value) -> {
            double error = Math.abs(found.get(term) - value);
            assertThat(error).as(term.name()).isLessThanOrEqualTo(VALUE_TOLERANCE * Math.max(1e-3, Math.abs(value)));
        });
    }

    private static void assertClose(String name, Matrix found, Matrix expected, double scale) {
        double error = largest(found.minus(expected));
        assertThat(error).as(name).isLessThanOrEqualTo(GRADIENT_TOLERANCE * scale);
    }

    /** Largest magnitude; NaN when there is one. */
    static double largest(Matrix m) {
        return Arrays.stream(m.values()).map(Math::abs).max().orElse(0);
    }

    /** Fails unless every value and every gradient is a finite number. */
    static void assertFinite(Evaluation evaluation) {
        assertThat(evaluation.values())
                .allSatisfy((term, value) -> assertThat(value).isFinite());
        DoubleStream numbers = DoubleStream.concat(
                Arrays.stream(evaluation.filters().values()), Arrays.stream(evaluation.thresholds()));
        assertThat(numbers.allMatch(Double::isFinite)).as("gradients finite").isTrue();
    }
}
