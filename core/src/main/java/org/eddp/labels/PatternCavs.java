package org.eddp.labels;

import java.util.BitSet;
import java.util.List;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageStream;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Pattern-CAVs, encoding directions estimated with supervision: cov(x, y) / var(y) for labels y of patches. For labels 0 and
 * 1 that is the mean of the patches with a concept minus that of the others.
 */
public final class PatternCavs {
    private static final int TASK_ELEMENTS = 1 << 20;

    private PatternCavs() {}

    /**
     * The Pattern-CAV of one label, from the given patches; zeros if the label never varies.
     *
     * @param rows n x D
     * @param labels how much of the label is in each patch, usually 0 or 1
     */
    public static double[] of(Tensor rows, double[] labels) {
        int n = labels.length;
        if (rows.size(0) != n) {
            throw new IllegalArgumentException(rows.size(0) + " patches but labels of " + n);
        }
        double mean = 0;
        for (double label : labels) {
            mean += label / n;
        }
        double[] centred = new double[n];
        double squares = 0;
        for (int p = 0; p < n; p++) {
            centred[p] = labels[p] - mean;
            squares += centred[p] * centred[p];
        }
        double[] pattern = Tensor.of(centred, rows.type(), 1, n).mm(rows).toDoubles();
        boolean varies = squares > 1e-24 * mean * mean * n; // more than by rounding
        for (int d = 0; d < pattern.length; d++) {
            pattern[d] = varies ? pattern[d] / squares : 0;
        }
        return pattern;
    }

    /**
     * Pattern-CAVs of concepts, D x concepts, over the patches of images annotated for each concept's category.
     *
     * @param concepts each shown by some of these patches and not by others
     */
    public static Matrix of(FeatureSource source, List<Concept> concepts, PatchLabels labels, Workers workers) {
        int width = source.width();
        int count = concepts.size();
        Matrix sums = new Matrix(2 * count, width);
        ImageStream.of(source, Math.max(width, 2 * count), TASK_ELEMENTS)
                .forEach(
                        workers,
                        range -> {
                            Tensor rows = range.rows().to(DType.FLOAT64);
                            Matrix chosen = chosen(concepts, labels, range.firstPatch(), rows.size(0));
                            return Tensor.of(chosen, DType.FLOAT64).mm(rows);
                        },
                        part -> part.addTo(sums.values()));
        Matrix patterns = new Matrix(width, count);
        for (int c = 0; c < count; c++) {
            Concept concept = concepts.get(c);
            long shown = labels.positive(concept).cardinality();
            long absent = labels.known(concept.category()).cardinality() - shown;
            for (int d = 0; d < width; d++) {
                patterns.set(d, c, sums.get(2 * c, d) / shown - sums.get(2 * c + 1, d) / absent);
            }
        }
        return patterns;
    }

    /** For every concept a row of ones where patches show it, and one where they are known not to. */
    private static Matrix chosen(List<Concept> concepts, PatchLabels labels, int firstPatch, int patches) {
        Matrix chosen = new Matrix(2 * concepts.size(), patches);
        for (int c = 0; c < concepts.size(); c++) {
            BitSet positive = labels.positive(concepts.get(c));
            BitSet known = labels.known(concepts.get(c).category());
            for (int p = 0; p < patches; p++) {
                if (known.get(firstPatch + p)) {
                    chosen.set(2 * c + (positive.get(firstPatch + p) ? 0 : 1), p, 1);
                }
            }
        }
        return chosen;
    }
}
