package org.eddp.reference;

import java.util.Map;
import org.eddp.files.Json;
import org.eddp.tensor.DType;

/** Golden numbers that are part of the program, recomputed: does this machine compute what it should? Takes a second. */
public final class SelfTest {
    /** Largest relative error in double that counts as reproduced. */
    public static final double LIMIT = 1e-8;

    private SelfTest() {}

    /**
     * What came of it.
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
        Verification.Case.File golden = Json.readResource(SelfTest.class, "golden.json", Verification.Case.File.class);
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

    /** Not a number is larger than any. */
    private static double largest(Map<String, Double> errors) {
        return errors.values().stream()
                .mapToDouble(error -> Double.isNaN(error) ? Double.POSITIVE_INFINITY : error)
                .max()
                .orElseThrow();
    }
}
