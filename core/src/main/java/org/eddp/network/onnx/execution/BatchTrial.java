package org.eddp.network.onnx.execution;

import java.util.Arrays;
import java.util.Random;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * Finds out whether a program takes several images at once, when it first gets several. Thread-safe.
 *
 * <p>Files made from a run with one image often have that number of images baked in, in places that fail with two or,
 * worse, mix them up. So noise for two images is run together, and the first of them alone; if that gives different
 * results for it, the program is run image by image. Noise makes the outcome independent of the images that come first.
 */
final class BatchTrial {
    /** Differences of rounding between one and two images are below this. */
    private static final double TOLERANCE = 1e-3;

    private final StepSequence program;
    private final DType type;
    private final long[] pair;
    private volatile Boolean batches;

    /** @param pair shape of the input for two images; null if shapes do not allow two */
    BatchTrial(StepSequence program, DType type, long[] pair) {
        this.program = program;
        this.type = type;
        this.pair = pair == null ? null : pair.clone();
        batches = pair == null ? Boolean.FALSE : null;
    }

    /** Whether several images can be run at once. */
    boolean passes() {
        Boolean known = batches;
        return known != null ? known : run();
    }

    private synchronized boolean run() {
        if (batches == null) {
            batches = agrees();
        }
        return batches;
    }

    private boolean agrees() {
        try (Scope scope = Scope.open()) {
            long count = Arrays.stream(pair).reduce(1, Math::multiplyExact);
            Tensor both = Tensor.of(new Random(1).doubles(count, -1, 1).toArray(), type, pair);
            Tensor together = program.run(both);
            return together.shape().length > 0
                    && together.size(0) == 2
                    && agrees(both, together, 0)
                    && agrees(both, together, 1);
        } catch (NetworkFailure e) {
            return false;
        }
    }

    private boolean agrees(Tensor both, Tensor together, int image) {
        double[] alone = program.run(both.narrow(0, image, 1)).toDoubles();
        return agree(alone, together.narrow(0, image, 1).toDoubles());
    }

    private static boolean agree(double[] alone, double[] together) {
        if (together.length != alone.length) {
            return false;
        }
        double scale = 1;
        for (double value : alone) {
            scale = Double.isFinite(value) ? Math.max(scale, Math.abs(value)) : scale;
        }
        for (int i = 0; i < together.length; i++) {
            boolean bothUndefined = Double.isNaN(alone[i]) && Double.isNaN(together[i]);
            if (!(Math.abs(alone[i] - together[i]) <= TOLERANCE * scale) && !bothUndefined && alone[i] != together[i]) {
                return false;
            }
        }
        return true;
    }
}
