package org.eddp.audit;

import org.eddp.directions.Directions;
import org.eddp.explain.ConceptRemoval;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.features.ImageStream;
import org.eddp.monitor.Monitor;
import org.eddp.network.Prediction;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Contributions of concepts to the predicted classes of pictures, as in explanations by removal: the fall of the logit
 * when the concept alone is removed. In closed form where the head is pooling and one linear layer.
 */
final class ContributionSums {
    private static final long READ_ELEMENTS = 1 << 20;

    private final double[][] sums;
    private final int[][] counts;

    private ContributionSums(int concepts, int classes) {
        sums = new double[concepts][classes];
        counts = new int[concepts][classes];
    }

    /**
     * Reads pictures.
     *
     * @param workers threads; not closed
     */
    static ContributionSums of(
            FeatureSource source,
            Directions directions,
            ConceptRemoval removal,
            Head head,
            int classes,
            Workers workers,
            Monitor monitor) {
        ContributionSums all = new ContributionSums(directions.concepts(), classes);
        ImageStream.of(source, 4 * source.width(), READ_ELEMENTS)
                .watchedBy(monitor, "the audit")
                .forEachAhead(workers, range -> part(range, directions, removal, head, classes), all::add);
        return all;
    }

    private static ContributionSums part(
            ImageStream.Range range, Directions directions, ConceptRemoval removal, Head head, int classes) {
        ContributionSums own = new ContributionSums(directions.concepts(), classes);
        Prediction[] predictions = head.on(range.batch(), 0, range.images()).predictions(range.rows());
        Tensor filters = Tensor.of(directions.filters(), DType.FLOAT64);
        for (int n = 0; n < range.images(); n++) {
            Tensor rows = range.batch().rows(n, 1);
            Matrix patches = rows.toMatrix();
            ConceptRemoval.Found found =
                    removal.found(rows.to(DType.FLOAT64).mm(filters).toMatrix());
            own.add(patches, found, removal, head.on(range.batch(), n, 1), predictions[n], rows.type());
        }
        return own;
    }

    private void add(
            Matrix patches,
            ConceptRemoval.Found found,
            ConceptRemoval removal,
            Head head,
            Prediction predicted,
            DType type) {
        int[] labels = predicted.predicted();
        for (int concept : labels.length == 0 ? new int[0] : found.concepts()) {
            double[] falls = removal.logitFalls(patches, found, concept, head, type, predicted.logits(), labels);
            for (int k = 0; k < labels.length; k++) {
                sums[concept][labels[k]] += falls[k];
                counts[concept][labels[k]]++;
            }
        }
    }

    private void add(ContributionSums other) {
        for (int i = 0; i < sums.length; i++) {
            for (int k = 0; k < sums[i].length; k++) {
                sums[i][k] += other.sums[i][k];
                counts[i][k] += other.counts[i][k];
            }
        }
    }

    /** Mean contribution over the pictures that are taken for a class and have the concept; 0 if there are none. */
    double mean(int concept, int label) {
        return counts[concept][label] == 0 ? 0 : sums[concept][label] / counts[concept][label];
    }
}
