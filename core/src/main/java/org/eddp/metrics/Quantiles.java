package org.eddp.metrics;

import java.util.Arrays;
import org.eddp.directions.Detectors;
import org.eddp.features.Batch;
import org.eddp.features.FeatureSource;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * Detectors from directions that have no threshold of their own: each fires on a given share of the patches, those with
 * the largest w.x.
 */
public final class Quantiles {
    private static final long READ_ELEMENTS = 1 << 22;
    /** Values held at a time; directions are gone through in groups so that any set fits into memory. */
    private static final long HELD_VALUES = 1 << 26;

    private Quantiles() {}

    /** What a detector does whose quantile is the maximum, as happens below a saturating activation such as ReLU6. */
    public enum Saturated {
        /** Fires on every patch that reaches the maximum, which may be many more than asked for. */
        FIRES,
        /** Never fires, since nothing lies above its threshold. */
        SILENT
    }

    /**
     * Thresholds at a quantile, exact.
     *
     * @param share of the patches on which a detector shall fire
     */
    public static Detectors detectors(FeatureSource source, Matrix filters, double share, Saturated saturated) {
        if (!(share > 0 && share < 1)) {
            throw new IllegalArgumentException("share = " + share + " of the patches must be within 0 .. 1");
        }
        double[] thresholds = new double[filters.columns()];
        int group = (int) Math.max(1, Math.min(filters.columns(), HELD_VALUES / source.patches()));
        for (int first = 0; first < thresholds.length; first += group) {
            int count = Math.min(group, thresholds.length - first);
            float[][] values = project(source, filters.columns(first, count));
            for (int i = 0; i < count; i++) {
                thresholds[first + i] = threshold(values[i], share, saturated);
            }
        }
        return new Detectors(filters, thresholds);
    }

    private static double threshold(float[] values, double share, Saturated saturated) {
        Arrays.sort(values);
        int above = (int) Math.round(share * values.length);
        float quantile = values[Math.max(0, values.length - 1 - above)];
        boolean maximum = quantile == values[values.length - 1];
        return maximum && saturated == Saturated.FIRES ? Math.nextDown(quantile) : quantile;
    }

    private static float[][] project(FeatureSource source, Matrix filters) {
        int patches = Math.toIntExact(source.patches());
        int cells = source.grid().cells();
        float[][] values = new float[filters.columns()][patches];
        int images = (int) Math.max(1, READ_ELEMENTS / cells / source.width());
        for (int first = 0; first < source.images(); first += images) {
            try (Scope scope = Scope.open()) {
                Batch batch = source.range(first, Math.min(images, source.images() - first));
                Tensor rows = batch.rows(0, batch.images());
                float[] z = Tensor.of(filters, rows.type()).t().mm(rows.t()).toFloats();
                int n = batch.images() * cells;
                for (int i = 0; i < values.length; i++) {
                    System.arraycopy(z, i * n, values[i], first * cells, n);
                }
            }
        }
        return values;
    }
}
