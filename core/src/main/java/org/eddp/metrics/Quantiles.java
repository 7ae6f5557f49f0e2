package org.eddp.metrics;

import org.eddp.directions.Detectors;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageStream;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/**
 * Detectors from directions without thresholds: each fires on a given share of the patches, those with the largest w.x.
 * Thresholds are exact.
 *
 * <p>Only the largest values of each direction are held, so that one pass serves many directions.
 */
public final class Quantiles {
    private static final long READ_ELEMENTS = 1 << 22;
    /** Values held at a time; directions are gone through in groups where they need more. */
    private static final long HELD_VALUES = 1 << 26;

    private final Matrix filters;
    private final double[] quantiles;
    private final double[] maxima;
    private final double[] minima;

    private Quantiles(Matrix filters) {
        this.filters = filters;
        quantiles = new double[filters.columns()];
        maxima = new double[filters.columns()];
        minima = new double[filters.columns()];
    }

    /**
     * The behaviour of a detector whose quantile is the maximum, which happens below a saturating activation such as
     * ReLU6. A detector whose direction has the same value on every patch never fires in either case.
     */
    public enum Saturated {
        /** Fires on every patch that reaches the maximum, which may be many more than the share. */
        FIRES,
        /** Never fires, since nothing lies above its threshold. */
        SILENT
    }

    /**
     * The quantiles of directions.
     *
     * @param share of the patches on which a detector shall fire
     */
    public static Quantiles of(FeatureSource source, Matrix filters, double share) {
        return of(source, filters, share, Monitor.NONE);
    }

    /**
     * The quantiles of directions.
     *
     * @param share of the patches on which a detector shall fire
     * @throws org.eddp.monitor.Monitor.Stopped if the monitor stops the work
     */
    public static Quantiles of(FeatureSource source, Matrix filters, double share, Monitor monitor) {
        if (!(share > 0 && share < 1)) {
            throw new InvalidInput("share = " + share + " of the patches must be within 0 .. 1");
        }
        Quantiles result = new Quantiles(filters);
        long above = Math.min(Math.round(share * source.patches()), source.patches() - 1);
        int kept = Math.toIntExact(above + 1); // the smallest of these is the quantile
        int group = (int) Math.max(1, Math.min(filters.columns(), HELD_VALUES / kept));
        for (int first = 0; first < filters.columns(); first += group) {
            int count = Math.min(group, filters.columns() - first);
            Monitor part =
                    monitor.part((double) first / filters.columns(), (double) (first + count) / filters.columns());
            result.find(source, first, count, kept, part);
        }
        return result;
    }

    /** Detectors with these quantiles as thresholds. */
    public Detectors detectors(Saturated saturated) {
        double[] thresholds = quantiles.clone();
        for (int i = 0; i < thresholds.length; i++) {
            boolean constant = minima[i] == maxima[i];
            if (thresholds[i] == maxima[i] && !constant && saturated == Saturated.FIRES) {
                thresholds[i] = Math.nextDown((float) thresholds[i]);
            }
        }
        return new Detectors(filters, thresholds);
    }

    /** Detectors that fire on a share of the patches. */
    public static Detectors detectors(
            FeatureSource source, Matrix filters, double share, Saturated saturated, Monitor monitor) {
        return of(source, filters, share, monitor).detectors(saturated);
    }

    private void find(FeatureSource source, int firstDirection, int directions, int kept, Monitor monitor) {
        LargestValues[] largest = new LargestValues[directions];
        for (int i = 0; i < directions; i++) {
            largest[i] = new LargestValues(kept);
        }
        Matrix group = filters.columns(firstDirection, directions);
        ImageStream.of(source, source.width(), READ_ELEMENTS)
                .watchedBy(monitor, "choosing thresholds")
                .forEach(range -> {
                    Tensor rows = range.rows();
                    float[] z = Tensor.of(group, rows.type()).t().mm(rows.t()).toFloats();
                    int n = z.length / directions;
                    for (int i = 0; i < directions; i++) {
                        largest[i].addAll(z, i * n, n);
                    }
                });
        for (int i = 0; i < directions; i++) {
            quantiles[firstDirection + i] = largest[i].smallest();
            maxima[firstDirection + i] = largest[i].largest();
            minima[firstDirection + i] = largest[i].least();
        }
    }
}
