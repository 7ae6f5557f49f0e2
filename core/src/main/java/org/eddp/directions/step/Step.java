package org.eddp.directions.step;

import java.util.Map;
import org.eddp.directions.Detectors;
import org.eddp.directions.Manipulation;
import org.eddp.directions.Term;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.tensor.Matrix;

/** Evaluates the losses of a batch and the gradient of their weighted sum. */
public interface Step {
    /**
     * Evaluates the data terms, L^fso and L^ur. L^mm depends on the parametrisation, not on data, and is left to the
     * learner.
     *
     * @param weighting which terms, and how strongly each pulls
     * @param kind which manipulation L^ur uses
     * @param strengths kappa per image, or null without {@link Term#UNCERTAINTY}
     * @param source where the signal vectors come from
     */
    Evaluation evaluate(
            Batch batch,
            Detectors detectors,
            Weighting weighting,
            Manipulation.Kind kind,
            double[] strengths,
            SignalSource source);

    /**
     * Every loss of a batch and the gradient of the weighted objective.
     *
     * @param values the requested loss values
     * @param filters gradient with respect to the filters W
     * @param thresholds gradient with respect to the thresholds b
     * @param signals the signal vectors used, or null
     * @param signalGradient gradient with respect to the signal vectors; already included in {@code filters} when they
     *     were computed from the batch, null when there are none
     * @param moments the moments behind the signal vectors, history included, or null
     */
    record Evaluation(
            Map<Term, Double> values,
            Matrix filters,
            double[] thresholds,
            Matrix signals,
            Matrix signalGradient,
            SignalMoments moments) {}

    /** Which losses take part, and how strongly each pulls given its value. */
    interface Weighting {
        /** Whether {@code term} is needed at all. */
        boolean uses(Term term);

        /** The factor of the gradient of {@code term} when the term has this value. */
        double coefficient(Term term, double value);

        /** Constant factors, independent of the values of the terms; terms without one do not take part. */
        static Weighting of(Map<Term, Double> factors) {
            return new Weighting() {
                @Override
                public boolean uses(Term term) {
                    return factors.containsKey(term);
                }

                @Override
                public double coefficient(Term term, double value) {
                    return factors.getOrDefault(term, 0.0);
                }
            };
        }

        /** A single term with factor one, for examining it alone. */
        static Weighting only(Term term) {
            return of(Map.of(term, 1.0));
        }
    }

    /**
     * Where the signal vectors of a step come from.
     *
     * @param subsampling take only patches where the detector fires; without it the estimate is biased whenever concepts
     *     exclude each other
     * @param history moments of earlier batches to merge with this one's, or null
     * @param fixed given signal vectors (D x I) to use instead of computing them, or null
     */
    record SignalSource(boolean subsampling, SignalMoments history, Matrix fixed) {
        /** From the batch alone, with sub-sampling. */
        public static final SignalSource BATCH = new SignalSource(true, null, null);

        /** Given signal vectors. */
        public static SignalSource fixed(Matrix signals) {
            return new SignalSource(true, null, signals);
        }
    }
}
