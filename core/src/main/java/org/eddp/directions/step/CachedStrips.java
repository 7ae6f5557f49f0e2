package org.eddp.directions.step;

import java.io.Serializable;
import java.util.List;
import org.eddp.directions.step.TiledStep.StepLocation;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.parts.WorkerContext;

/**
 * Caches of a process that computes strips for others, kept from one pass to the next: features, head, and the progress
 * of each strip of a batch.
 */
final class CachedStrips implements AutoCloseable {
    private final StepLocation.Opened opened;
    private final TiledStep step;
    private String evaluation;
    private Strips strips;
    /** Passes done on every strip. */
    private int[] done;

    CachedStrips(StripOrder.Setting setting, WorkerContext place) {
        opened = setting.place().open(place);
        step = new TiledStep(
                setting.options(), opened.head(), setting.activation(), place.workers(), setting.tileElements());
    }

    <T extends Serializable> StripWork<T> work(StripOrder<T> order) {
        if (!order.evaluation().equals(evaluation)) {
            Batch batch = opened.features().select(order.images());
            step.prepare(batch, order.request().detectors());
            strips = new Strips(step, batch, order.request());
            done = new int[strips.tiling.strips()];
            evaluation = order.evaluation();
        }
        return new StripWork<>(strips, order.passes(), order, this);
    }

    /** Computes the missing passes before the last one. */
    void catchUp(List<Pass<?>> passes, int first, int end) {
        for (int pass = 0; pass < passes.size() - 1; pass++) {
            for (int strip = first; strip < end; strip++) {
                int from = strip;
                while (strip < end && done[strip] <= pass) {
                    strip++;
                }
                if (from < strip) {
                    run(passes.get(pass), pass, from, strip);
                }
            }
        }
    }

    /** Marks each strip as done only when the pass has finished on it. If the pass fails, the other strips run again. */
    private void run(Pass<?> pass, int number, int from, int end) {
        int[] strip = {from};
        strips.forEach(pass, from, end, found -> done(strip[0]++, number + 1));
    }

    /** Records that a pass is done on a strip. */
    void done(int strip, int passes) {
        done[strip] = passes;
    }

    @Override
    public void close() {
        step.close();
        opened.close();
    }
}
