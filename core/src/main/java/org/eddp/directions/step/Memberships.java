package org.eddp.directions.step;

import org.eddp.directions.Detectors;
import org.eddp.directions.LossOptions;
import org.eddp.tensor.Buffers;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * Memberships of every patch, one row per concept.
 *
 * @param memberships y = sigmoid(w.x - b), I x n
 * @param shares q = y / sum y, I x n
 * @param entropy H(q) in bits, n
 * @param focalWeights theta, n
 */
public record Memberships(double[] memberships, double[] shares, double[] entropy, double[] focalWeights) {

    /** Reads {@code rows} (n x D) with the detectors, by the same kernel that learning uses. */
    public static Memberships of(Tensor rows, Detectors detectors, LossOptions options) {
        MembershipKernel kernel = new MembershipKernel(options, true, false);
        DType type = rows.type();
        try (Scope scope = Scope.open();
                Buffers tile = new Buffers(type);
                Buffers scratch = new Buffers(type)) {
            return kernel.inspect(
                    rows,
                    Tensor.of(detectors.filters().transpose(), type),
                    Tensor.of(detectors.offsets(), type, detectors.concepts(), 1),
                    tile,
                    scratch);
        }
    }
}
