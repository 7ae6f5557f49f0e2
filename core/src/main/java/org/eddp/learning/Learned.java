package org.eddp.learning;

import java.util.List;
import org.eddp.directions.Directions;

/**
 * What learning returns.
 *
 * @param directions the direction pairs
 * @param bestRestart which random start of step (a) was kept
 * @param curves every loss over the steps of that start, of (b) and of (d)
 */
public record Learned(Directions directions, int bestRestart, List<LossCurve> curves) {}
