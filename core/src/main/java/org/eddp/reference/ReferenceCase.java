package org.eddp.reference;

import java.util.List;
import java.util.Map;

/** One problem of a reference file; component names are the file's keys. */
public record ReferenceCase(
        long seed,
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

    /** Constants of the losses; the floor of L^ic is {@code tau / I}. */
    public record Options(double nu, double mu, double gamma, double tau, double rho, double kappa) {}

    /** A loss with its gradients; null where it does not depend on the input. */
    public record Loss(double value, double[][] dW, double[] db, double[][] dS) {}

    /** The whole file. */
    public record File(List<ReferenceCase> cases) {}
}
