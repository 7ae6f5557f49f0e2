package org.eddp.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.eddp.directions.Detectors;
import org.eddp.features.Grid;
import org.eddp.labels.Concept;
import org.eddp.labels.LabelledImages;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Network Dissection without any sparsity: every map is upsampled to every pixel. All of it is products of matrices by the
 * engine (upsampling is one with the interpolation weights, counting one with the label masks), the fastest dense form
 * there is. For label maps that the network saw whole.
 */
final class DenseDissection {
    private final Detectors detectors;
    private final Tensor interpolation;
    private final Map<Concept, double[]> common = new TreeMap<>();

    private DenseDissection(Detectors detectors, Tensor interpolation) {
        this.detectors = detectors;
        this.interpolation = interpolation;
    }

    /** Pixels of every concept on which every detector is active; all label maps have the size of the first. */
    static Map<Concept, double[]> run(LabelledImages images, Detectors detectors, Workers workers) {
        try (Scope scope = Scope.open()) {
            Tensor weights = interpolation(images.labels(0), images.features().grid());
            DenseDissection dense = new DenseDissection(detectors, weights);
            workers.forEach(images.images(), image -> dense.count(images, image), counts -> counts.forEach(dense::add));
            return dense.common;
        }
    }

    private void add(Concept concept, double[] found) {
        double[] sums = common.computeIfAbsent(concept, c -> new double[found.length]);
        for (int i = 0; i < sums.length; i++) {
            sums[i] += found[i];
        }
    }

    private Map<Concept, double[]> count(LabelledImages images, int image) {
        LabelledImages.Pixels labels = images.labels(image);
        Tensor rows = images.features().range(image, 1).rows(0, 1);
        Tensor scores = rows.mm(Tensor.of(detectors.filters(), rows.type()))
                .minus(Tensor.of(detectors.thresholds(), rows.type(), 1, detectors.concepts()));
        Tensor active = interpolation.mm(scores).greaterThan(0);
        Map<Concept, float[]> masks = masks(labels);
        float[] stacked = new float[masks.size() * labels.height() * labels.width()];
        int at = 0;
        for (float[] mask : masks.values()) {
            System.arraycopy(mask, 0, stacked, at, mask.length);
            at += mask.length;
        }
        Matrix counts = Tensor.of(stacked, masks.size(), (long) labels.height() * labels.width())
                .mm(active)
                .toMatrix();
        Map<Concept, double[]> found = new LinkedHashMap<>();
        for (Concept concept : masks.keySet()) {
            found.put(concept, counts.rowCopy(found.size()));
        }
        return found;
    }

    private static Map<Concept, float[]> masks(LabelledImages.Pixels labels) {
        Map<Concept, float[]> masks = new LinkedHashMap<>();
        for (LabelledImages.Pixels.Layer layer : labels.layers()) {
            for (int k = 0; k < layer.map().length; k++) {
                if (layer.map()[k] != 0) {
                    masks.computeIfAbsent(
                                    new Concept(layer.category(), layer.map()[k], ""),
                                    c -> new float[layer.map().length])[k] = 1;
                }
            }
        }
        return masks;
    }

    /** Bilinear weights, pixels x cells. */
    private static Tensor interpolation(LabelledImages.Pixels labels, Grid grid) {
        Matrix down = tents(labels.height(), grid.height());
        Matrix across = tents(labels.width(), grid.width());
        float[] weights = new float[labels.height() * labels.width() * grid.cells()];
        int at = 0;
        for (int y = 0; y < labels.height(); y++) {
            for (int x = 0; x < labels.width(); x++) {
                for (int r = 0; r < grid.height(); r++) {
                    for (int c = 0; c < grid.width(); c++) {
                        weights[at++] = (float) (down.get(y, r) * across.get(x, c));
                    }
                }
            }
        }
        return Tensor.of(weights, (long) labels.height() * labels.width(), grid.cells());
    }

    private static Matrix tents(int pixels, int cells) {
        Matrix weights = new Matrix(pixels, cells);
        for (int k = 0; k < pixels; k++) {
            double position = Math.min(Math.max((k + 0.5) * cells / pixels - 0.5, 0), cells - 1);
            for (int c = 0; c < cells; c++) {
                weights.set(k, c, Math.max(0, 1 - Math.abs(position - c)));
            }
        }
        return weights;
    }
}
