package org.eddp.experiments.truth;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.experiments.marks.MarkDetectors;
import org.eddp.features.DenseFeatures;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Workers;

/**
 * Direction pairs, and which of them stand for which cause.
 *
 * @param directions the pairs
 * @param statistics of w.x over the training pictures
 * @param groups the concepts of every cause, the one that fits best first; none if they were not found
 * @param overlaps of the concepts with their causes; also of groups that are too poor
 */
record ConceptSet(Directions directions, ConceptStatistics statistics, List<int[]> groups, List<Overlap> overlaps) {
    /** Smallest difference of the IoU of the concepts of a cause from chance. */
    static final double LEAST_ABOVE_CHANCE = 0.1;

    /**
     * How well concepts fit a cause, on the twins.
     *
     * @param iou of the patches on which any of them fires with the patches that show the cause
     * @param chance the IoU of a detector that fires everywhere: the share of the patches that show the cause
     */
    record Overlap(double iou, double chance) {
        boolean found() {
            return iou >= chance + LEAST_ABOVE_CHANCE;
        }
    }

    /** Finds the concepts of every cause on the twins, whose masks are known. */
    static ConceptSet of(Directions directions, TrialData data, Workers workers) {
        MarkDetectors detectors = MarkDetectors.of(data.twins().features(), directions.detectors(), workers);
        List<int[]> groups = new ArrayList<>();
        List<Overlap> overlaps = new ArrayList<>();
        long patches = data.twins().features().patches();
        for (BitSet shown : data.twins().shown()) {
            int[] group = detectors.choose(shown, patches);
            Overlap overlap = new Overlap(
                    MarkDetectors.iou(detectors.together(group), shown), shown.cardinality() / (double) patches);
            overlaps.add(overlap);
            groups.add(overlap.found() ? group : new int[0]);
        }
        return new ConceptSet(directions, statistics(directions, data.relying(), workers), groups, overlaps);
    }

    private static ConceptStatistics statistics(Directions directions, CauseSet train, Workers workers) {
        return ConceptStatistics.of(
                train.features(), directions.detectors(), ConceptStatistics.defaultLevels(), workers);
    }

    /** One pair for every cause, each of which stands for its cause. */
    static ConceptSet ofCauses(List<Directions> pairs, CauseSet train, Workers workers) {
        Matrix filters = new Matrix(train.features().width(), pairs.size());
        Matrix signals = new Matrix(train.features().width(), pairs.size());
        double[] thresholds = new double[pairs.size()];
        List<int[]> groups = new ArrayList<>();
        for (int m = 0; m < pairs.size(); m++) {
            Directions pair = pairs.get(m);
            groups.add(pair == null ? new int[0] : new int[] {m});
            for (int d = 0; pair != null && d < filters.rows(); d++) {
                filters.set(d, m, pair.filters().get(d, 0));
                signals.set(d, m, pair.signals().get(d, 0));
                thresholds[m] = pair.thresholds()[0];
            }
        }
        Directions all = new Directions(filters, thresholds, signals, new double[filters.rows()]);
        return new ConceptSet(all, statistics(all, train, workers), groups, List.of());
    }

    /** The same detectors with other signal vectors. */
    ConceptSet withSignals(Matrix signals) {
        Directions other = new Directions(directions.filters(), directions.thresholds(), signals, directions.mean());
        return new ConceptSet(other, statistics, groups, overlaps);
    }

    /** Signal vectors that are the filters, scaled so that w.s = 1. */
    Matrix filterSignals() {
        double[] norms = directions.filters().columnNorms();
        double[] factors = new double[norms.length];
        for (int i = 0; i < norms.length; i++) {
            factors[i] = norms[i] == 0 ? 0 : 1 / (norms[i] * norms[i]);
        }
        return directions.filters().scaleColumns(factors);
    }

    /** Mean of the patches on which a detector fires minus mean of the others, scaled so that w.s = 1. */
    Matrix meanDifferences(DenseFeatures features) {
        Matrix differences = FiredMeans.differences(features, directions.detectors());
        double[] along = directions.filters().columnDots(differences);
        double[] factors = new double[along.length];
        for (int i = 0; i < along.length; i++) {
            factors[i] = along[i] == 0 ? 0 : 1 / along[i];
        }
        return differences.scaleColumns(factors);
    }

    /** Whether a cause has concepts. */
    boolean found(int cause) {
        return groups.get(cause).length > 0;
    }

    /** Sum of the unit vectors of the signals of a cause's concepts. */
    double[] signal(int cause) {
        Matrix units = directions.signals().normaliseColumns();
        double[] sum = new double[units.rows()];
        for (int i : groups.get(cause)) {
            for (int d = 0; d < sum.length; d++) {
                sum[d] += units.get(d, i);
            }
        }
        return sum;
    }
}
