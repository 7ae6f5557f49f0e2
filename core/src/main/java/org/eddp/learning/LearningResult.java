package org.eddp.learning;

import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.files.json.Json;

/**
 * The result of learning.
 *
 * @param directions the direction pairs
 * @param bestRestart which random start of step (a) was kept
 * @param curves every loss over the steps of that start, of (b) and of (d)
 */
public record LearningResult(Directions directions, int bestRestart, List<LossCurve> curves) {

    /**
     * One loss over the course of one learning step.
     *
     * @param stage which of the steps: "a", "b" or "d"
     * @param term the loss, by its short name
     * @param target the value it is constrained to, or null for a term of the objective
     * @param steps optimiser steps at which it was recorded
     * @param values its values
     * @param multipliers its multipliers, or null for a term of the objective
     */
    public record LossCurve(
            String stage,
            String term,
            @Json.MayBeNull Double target,
            int[] steps,
            double[] values,
            @Json.MayBeNull double[] multipliers) {
        /** The last value; NaN if nothing was recorded. */
        public double ending() {
            return values.length == 0 ? Double.NaN : values[values.length - 1];
        }
    }
}
