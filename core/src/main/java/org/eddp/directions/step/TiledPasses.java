package org.eddp.directions.step;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.eddp.directions.Manipulation.Kind;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.tensor.Matrix;

/**
 * The passes over the tiles of a batch, computed by the engine, in this process or in others. Results are on the heap;
 * constants in the engine belong to the open scope.
 */
final class TiledPasses implements Passes {
    private final TiledStep step;
    private final Strips strips;
    private final List<Pass<?>> passes = new ArrayList<>();
    private AlignPass.Totals aligned;

    TiledPasses(TiledStep step, Batch batch, Strips.Request request) {
        this.step = step;
        strips = new Strips(step, batch, request);
    }

    /** Runs a pass on every strip and combines the results in order. */
    private <T extends Serializable> void forEachStrip(Pass<T> pass, Consumer<? super T> combine) {
        passes.add(pass);
        step.forEachStrip(strips, List.copyOf(passes), combine);
    }

    @Override
    public Passes.Totals measure() {
        Passes.Totals totals = new Passes.Totals(strips.concepts, strips.detectors.width());
        forEachStrip(new MeasurePass(), totals::add);
        return totals;
    }

    @Override
    public Aligned align(Kind kind, Matrix signals) {
        if (kind == Kind.PRESENT_ONLY) {
            PresentPass.Totals totals = new PresentPass.Totals(strips);
            forEachStrip(new PresentPass(), totals::add);
            return totals;
        }
        Alignment alignment = Alignment.of(kind, strips.detectors, signals, step.options.damping(), step.algebra);
        aligned = new AlignPass.Totals(alignment);
        forEachStrip(new AlignPass(alignment.lift()), aligned::add);
        return aligned;
    }

    @Override
    public void differentiate(
            MembershipKernel.Coefficients coefficients, SignalGradient signals, Matrix filters, double[] thresholds) {
        double pull = aligned == null ? 0 : aligned.scorePull();
        forEachStrip(new DifferentiatePass(coefficients, signals, pull), gradient -> {
            gradient.filters().addTo(filters.values(), 1);
            gradient.sumP().addTo(thresholds, -1);
        });
    }
}
