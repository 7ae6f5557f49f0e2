package org.eddp.experiments.training;

import java.util.HashMap;
import java.util.Map;

/** Running statistics of the normalised convolutions: used in inference in place of those of the batch. */
final class Normalisation {
    static final double EPSILON = 1e-5;
    private static final double MOMENTUM = 0.1;

    /** Mean and variance of every map that a convolution gives. */
    record Statistics(double[] mean, double[] variance) {}

    private final Map<String, Statistics> running = new HashMap<>();

    /** Follows the statistics of another part of a batch. */
    void follow(Map<String, Statistics> seen) {
        seen.forEach((name, batch) -> running.merge(name, batch, Normalisation::moved));
    }

    private static Statistics moved(Statistics old, Statistics batch) {
        double[] mean = new double[old.mean.length];
        double[] variance = new double[old.mean.length];
        for (int i = 0; i < mean.length; i++) {
            mean[i] = (1 - MOMENTUM) * old.mean[i] + MOMENTUM * batch.mean[i];
            variance[i] = (1 - MOMENTUM) * old.variance[i] + MOMENTUM * batch.variance[i];
        }
        return new Statistics(mean, variance);
    }

    /** Statistics of a convolution's output. */
    Statistics of(String name) {
        return running.get(name);
    }
}
