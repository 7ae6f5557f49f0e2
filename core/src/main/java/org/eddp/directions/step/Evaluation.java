package org.eddp.directions.step;

import java.util.Map;
import org.eddp.directions.Term;
import org.eddp.tensor.Matrix;

/**
 * Every loss of a batch and the gradient of the weighted objective.
 *
 * @param values loss values, those that were asked for
 * @param filters gradient with respect to the filters W
 * @param thresholds gradient with respect to the thresholds b
 * @param signals the signal vectors used, or null
 * @param signalGradient gradient with respect to the signal vectors; already included in {@code filters} when they were
 *     computed from the batch, null when there are none
 * @param moments the moments behind the signal vectors, history included, or null
 */
public record Evaluation(
        Map<Term, Double> values,
        Matrix filters,
        double[] thresholds,
        Matrix signals,
        Matrix signalGradient,
        SignalMoments moments) {}
