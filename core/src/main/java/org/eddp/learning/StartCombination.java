package org.eddp.learning;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.directions.Detectors;
import org.eddp.directions.LossOptions;
import org.eddp.directions.SameConcept;
import org.eddp.directions.step.Memberships;
import org.eddp.features.FeatureSource;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;

/**
 * Combines one set of detectors from several random starts.
 *
 * <p>A start rarely finds every concept, but different starts miss different ones. Detectors of all starts are ranked
 * by how undecided they are, mean of 4 y (1 - y): a detector of a real concept has few patches near its threshold. From
 * the top of the list it takes detectors that fire on a plausible share of the patches and differ from those already
 * taken. If there are too few, the best of the others fill up the set.
 */
final class StartCombination {
    /** How far outside the bounds on its share a detector may be. */
    private static final double SHARE_TOLERANCE = 1.25;

    private static final int SAMPLE_ELEMENTS = 1 << 22;

    private final Detectors pool;
    private final int patches;
    private final double[] indecision;
    private final BitSet[] active;

    private StartCombination(Detectors pool, double[] memberships) {
        this.pool = pool;
        patches = memberships.length / pool.concepts();
        indecision = new double[pool.concepts()];
        active = new BitSet[pool.concepts()];
        for (int i = 0; i < active.length; i++) {
            active[i] = new BitSet(patches);
            for (int p = 0; p < patches; p++) {
                double y = memberships[i * patches + p];
                indecision[i] += 4 * y * (1 - y) / patches;
                active[i].set(p, y > 0.5);
            }
        }
    }

    /** As many detectors as each of {@code starts} has, judged on the first images of {@code source}. */
    static Detectors of(List<Detectors> starts, FeatureSource source, LossOptions losses) {
        Detectors pool = together(starts);
        int images =
                Math.max(1, SAMPLE_ELEMENTS / pool.concepts() / source.grid().cells());
        try (Scope scope = Scope.open()) {
            var sample = source.range(0, Math.min(images, source.images()));
            double[] memberships = Memberships.of(sample.rows(0, sample.images()), pool, losses)
                    .memberships();
            return new StartCombination(pool, memberships).pick(starts.get(0).concepts(), losses);
        }
    }

    private Detectors pick(int concepts, LossOptions losses) {
        double fewest = losses.minimumShare() / SHARE_TOLERANCE * patches;
        double most = losses.maximumShare() * SHARE_TOLERANCE * patches;
        List<Integer> ranked = IntStream.range(0, active.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> indecision[i]))
                .toList();
        List<Integer> taken = new ArrayList<>();
        for (int i : ranked) {
            int fires = active[i].cardinality();
            if (taken.size() < concepts && fires >= fewest && fires <= most && isNew(i, taken)) {
                taken.add(i);
            }
        }
        for (int i : ranked) {
            if (taken.size() < concepts && !taken.contains(i)) {
                taken.add(i);
            }
        }
        return chosen(taken);
    }

    private boolean isNew(int candidate, List<Integer> taken) {
        return taken.stream()
                .noneMatch(other -> SameConcept.overlap(active[candidate], active[other], SameConcept.OVERLAP));
    }

    private Detectors chosen(List<Integer> columns) {
        Matrix filters = new Matrix(pool.width(), columns.size());
        double[] thresholds = new double[columns.size()];
        for (int c = 0; c < thresholds.length; c++) {
            thresholds[c] = pool.thresholds()[columns.get(c)];
            for (int d = 0; d < pool.width(); d++) {
                filters.set(d, c, pool.filters().get(d, columns.get(c)));
            }
        }
        return new Detectors(filters, thresholds);
    }

    private static Detectors together(List<Detectors> starts) {
        int each = starts.get(0).concepts();
        Matrix filters = new Matrix(starts.get(0).width(), each * starts.size());
        double[] thresholds = new double[filters.columns()];
        for (int s = 0; s < starts.size(); s++) {
            System.arraycopy(starts.get(s).thresholds(), 0, thresholds, s * each, each);
            for (int d = 0; d < filters.rows(); d++) {
                for (int c = 0; c < each; c++) {
                    filters.set(d, s * each + c, starts.get(s).filters().get(d, c));
                }
            }
        }
        return new Detectors(filters, thresholds);
    }
}
