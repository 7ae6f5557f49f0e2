package org.eddp.study.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import org.eddp.influence.FalseDiscoveries;
import org.eddp.names.Named;

/**
 * Compares the mean contribution of every concept to every class in two networks. Means are over the same pictures for
 * both: those that either network takes for the class.
 */
final class ContributionChanges {
    /** Classes of fewer pictures are left out. */
    private static final int LEAST_PICTURES = 5;

    private final List<ComparedConcept> concepts;
    private final double[][] before;
    private final double[][] after;
    private final double[][] squares;
    private final int[] pictures;

    ContributionChanges(List<ComparedConcept> concepts, int classes) {
        this.concepts = List.copyOf(concepts);
        before = new double[concepts.size()][classes];
        after = new double[concepts.size()][classes];
        squares = new double[concepts.size()][classes];
        pictures = new int[classes];
    }

    void add(PairedContributions found) {
        for (int place = 0; place < found.classes().length; place++) {
            int label = found.classes()[place];
            pictures[label]++;
            for (int c = 0; c < concepts.size(); c++) {
                double one = found.before(concepts.get(c), place);
                double other = found.after(concepts.get(c), place);
                before[c][label] += one;
                after[c][label] += other;
                squares[c][label] += (other - one) * (other - one);
            }
        }
    }

    /**
     * The changes that are significant and large enough, the largest first.
     *
     * @param rate false discovery rate
     * @param least smallest change of a mean contribution, in logits
     * @param most changes in the list
     */
    List<RunDiff.Moved> moved(double rate, double least, int most, IntFunction<Named> classes) {
        List<int[]> tested = new ArrayList<>();
        for (int c = 0; c < concepts.size(); c++) {
            for (int label = 0; label < pictures.length; label++) {
                if (pictures[label] >= LEAST_PICTURES) {
                    tested.add(new int[] {c, label});
                }
            }
        }
        if (tested.isEmpty()) {
            return List.of();
        }
        double[] equal = new double[tested.size()];
        Arrays.fill(equal, 1);
        double[] qValues = FalseDiscoveries.qValues(
                tested.stream().mapToDouble(pair -> chance(pair[0], pair[1])).toArray(), equal);
        List<RunDiff.Moved> moved = new ArrayList<>();
        for (int k = 0; k < qValues.length; k++) {
            int c = tested.get(k)[0];
            int label = tested.get(k)[1];
            RunDiff.Moved found = new RunDiff.Moved(
                    concepts.get(c),
                    classes.apply(label),
                    pictures[label],
                    before[c][label] / pictures[label],
                    after[c][label] / pictures[label],
                    qValues[k]);
            if (qValues[k] <= rate && Math.abs(found.change()) > least) {
                moved.add(found);
            }
        }
        moved.sort(Comparator.comparingDouble((RunDiff.Moved found) -> Math.abs(found.change()))
                .reversed());
        return moved.stream().limit(most).toList();
    }

    /**
     * An upper limit of the chance of a mean difference at least as large, if contributions differed at random: that of
     * the normal distribution beyond z on either side is below exp(-z^2 / 2).
     */
    private double chance(int concept, int label) {
        int n = pictures[label];
        double mean = (after[concept][label] - before[concept][label]) / n;
        double variance = Math.max(0, squares[concept][label] / n - mean * mean) * n / (n - 1);
        if (mean == 0) {
            return 1;
        }
        return variance == 0 ? 0 : Math.exp(-mean * mean * n / variance / 2);
    }
}
