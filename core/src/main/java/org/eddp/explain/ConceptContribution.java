package org.eddp.explain;

/**
 * What one concept contributed.
 *
 * @param concept its number
 * @param relation CCRC, w_c.s_i: how much the class logit changes per unit of the concept everywhere (for heads that are not
 *     linear, the mean over the patches)
 * @param sample sample_i: from the concept as it is in the image
 * @param baseline baseline_i: from the concept as it is in the baseline
 * @param correction correction_i: because filters and signal vectors of different concepts are not quite orthogonal
 * @param contribution sample - baseline: the mean of the map
 * @param present patches on which its detector fires
 * @param map concept contribution map: what each patch adds, row by row; in units of the logit, so that its mean is the
 *     contribution
 */
public record ConceptContribution(
        int concept,
        double relation,
        double sample,
        double baseline,
        double correction,
        double contribution,
        int present,
        double[][] map) {}
