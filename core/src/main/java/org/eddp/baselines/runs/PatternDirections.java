package org.eddp.baselines.runs;

import java.util.BitSet;
import java.util.List;
import org.eddp.features.Batch;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageRanges;
import org.eddp.labels.Concept;
import org.eddp.labels.PatchLabels;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Pattern-CAVs, cov(x, y) / var(y) for labels y of 0 and 1: the mean of the patches with a concept minus that of the others.
 */
public final class PatternDirections {
    private static final int TASK_ELEMENTS = 1 << 20;

    private PatternDirections() {}

    /**
     * D x concepts, over the patches of images annotated for each concept's category.
     *
     * @param concepts each shown by some of these patches and not by others
     */
    public static Matrix of(FeatureSource source, List<Concept> concepts, PatchLabels labels, Workers workers) {
        int width = source.width();
        int count = concepts.size();
        Matrix sums = new Matrix(2 * count, width);
        ImageRanges tasks = ImageRanges.of(source, Math.max(width, 2 * count), TASK_ELEMENTS);
        workers.forEach(
                tasks.count(),
                task -> {
                    Batch batch = tasks.batch(task);
                    Tensor rows = batch.rows(0, batch.images()).to(DType.FLOAT64);
                    int firstPatch = tasks.first(task) * source.grid().cells();
                    Matrix chosen = chosen(concepts, labels, firstPatch, rows.size(0));
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
