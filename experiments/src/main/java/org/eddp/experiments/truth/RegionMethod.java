package org.eddp.experiments.truth;

import java.util.stream.IntStream;

/**
 * Integrated gradients of the layer from a baseline, added up over the cells that show the cause. The head is linear, so the gradient
 * is the class vector everywhere; from a baseline of zero, integrated gradients are gradient x input.
 *
 * @param name in tables
 * @param baseline a patch
 */
record RegionMethod(String name, double[] baseline) implements Method {
    @Override
    public Answer answer(EffectQuery question) {
        double[] vector = question.classVector();
        double sum = question.cells().stream()
                .mapToDouble(p -> IntStream.range(0, vector.length)
                        .mapToDouble(d -> vector[d] * (question.rows().get(p, d) - baseline[d]))
                        .sum())
                .sum();
        return Answer.alone(sum / question.rows().rows());
    }
}
