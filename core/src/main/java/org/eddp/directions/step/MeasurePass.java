package org.eddp.directions.step;

import java.util.ArrayList;
import java.util.List;
import org.eddp.tensor.Buffers;
import org.eddp.tensor.Tensor;

/** First pass: the detectors' scores, which are kept, and the sums behind every loss and the signal vectors. */
record MeasurePass() implements Pass<Passes.Totals> {
    private static final long serialVersionUID = 1L;

    @Override
    public OnStrip<Passes.Totals> prepare(Strips strips) {
        Tensor filtersT = Tensor.of(strips.detectors.filters().transpose(), strips.type);
        Tensor offsets = Tensor.of(strips.detectors.offsets(), strips.type, strips.concepts, 1);
        return (strip, mine) -> {
            Passes.Totals part = new Passes.Totals(strips.concepts, strips.detectors.width());
            List<Tensor> scores = new ArrayList<>();
            for (int tile = strips.tiling.firstTile(strip); tile < strips.tiling.endTile(strip); tile++) {
                Tensor x = strips.tiling.tileRows(tile);
                strips.kernel.measure(x, filtersT, offsets, strips.tile(tile), mine, part.sums);
                scores.add(strips.scores(tile, x.size(0)));
            }
            if (strips.request.wanted().learnedSignals()) {
                part.moments = moments(strips, strip, scores, mine);
            }
            return part;
        };
    }

    private static SignalMoments moments(Strips strips, int strip, List<Tensor> scores, Buffers mine) {
        SignalKernel kernel = strips.signalKernel;
        strips.firing[strip] = kernel.firing(scores);
        if (strips.firing[strip] != null) {
            return kernel.moments(strips.tiling.stripRows(strip), strips.firing[strip]);
        }
        SignalMoments moments = new SignalMoments(strips.concepts, strips.detectors.width());
        for (int i = 0; i < scores.size(); i++) {
            Tensor x = strips.tiling.tileRows(strips.tiling.firstTile(strip) + i);
            moments.merge(kernel.moments(x, scores.get(i), mine));
        }
        return moments;
    }
}
