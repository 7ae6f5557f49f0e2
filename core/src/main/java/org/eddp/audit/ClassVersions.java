package org.eddp.audit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.eddp.directions.Detectors;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureStatistics;
import org.eddp.features.ImageStream;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Workers;

/**
 * Refits the detectors of candidates to the pictures of their classes. A detector that was learned without labels often also fires on other
 * things; in the pictures of one class most of its patches are the one thing that the class rests on.
 *
 * <p>One step: s is the mean of the patches on which the detector fires in pictures of the class, minus the mean of all other patches;
 * w = (C + r tr(C) / D I)^-1 s, scaled so that w.s = 1; it fires above half way. The first step starts from the detector of the run, the
 * others from the one before. Every candidate is fitted to one half of the pictures, to the other half, and to all.
 */
final class ClassVersions {
    /** Fits of every candidate: to either half of the pictures, and to all of them. */
    static final int FITS = 3;

    static final int ALL = 2;
    private static final int STEPS = 3;
    private static final int FEWEST_PATCHES = 4;
    private static final double RIDGE = 1e-3;
    private static final long READ_ELEMENTS = 1 << 20;

    private final FeatureSource source;
    private final List<Candidate> candidates;
    private final List<BitSet> taken;
    private final BitSet secondHalf;

    private ClassVersions(FeatureSource source, List<Candidate> candidates, List<BitSet> taken, BitSet secondHalf) {
        this.source = source;
        this.candidates = candidates;
        this.taken = taken;
        this.secondHalf = secondHalf;
    }

    /**
     * Fits all candidates.
     *
     * @param taken pictures that are taken for each class
     * @param secondHalf pictures of the second half
     * @param workers threads; not closed
     * @return three fits of each candidate; null instead of three where there are too few patches
     */
    static List<ClassVersion[]> of(
            FeatureSource source,
            Detectors detectors,
            List<Candidate> candidates,
            List<BitSet> taken,
            BitSet secondHalf,
            Workers workers,
            Monitor monitor) {
        ClassVersions fitting = new ClassVersions(source, candidates, taken, secondHalf);
        FeatureStatistics statistics = FeatureStatistics.of(source);
        Matrix inverse = inverse(statistics.covariance());
        Detectors current = fitting.repeated(detectors);
        List<ClassVersion[]> fits = List.of();
        for (int step = 0; step < STEPS; step++) {
            Sums sums = fitting.sums(current, workers, monitor.part((double) step / STEPS, (step + 1.0) / STEPS));
            fits = fitting.fit(sums, inverse);
            current = detectors(fits, source.width());
        }
        return fits;
    }

    private static Matrix inverse(Matrix covariance) {
        Matrix damped = covariance.copy();
        double trace = 0;
        for (int d = 0; d < damped.rows(); d++) {
            trace += damped.get(d, d);
        }
        for (int d = 0; d < damped.rows(); d++) {
            damped.set(d, d, damped.get(d, d) + RIDGE * trace / damped.rows());
        }
        Matrix inverse = damped.inverse();
        if (inverse == null) {
            throw new InvalidInput("all patches are the same, so there is nothing to audit");
        }
        return inverse;
    }

    private Detectors repeated(Detectors detectors) {
        Matrix filters = new Matrix(detectors.width(), FITS * candidates.size());
        double[] thresholds = new double[FITS * candidates.size()];
        for (int k = 0; k < thresholds.length; k++) {
            int concept = candidates.get(k / FITS).concept();
            thresholds[k] = detectors.thresholds()[concept];
            for (int d = 0; d < detectors.width(); d++) {
                filters.set(d, k, detectors.filters().get(d, concept));
            }
        }
        return new Detectors(filters, thresholds);
    }

    /** Candidates without fits have detectors that never fire. */
    private static Detectors detectors(List<ClassVersion[]> fits, int width) {
        Matrix filters = new Matrix(width, FITS * fits.size());
        double[] thresholds = new double[FITS * fits.size()];
        for (int k = 0; k < thresholds.length; k++) {
            ClassVersion[] own = fits.get(k / FITS);
            thresholds[k] = own == null ? 1 : own[k % FITS].threshold();
            for (int d = 0; own != null && d < width; d++) {
                filters.set(d, k, own[k % FITS].filter()[d]);
            }
        }
        return new Detectors(filters, thresholds);
    }

    /** Sums over patches: of every fit, and of all patches of both halves. */
    private static final class Sums {
        final double[][] sums;
        final long[] counts;
        final double[][] all;
        final long[] patches = new long[2];

        Sums(int fits, int width) {
            sums = new double[fits][width];
            counts = new long[fits];
            all = new double[2][width];
        }

        void add(Sums other) {
            add(sums, other.sums);
            add(all, other.all);
            for (int k = 0; k < counts.length; k++) {
                counts[k] += other.counts[k];
            }
            patches[0] += other.patches[0];
            patches[1] += other.patches[1];
        }

        private static void add(double[][] to, double[][] from) {
            for (int k = 0; k < to.length; k++) {
                add(to[k], from[k], 0);
            }
        }

        static void add(double[] to, double[] from, int first) {
            for (int d = 0; d < to.length; d++) {
                to[d] += from[first + d];
            }
        }

        static void add(double[] to, float[] from, int first) {
            for (int d = 0; d < to.length; d++) {
                to[d] += from[first + d];
            }
        }
    }

    private Sums sums(Detectors current, Workers workers, Monitor monitor) {
        Sums whole = new Sums(current.concepts(), source.width());
        ImageStream.of(source, source.width() + current.concepts(), READ_ELEMENTS)
                .watchedBy(monitor, "the audit")
                .forEachAhead(workers, range -> sums(range, current), whole::add);
        return whole;
    }

    private Sums sums(ImageStream.Range range, Detectors current) {
        int fits = current.concepts();
        int width = source.width();
        int cells = source.grid().cells();
        Sums sums = new Sums(fits, width);
        float[] rows = range.rows().toFloats();
        float[] scores = current.scores(range.rows()).toFloats();
        for (int p = 0; p < range.images() * cells; p++) {
            int picture = range.first() + p / cells;
            int half = secondHalf.get(picture) ? 1 : 0;
            sums.patches[half]++;
            Sums.add(sums.all[half], rows, p * width);
            for (int k = 0; k < fits; k++) {
                if (scores[p * fits + k] > 0
                        && k % FITS != 1 - half
                        && taken.get(candidates.get(k / FITS).label()).get(picture)) {
                    sums.counts[k]++;
                    Sums.add(sums.sums[k], rows, p * width);
                }
            }
        }
        return sums;
    }

    private List<ClassVersion[]> fit(Sums sums, Matrix inverse) {
        List<ClassVersion[]> fits = new ArrayList<>();
        for (int j = 0; j < candidates.size(); j++) {
            ClassVersion[] own = new ClassVersion[FITS];
            for (int f = 0; f < FITS && own != null; f++) {
                own[f] = fit(sums, j * FITS + f, f, inverse);
                own = own[f] == null ? null : own;
            }
            fits.add(own);
        }
        return fits;
    }

    private static ClassVersion fit(Sums sums, int k, int fit, Matrix inverse) {
        long patches = fit == ALL ? sums.patches[0] + sums.patches[1] : sums.patches[fit];
        long with = sums.counts[k];
        if (with < FEWEST_PATCHES || with == patches) {
            return null;
        }
        int width = inverse.rows();
        double[] others = new double[width];
        double[] signal = new double[width];
        for (int d = 0; d < width; d++) {
            double all = fit == ALL ? sums.all[0][d] + sums.all[1][d] : sums.all[fit][d];
            others[d] = (all - sums.sums[k][d]) / (patches - with);
            signal[d] = sums.sums[k][d] / with - others[d];
        }
        double[] filter = Matrix.row(signal).times(inverse).values(); // the inverse is symmetric
        double scale = ClassVersion.dot(filter, signal);
        if (!(scale > 0)) {
            return null;
        }
        filter = ClassVersion.scaled(filter, 1 / scale);
        return new ClassVersion(filter, ClassVersion.dot(filter, others), signal);
    }
}
