package org.eddp.explain;

import org.eddp.tensor.Matrix;

/**
 * What the absence of each concept looks like, and along which directions concepts are taken out: the reference of
 * explanations by removal.
 *
 * @param levels a_i: mean of w_i.x over the patches on which detector i does not fire
 * @param signals D x I, scaled so that w_i.s_i = 1; a zero column where a concept cannot be taken out
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TypicalAbsence(double[] levels, Matrix signals) {
    public TypicalAbsence {
        if (levels.length != signals.columns()) {
            throw new IllegalArgumentException("levels of " + levels.length + " concepts and signal vectors of "
                    + signals.columns() + " do not go together");
        }
    }
}
