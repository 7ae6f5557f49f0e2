package org.eddp.labels;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eddp.directions.Detectors;
import org.eddp.features.Grid;
import org.eddp.images.input.Preprocessing;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;

/** Network Dissection as its definition says, pixel by pixel, with no thought of speed: what the fast one is held against. */
final class DissectionByDefinition {
    final Map<String, Long> counts = new TreeMap<>();

    static DissectionByDefinition run(LabelledImages images, Detectors detectors) {
        DissectionByDefinition dense = new DissectionByDefinition();
        for (int image = 0; image < images.images(); image++) {
            dense.add(images, image, detectors);
        }
        return dense;
    }

    private void add(LabelledImages images, int image, Detectors detectors) {
        Grid grid = images.features().grid();
        LabelledImages.Pixels labels = images.labels(image);
        Matrix x;
        try (Scope scope = Scope.open()) {
            x = images.features().range(image, 1).rows(0, 1).toMatrix();
        }
        Matrix z = x.times(detectors.filters());
        Preprocessing.CropBox box = images.visiblePart(image);
        for (int r = 0; r < labels.height(); r++) {
            for (int c = 0; c < labels.width(); c++) {
                double v = (r + 0.5 - box.top()) / box.height();
                double u = (c + 0.5 - box.left()) / box.width();
                if (v < 0 || v >= 1 || u < 0 || u >= 1) {
                    continue;
                }
                Set<String> concepts = new HashSet<>();
                Set<String> categories = new HashSet<>();
                for (LabelledImages.Pixels.Layer layer : labels.layers()) {
                    categories.add(layer.category());
                    int label = layer.map() == null ? layer.whole() : layer.map()[r * labels.width() + c];
                    if (label != 0) {
                        concepts.add(layer.category() + "/" + label);
                    }
                }
                count("pixels");
                concepts.forEach(concept -> count("labelled " + concept));
                for (int i = 0; i < detectors.concepts(); i++) {
                    int detector = i;
                    if (interpolate(z, i, detectors.thresholds()[i], grid, v, u) > 0) {
                        count("active " + detector);
                        categories.forEach(category -> count("active " + detector + " in " + category));
                        concepts.forEach(concept -> count("common " + detector + " " + concept));
                    }
                }
            }
        }
    }

    /** Bilinear, half-pixel centres, clamped: the weight of a cell is the product of two tent functions. */
    private static double interpolate(Matrix z, int detector, double threshold, Grid grid, double v, double u) {
        double y = Math.min(Math.max(v * grid.height() - 0.5, 0), grid.height() - 1);
        double x = Math.min(Math.max(u * grid.width() - 0.5, 0), grid.width() - 1);
        double sum = 0;
        for (int r = 0; r < grid.height(); r++) {
            for (int c = 0; c < grid.width(); c++) {
                double weight = Math.max(0, 1 - Math.abs(y - r)) * Math.max(0, 1 - Math.abs(x - c));
                sum += weight * (z.get(r * grid.width() + c, detector) - threshold);
            }
        }
        return sum;
    }

    private void count(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    /** The same entries, of the fast counts. */
    static Map<String, Long> entries(Dissection.Counts counts) {
        Map<String, Long> entries = new TreeMap<>();
        entries.put("pixels", counts.pixels());
        for (Concept concept : counts.concepts(n -> "")) {
            String name = concept.category() + "/" + concept.number();
            put(entries, "labelled " + name, counts.labelled(concept));
            for (int i = 0; i < counts.detectors(); i++) {
                put(entries, "common " + i + " " + name, counts.common(i, concept));
            }
        }
        for (int i = 0; i < counts.detectors(); i++) {
            put(entries, "active " + i, counts.active(i));
            for (String category : counts.categories()) {
                put(entries, "active " + i + " in " + category, counts.active(i, category));
            }
        }
        return entries;
    }

    private static void put(Map<String, Long> entries, String what, long count) {
        if (count > 0) {
            entries.put(what, count);
        }
    }
}
