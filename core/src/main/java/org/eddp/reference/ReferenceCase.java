package org.eddp.reference;

import java.util.List;
import java.util.Map;

/**
 * One problem of a reference file; component names are the file's keys. Expected quantities that a file leaves out are
 * null and not compared, keys it has beyond these are ignored.
 */
public record ReferenceCase(
        int D,
        int I,
        int images,
        int patches,
        int K,
        Options options,
        double[][] X,
        double[][] W,
        double[] b,
        double[][] S,
        double[][] V,
        double[] v0,
        double[][] y,
        double[][] q,
        double[] sparsityPerPatch,
        double[] focalWeights,
        double[] clusterShares,
        double[] positives,
        double[][] signalVectors,
        double[][] signalVectorsAllRows,
        double[][] pinvWT,
        double[][] pinvWTS,
        double[][] ufm1,
        double[][] cfm1,
        double[][] ufmKappa,
        double[][] cfmKappa,
        Map<String, Loss> losses) {

    private static final List<String> LOSSES =
            List.of("s", "ma", "fs", "ic", "eac", "mm", "fso", "uur", "cur", "fso_learned", "cur_learned");

    /** Constants of the losses; the floor of L^ic is {@code tau / I}. */
    public record Options(double nu, double mu, double gamma, double tau, double rho, double kappa) {}

    /** A loss with its gradients; null where it does not depend on the input. */
    public record Loss(double value, double[][] dW, double[] db, double[][] dS) {}

    /** The whole file. */
    public record File(List<ReferenceCase> cases) {}

    /** Refuses a case whose inputs are missing or do not fit its sizes. */
    void checkInputs() {
        require(options != null, "it has no options");
        require(losses != null && !losses.isEmpty(), "it has no losses");
        for (String name : losses.keySet()) {
            require(LOSSES.contains(name), "there is no loss '" + name + "'; there are " + String.join(", ", LOSSES));
        }
        require(D > 0 && I > 0 && images > 0 && patches > 0 && K > 0, "D, I, images, patches and K must be positive");
        checkShape("X", X, images * patches, D);
        checkShape("W", W, D, I);
        checkShape("S", S, D, I);
        checkShape("V", V, D, K);
        require(b != null && b.length == I, "b must have I = " + I + " values");
        require(v0 != null && v0.length == K, "v0 must have K = " + K + " values");
    }

    private static void checkShape(String name, double[][] values, int rows, int columns) {
        require(values != null, name + " is missing");
        boolean fits = values.length == rows;
        for (double[] row : values) {
            fits &= row != null && row.length == columns;
        }
        require(fits, name + " must have " + rows + " rows of " + columns + " numbers");
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
