package org.eddp.directions.step;

import java.io.Serializable;
import org.eddp.directions.Detectors;

/**
 * What an evaluation computes for a batch. It is the same for every process that works on the strips of the batch.
 *
 * @param wanted what the passes have to find
 * @param subsampling whether signal vectors come from the patches where detectors fire only
 * @param strengths kappa per image, or null without L^ur
 */
record StepRequest(Detectors detectors, StepEvaluation.Wanted wanted, boolean subsampling, double[] strengths)
        implements Serializable {
    private static final long serialVersionUID = 1L;
}
