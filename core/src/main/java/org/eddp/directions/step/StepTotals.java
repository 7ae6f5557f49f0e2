package org.eddp.directions.step;

import java.io.Serializable;

/** Sums over a batch, or over a strip of it. */
final class StepTotals implements Serializable {
    private static final long serialVersionUID = 1L;

    final MembershipKernel.Sums sums;
    private final int width;
    SignalMoments moments;

    StepTotals(int concepts, int width) {
        sums = new MembershipKernel.Sums(concepts);
        this.width = width;
    }

    void add(StepTotals strip) {
        sums.add(strip.sums);
        if (strip.moments != null) {
            moments = moments == null ? new SignalMoments(sums.shares.length, width) : moments;
            moments.merge(strip.moments);
        }
    }
}
