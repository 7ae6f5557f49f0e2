package org.eddp.learning;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.eddp.directions.Detectors;
import org.eddp.directions.LossOptions;
import org.eddp.directions.SameConcept;
import org.eddp.directions.step.Memberships;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.features.FeatureStatistics;
import org.eddp.math.Seeds;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;

/**
 * Restarts detectors that learning cannot recover: silent ones have no gradient, and two that fire on the same patches
 * are one concept. Each restarts at a patch on which no detector fires. Its filter is the one that separates this patch
 * from all others, and its threshold lets it fire on an even share of the patches.
 *
 * @param detectors all of them, the new ones in their places
 * @param silent how many never fired, or nearly never
 * @param duplicates how many overlapped too much with another ({@link SameConcept#HOPELESS_OVERLAP})
 */
record Reseeding(Detectors detectors, int silent, int duplicates) {
    /** Share, relative to the smallest allowed, below which a detector counts as silent. */
    private static final double SILENT = 0.1;

    private static final int SAMPLE_ELEMENTS = 1 << 23;

    /** Judges detectors on images drawn from the source. */
    static Reseeding of(
            Detectors detectors, FeatureSource source, FeatureStatistics statistics, LossOptions losses, long seed) {
        SplittableRandom random = Seeds.random(seed, -3);
        int widest = Math.max(detectors.concepts(), detectors.width());
        int images = Math.max(1, SAMPLE_ELEMENTS / widest / source.grid().cells());
        try (Scope scope = Scope.open()) {
            int[] drawn = Arrays.copyOf(Seeds.permutation(source.images(), random), Math.min(images, source.images()));
            Arrays.sort(drawn);
            Batch sample = source.select(drawn);
            Matrix rows = sample.rows(0, sample.images()).toMatrix();
            double[] memberships = Memberships.of(sample.rows(0, sample.images()), detectors, losses)
                    .memberships();
            return new Sample(detectors, rows, memberships).reseed(statistics, losses.minimumShare(), random);
        }
    }

    /** Whether nothing was changed. */
    boolean none() {
        return silent + duplicates == 0;
    }

    /** Where detectors fire on a sample of the patches. */
    private static final class Sample {
        private final Detectors detectors;
        private final Matrix rows;
        private final BitSet[] fires;
        private final BitSet unclaimed;

        Sample(Detectors detectors, Matrix rows, double[] memberships) {
            this.detectors = detectors;
            this.rows = rows;
            int patches = rows.rows();
            fires = new BitSet[detectors.concepts()];
            unclaimed = new BitSet(patches);
            unclaimed.set(0, patches);
            for (int i = 0; i < fires.length; i++) {
                fires[i] = new BitSet(patches);
                for (int p = 0; p < patches; p++) {
                    fires[i].set(p, memberships[i * patches + p] > 0.5);
                }
                unclaimed.andNot(fires[i]);
            }
        }

        Reseeding reseed(FeatureStatistics statistics, double smallestShare, SplittableRandom random) {
            Matrix filters = detectors.filters().copy();
            double[] thresholds = detectors.thresholds().clone();
            double length = Arrays.stream(filters.columnDots(filters))
                    .map(Math::sqrt)
                    .average()
                    .orElse(1);
            int silent = 0;
            int duplicates = 0;
            for (int i = 0; i < fires.length; i++) {
                boolean isSilent = fires[i].cardinality() < SILENT * smallestShare * rows.rows();
                if (!isSilent && !repeatsAnother(i)) {
                    continue;
                }
                silent += isSilent ? 1 : 0;
                duplicates += isSilent ? 0 : 1;
                double[] filter = filterOf(drawUnclaimed(random), statistics, length);
                thresholds[i] = evenThreshold(filter);
                claim(filter, thresholds[i]);
                for (int d = 0; d < filter.length; d++) {
                    filters.set(d, i, filter[d]);
                }
                fires[i].clear(); // of two equal detectors one stays
            }
            return new Reseeding(new Detectors(filters, thresholds), silent, duplicates);
        }

        private boolean repeatsAnother(int i) {
            for (int j = 0; j < fires.length; j++) {
                if (j != i && SameConcept.overlap(fires[i], fires[j], SameConcept.HOPELESS_OVERLAP)) {
                    return true;
                }
            }
            return false;
        }

        private int drawUnclaimed(SplittableRandom random) {
            if (unclaimed.isEmpty()) {
                return random.nextInt(rows.rows());
            }
            int patch = unclaimed.stream()
                    .skip(random.nextInt(unclaimed.cardinality()))
                    .findFirst()
                    .orElseThrow();
            unclaimed.clear(patch);
            return patch;
        }

        /** The matched filter of a patch under independent features: (x - mean) / variance, at the usual length. */
        private double[] filterOf(int patch, FeatureStatistics statistics, double length) {
            double[] filter = new double[rows.columns()];
            for (int d = 0; d < filter.length; d++) {
                double variance = statistics.covariance().get(d, d);
                filter[d] = variance > 0 ? (rows.get(patch, d) - statistics.mean()[d]) / variance : 0;
            }
            double norm = Matrix.row(filter).frobenius();
            return norm == 0 ? filter : Matrix.row(filter).times(length / norm).values();
        }

        /** The next detector then starts elsewhere. */
        private void claim(double[] filter, double threshold) {
            double[] scores = rows.times(new Matrix(filter.length, 1, filter)).values();
            for (int p = 0; p < scores.length; p++) {
                if (scores[p] >= threshold) {
                    unclaimed.clear(p);
                }
            }
        }

        private double evenThreshold(double[] filter) {
            double[] scores = rows.times(new Matrix(filter.length, 1, filter)).values();
            Arrays.sort(scores);
            int firing = Math.max(1, scores.length / fires.length);
            return scores[scores.length - firing];
        }
    }
}
