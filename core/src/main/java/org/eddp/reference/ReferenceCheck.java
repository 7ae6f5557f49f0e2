package org.eddp.reference;

import java.util.Map;
import org.eddp.files.json.Json;
import org.eddp.tensor.DType;

/** Recomputes built-in reference numbers to check the arithmetic of this machine. Takes a second. */
public final class ReferenceCheck {
    /** Largest relative error in double that counts as reproduced. */
    public static final double LIMIT = 1e-8;

    private ReferenceCheck() {}

    /**
     * The result.
     *
     * @param quantities losses, gradients and what they are made of, over all cases
     * @param errorInDouble largest relative error in double precision
     * @param errorInFloat largest relative error in single precision
     */
    public record Result(int quantities, double errorInDouble, double errorInFloat) {
        /** Whether the numbers are right. */
        public boolean isPassed() {
            return errorInDouble <= LIMIT;
        }
    }

    /** Recomputes everything. */
    public static Result run() {
        Verification.Case.File golden =
                Json.readResource(ReferenceCheck.class, "golden.json", Verification.Case.File.class);
        int quantities = 0;
        double inDouble = 0;
        double inFloat = 0;
        for (Verification.Case reference : golden.cases()) {
            Map<String, Double> errors = Verification.errors(reference, DType.FLOAT64);
            quantities += errors.size();
            inDouble = Math.max(inDouble, largest(errors));
            inFloat = Math.max(inFloat, largest(Verification.errors(reference, DType.FLOAT32)));
        }
        return new Result(quantities, inDouble, inFloat);
    }

    /** NaN counts as the largest error. */
    private static double largest(Map<String, Double> errors) {
        return errors.values().stream()
                .mapToDouble(error -> Double.isNaN(error) ? Double.POSITIVE_INFINITY : error)
                .max()
                .orElseThrow();
    }
}
