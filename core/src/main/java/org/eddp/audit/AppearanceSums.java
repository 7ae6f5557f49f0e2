package org.eddp.audit;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.features.Grid;
import org.eddp.features.ImageStream;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Workers;

/** What candidates look like in the pictures of their classes, each picture read by a detector that was fitted to the other half. */
final class AppearanceSums {
    private static final long READ_ELEMENTS = 1 << 20;

    private final Grid grid;
    private final int pictures;
    private final Own[] own;
    private final double[] all;
    private double squares;

    private AppearanceSums(Grid grid, int pictures, int candidates, int width) {
        this.grid = grid;
        this.pictures = pictures;
        own = IntStream.range(0, candidates)
                .mapToObj(j -> new Own(width, grid.cells()))
                .toArray(Own[]::new);
        all = new double[width];
    }

    /** The sums of one candidate: strongest readings with it in the class and in other pictures, its patches and their places. */
    private static final class Own {
        int taken;
        int with;
        int otherWith;
        double strongest;
        double strongestSquared;
        double other;
        double otherSquared;
        double areaSquared;
        double squares;
        final double[] sum;
        final long[] firing;

        Own(int width, int cells) {
            sum = new double[width];
            firing = new long[cells];
        }

        void add(Own more) {
            taken += more.taken;
            with += more.with;
            otherWith += more.otherWith;
            strongest += more.strongest;
            strongestSquared += more.strongestSquared;
            other += more.other;
            otherSquared += more.otherSquared;
            areaSquared += more.areaSquared;
            squares += more.squares;
            for (int d = 0; d < sum.length; d++) {
                sum[d] += more.sum[d];
            }
            for (int p = 0; p < firing.length; p++) {
                firing[p] += more.firing[p];
            }
        }

        long patches() {
            return LongStream.of(firing).sum();
        }
    }

    /**
     * Reads all pictures.
     *
     * @param fits of every candidate; null where there are none
     * @param taken pictures that are taken for each class
     * @param secondHalf pictures of the second half
     */
    static AppearanceSums of(
            FeatureSource source,
            List<Candidate> candidates,
            List<ClassVersion[]> fits,
            List<BitSet> taken,
            BitSet secondHalf,
            Workers workers,
            Monitor monitor) {
        AppearanceSums sums = new AppearanceSums(source.grid(), source.images(), candidates.size(), source.width());
        Detectors[] byHalf = {detectors(fits, 1, source.width()), detectors(fits, 0, source.width())};
        ImageStream.of(source, source.width() + 2 * candidates.size(), READ_ELEMENTS)
                .watchedBy(monitor, "the audit")
                .forEachAhead(
                        workers,
                        range -> {
                            AppearanceSums part = new AppearanceSums(
                                    source.grid(), source.images(), candidates.size(), source.width());
                            part.read(range, byHalf, candidates, taken, secondHalf);
                            return part;
                        },
                        sums::add);
        return sums;
    }

    /** Readings minus one half; candidates without fits never fire. */
    private static Detectors detectors(List<ClassVersion[]> fits, int fit, int width) {
        Matrix filters = new Matrix(width, fits.size());
        double[] thresholds = new double[fits.size()];
        for (int j = 0; j < thresholds.length; j++) {
            ClassVersion[] versions = fits.get(j);
            thresholds[j] = versions == null ? 1 : versions[fit].threshold();
            for (int d = 0; versions != null && d < width; d++) {
                filters.set(d, j, versions[fit].filter()[d]);
            }
        }
        return new Detectors(filters, thresholds);
    }

    private void read(
            ImageStream.Range range,
            Detectors[] byHalf,
            List<Candidate> candidates,
            List<BitSet> taken,
            BitSet secondHalf) {
        float[] rows = range.rows().toFloats();
        float[][] scores = {
            byHalf[0].scores(range.rows()).toFloats(),
            byHalf[1].scores(range.rows()).toFloats()
        };
        for (float value : rows) {
            squares += (double) value * value;
        }
        for (int p = 0; p < rows.length / all.length; p++) {
            for (int d = 0; d < all.length; d++) {
                all[d] += rows[p * all.length + d];
            }
        }
        for (int n = 0; n < range.images(); n++) {
            int picture = range.first() + n;
            float[] readings = scores[secondHalf.get(picture) ? 1 : 0];
            for (int j = 0; j < own.length; j++) {
                boolean ofClass = taken.get(candidates.get(j).label()).get(picture);
                add(own[j], rows, readings, n, j, ofClass);
            }
        }
    }

    private void add(Own sums, float[] rows, float[] readings, int n, int j, boolean ofClass) {
        int cells = grid.cells();
        int area = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int p = n * cells; p < (n + 1) * cells; p++) {
            double reading = readings[p * own.length + j];
            most = Math.max(most, reading);
            if (reading > 0) {
                area++;
                if (ofClass) {
                    sums.firing[p - n * cells]++;
                    for (int d = 0; d < all.length; d++) {
                        double value = rows[p * all.length + d];
                        sums.sum[d] += value;
                        sums.squares += value * value;
                    }
                }
            }
        }
        if (!ofClass) {
            sums.other += most;
            sums.otherSquared += most * most;
            sums.otherWith += area > 0 ? 1 : 0;
            return;
        }
        sums.taken++;
        if (area > 0) {
            sums.with++;
            sums.strongest += most;
            sums.strongestSquared += most * most;
            sums.areaSquared += (double) area * area;
        }
    }

    private void add(AppearanceSums part) {
        squares += part.squares;
        for (int d = 0; d < all.length; d++) {
            all[d] += part.all[d];
        }
        for (int j = 0; j < own.length; j++) {
            own[j].add(part.own[j]);
        }
    }

    /** How often the detector of a candidate fires on every cell in pictures of its class. */
    long[] firing(int candidate) {
        return own[candidate].firing;
    }

    /** Usual number of cells in a picture of the class that has it; at least 1. */
    int area(int candidate) {
        Own sums = own[candidate];
        return (int) Math.max(1, Math.round(sums.patches() / (double) Math.max(1, sums.with)));
    }

    /**
     * The appearance of a candidate.
     *
     * @param gapClosed effect of planting it on the distance to the class
     * @param turned effect of planting it on predictions
     */
    Appearance appearance(int candidate, double gapClosed, double turned) {
        Own sums = own[candidate];
        int others = pictures - sums.taken;
        double area = sums.patches() / (double) Math.max(1, sums.with);
        double spread = variance(all, squares, (long) pictures * grid.cells());
        return new Appearance(
                sums.taken == 0 ? 0 : sums.with / (double) sums.taken,
                others == 0 ? 0 : sums.otherWith / (double) others,
                separation(sums, others),
                spread == 0 ? 0 : variance(sums.sum, sums.squares, sums.patches()) / spread,
                area,
                area == 0 ? 0 : Math.sqrt(Math.max(0, sums.areaSquared / sums.with - area * area)) / area,
                ConceptSurvey.entropy(sums.firing),
                ConceptSurvey.border(sums.firing, grid),
                gapClosed,
                turned);
    }

    private static double separation(Own sums, int others) {
        if (sums.with < 2 || others < 2) {
            return 0;
        }
        double mean = sums.strongest / sums.with;
        double otherMean = sums.other / others;
        double spread =
                (sums.strongestSquared / sums.with - mean * mean + sums.otherSquared / others - otherMean * otherMean)
                        / 2;
        return spread <= 0 ? 0 : (mean - otherMean) / Math.sqrt(spread);
    }

    private static double variance(double[] sum, double squares, long count) {
        if (count == 0) {
            return 0;
        }
        double length = 0;
        for (double value : sum) {
            length += value / count * (value / count);
        }
        return Math.max(0, squares / count - length);
    }
}
