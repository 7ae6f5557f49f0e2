package org.eddp.audit;

import java.util.Arrays;
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

/**
 * What candidates look like in the pictures of their classes, each picture read by a detector that was fitted to the other half. The reading
 * of a picture is the weakest that makes it have the concept: the k-th strongest of its patches, with k of {@link LeastAreas}.
 */
final class AppearanceSums {
    static final long READ_ELEMENTS = 1 << 20;

    private final Grid grid;
    private final int pictures;
    private final int[] least;
    private final Own[] own;
    private final double[] all;
    private double squares;

    private AppearanceSums(Grid grid, int pictures, int[] least, int width) {
        this.grid = grid;
        this.pictures = pictures;
        this.least = least;
        own = IntStream.range(0, least.length)
                .mapToObj(j -> new Own(width, grid.cells()))
                .toArray(Own[]::new);
        all = new double[width];
    }

    /** The sums of one candidate: readings of pictures of the class that have it and of other pictures, its patches and their places. */
    private static final class Own {
        int taken;
        int with;
        int otherWith;
        double readingSum;
        double readingSquares;
        double other;
        double otherSquared;
        double areaSquared;
        double squares;
        double meanSquares;
        double weightedMeanSquares;
        double inverseAreas;
        final double[] sum;
        final double[] means;
        final long[] firing;

        Own(int width, int cells) {
            sum = new double[width];
            means = new double[width];
            firing = new long[cells];
        }

        void add(Own more) {
            taken += more.taken;
            with += more.with;
            otherWith += more.otherWith;
            readingSum += more.readingSum;
            readingSquares += more.readingSquares;
            other += more.other;
            otherSquared += more.otherSquared;
            areaSquared += more.areaSquared;
            squares += more.squares;
            meanSquares += more.meanSquares;
            weightedMeanSquares += more.weightedMeanSquares;
            inverseAreas += more.inverseAreas;
            for (int d = 0; d < sum.length; d++) {
                sum[d] += more.sum[d];
                means[d] += more.means[d];
            }
            for (int p = 0; p < firing.length; p++) {
                firing[p] += more.firing[p];
            }
        }

        long patches() {
            return LongStream.of(firing).sum();
        }

        /** Adds the patches of a picture of the class that has it. */
        void addPatches(float[] rows, int first, float[] readings) {
            double[] picture = new double[sum.length];
            int area = 0;
            for (int p = 0; p < readings.length; p++) {
                if (readings[p] > 0) {
                    area++;
                    firing[p]++;
                    for (int d = 0; d < sum.length; d++) {
                        double value = rows[(first + p) * sum.length + d];
                        picture[d] += value;
                        squares += value * value;
                    }
                }
            }
            double length = 0;
            for (int d = 0; d < sum.length; d++) {
                double mean = picture[d] / area;
                sum[d] += picture[d];
                means[d] += mean;
                length += mean * mean;
            }
            areaSquared += (double) area * area;
            meanSquares += length;
            weightedMeanSquares += area * length;
            inverseAreas += 1.0 / area;
        }

        /** Variance between pictures: that of their mean patches, less what the variance within pictures adds to it. */
        double between() {
            long pairs = patches() - with;
            if (with < 2) {
                return 0;
            }
            double within = pairs == 0 ? 0 : (squares - weightedMeanSquares) / pairs;
            return Math.max(0, variance(means, meanSquares, with) * with / (with - 1) - within * inverseAreas / with);
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
        Detectors[] byHalf = {detectors(fits, 1, source.width()), detectors(fits, 0, source.width())};
        int[] least = LeastAreas.of(source, byHalf, candidates, taken, secondHalf, workers, monitor.part(0, 0.5));
        AppearanceSums sums = new AppearanceSums(source.grid(), source.images(), least, source.width());
        ImageStream.of(source, source.width() + 2 * candidates.size(), READ_ELEMENTS)
                .watchedBy(monitor.part(0.5, 1), "the audit")
                .forEachAhead(
                        workers,
                        range -> {
                            AppearanceSums part =
                                    new AppearanceSums(source.grid(), source.images(), least, source.width());
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

    /** Readings minus one half of both detectors of every candidate, patch after patch. */
    static float[][] scores(ImageStream.Range range, Detectors[] byHalf) {
        return new float[][] {
            byHalf[0].scores(range.rows()).toFloats(),
            byHalf[1].scores(range.rows()).toFloats()
        };
    }

    private void read(
            ImageStream.Range range,
            Detectors[] byHalf,
            List<Candidate> candidates,
            List<BitSet> taken,
            BitSet secondHalf) {
        float[] rows = range.rows().toFloats();
        float[][] scores = scores(range, byHalf);
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
        float[] picture = new float[cells];
        for (int p = 0; p < cells; p++) {
            picture[p] = readings[(n * cells + p) * own.length + j];
        }
        float[] sorted = picture.clone();
        Arrays.sort(sorted);
        double reading = sorted[cells - least[j]];
        if (!ofClass) {
            sums.other += reading;
            sums.otherSquared += reading * reading;
            sums.otherWith += reading > 0 ? 1 : 0;
            return;
        }
        sums.taken++;
        if (reading > 0) {
            sums.with++;
            sums.readingSum += reading;
            sums.readingSquares += reading * reading;
            sums.addPatches(rows, n * cells, picture);
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
                spread == 0 ? 0 : sums.between() / spread,
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
        double mean = sums.readingSum / sums.with;
        double otherMean = sums.other / others;
        double spread =
                (sums.readingSquares / sums.with - mean * mean + sums.otherSquared / others - otherMean * otherMean)
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
