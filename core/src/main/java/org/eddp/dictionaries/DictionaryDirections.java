package org.eddp.dictionaries;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eddp.directions.Detectors;
import org.eddp.directions.Directions;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureStatistics;
import org.eddp.features.ImageStream;
import org.eddp.learning.SignalVectors;
import org.eddp.metrics.Quantiles;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Workers;

/**
 * A dictionary as direction pairs.
 *
 * <ul>
 *   <li>Filters are the encoder's columns, as they are.
 *   <li>Thresholds are those of the dictionary. Where it has none, a detector fires on a share of the patches. Where
 *       only the k largest units fire, a single detector does not see the others: all thresholds are raised by the same
 *       amount, until k fire on a patch on average.
 *   <li>Signal vectors are the decoder's directions, scaled so that w.s = 1. Where the decoder is missing, or its
 *       direction does not raise its own detector (w.d &lt;= 0), they are estimated from the firing patches, as for any
 *       other detector.
 * </ul>
 *
 * @param directions the pairs
 * @param derived parts that were derived from the features, in words
 * @param share of the patches on which every detector fires, if thresholds were chosen so; otherwise null
 */
public record DictionaryDirections(Directions directions, List<String> derived, Double share) {
    /** Share of the patches on which units without thresholds fire, as in Network Dissection. */
    public static final double USUAL_SHARE = 0.005;

    private static final long READ_ELEMENTS = 1 << 20;
    private static final int BINS = 1 << 16;
    /** Tolerance of the scale w.s = 1 in single precision. */
    private static final double SAME_SCALE = 1e-3;
    /** Smallest cosine of a filter and the direction it is written along that counts as raising the detector. */
    private static final double LEAST_COSINE = 1e-6;

    public DictionaryDirections {
        derived = List.copyOf(derived);
    }

    /**
     * Makes direction pairs.
     *
     * @param share of the patches on which every detector shall fire; null for the thresholds of the dictionary
     */
    public static DictionaryDirections of(
            Dictionary dictionary, FeatureSource source, Double share, Workers workers, Monitor monitor) {
        List<String> derived = new ArrayList<>(dictionary.notes());
        boolean byShare = share != null || dictionary.thresholds() == null;
        Double used = byShare ? (share == null ? Double.valueOf(USUAL_SHARE) : share) : null;
        Detectors detectors;
        if (byShare) {
            detectors = Quantiles.detectors(
                    source, dictionary.filters(), used, Quantiles.Saturated.FIRES, monitor.part(0, 0.4));
            derived.add(
                    "thresholds: every detector fires on the share " + used + " of the patches that it scores highest"
                            + (dictionary.thresholds() == null ? "; the file has none" : ""));
        } else {
            detectors = new Detectors(dictionary.filters(), dictionary.thresholds());
            if (dictionary.largest() != null && dictionary.largest() < dictionary.units()) {
                double raise = raise(source, detectors, dictionary.largest(), monitor.part(0, 0.4));
                detectors = new Detectors(
                        detectors.filters(),
                        Arrays.stream(detectors.thresholds())
                                .map(b -> b + raise)
                                .toArray());
                derived.add("thresholds: raised by " + (float) raise + ", so that " + dictionary.largest()
                        + " units fire on a patch on average; the dictionary lets only its largest fire");
            }
        }
        Matrix signals = signals(dictionary, detectors, source, workers, monitor.part(0.4, 1), derived);
        double[] mean = dictionary.mean();
        if (mean == null) {
            mean = FeatureStatistics.mean(source);
            derived.add("mean: that of the features");
        }
        Directions directions = new Directions(detectors.filters(), detectors.thresholds(), signals, mean);
        return new DictionaryDirections(directions, derived, used);
    }

    private static Matrix signals(
            Dictionary dictionary,
            Detectors detectors,
            FeatureSource source,
            Workers workers,
            Monitor monitor,
            List<String> derived) {
        Matrix written = dictionary.written();
        boolean[] usable = new boolean[dictionary.units()];
        int missing = dictionary.units();
        Matrix signals = new Matrix(detectors.width(), dictionary.units());
        if (written != null) {
            double[] along = detectors.filters().columnDots(written);
            double[] filterNorms = detectors.filters().columnNorms();
            double[] norms = written.columnNorms();
            for (int i = 0; i < usable.length; i++) {
                boolean none = norms[i] == 0; // a concept without a signal vector, in our own layout
                usable[i] = none || along[i] > LEAST_COSINE * filterNorms[i] * norms[i];
                double scale = none || Math.abs(along[i] - 1) < SAME_SCALE ? 1 : 1 / along[i];
                for (int d = 0; usable[i] && d < signals.rows(); d++) {
                    signals.set(d, i, written.get(d, i) * scale);
                }
                missing -= usable[i] ? 1 : 0;
            }
        }
        if (missing > 0) {
            Matrix estimated = SignalVectors.of(source, detectors, workers, monitor);
            for (int i = 0; i < usable.length; i++) {
                for (int d = 0; !usable[i] && d < signals.rows(); d++) {
                    signals.set(d, i, estimated.get(d, i));
                }
            }
            derived.add("signal vectors: "
                    + (written == null
                            ? "those of what the detectors fire on, because there is no decoder"
                            : missing + " of " + usable.length
                                    + " are those of what the detectors fire on, because the decoder's direction does"
                                    + " not raise its own detector"));
        }
        return signals;
    }

    /** How far thresholds must rise for k units to fire on a patch on average, to a 65,536th of the largest excess. */
    private static double raise(FeatureSource source, Detectors detectors, int k, Monitor monitor) {
        float[] largest = {0};
        long[] counts = new long[BINS];
        scores(source, detectors, monitor.part(0, 0.5), p -> largest[0] = Math.max(largest[0], p));
        if (largest[0] == 0) {
            return 0;
        }
        double width = (double) largest[0] / BINS;
        scores(source, detectors, monitor.part(0.5, 1), p -> {
            if (p > 0) {
                counts[Math.min(BINS - 1, (int) (p / width))]++;
            }
        });
        long wanted = source.patches() * k;
        long firing = 0;
        for (int bin = BINS - 1; bin >= 0; bin--) {
            firing += counts[bin];
            if (firing > wanted) {
                return (bin + 1) * width;
            }
        }
        return 0;
    }

    private interface Score {
        void take(float p);
    }

    private static void scores(FeatureSource source, Detectors detectors, Monitor monitor, Score each) {
        ImageStream.of(source, Math.max(source.width(), detectors.concepts()), READ_ELEMENTS)
                .watchedBy(monitor, "choosing thresholds")
                .forEach(range -> {
                    for (float p : detectors.scores(range.rows()).toFloats()) {
                        each.take(p);
                    }
                });
    }
}
