package org.eddp.study.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.eddp.names.Named;

/**
 * The pictures whose predictions differ between two networks, and the concepts behind the change. The support of a concept
 * for the new prediction is its contribution to the classes that joined the prediction minus its contribution to those that
 * left it. Concepts are ranked by how much larger this support is in the second network than in the first.
 */
final class DifferingPredictions {
    private static final int BEHIND_ONE = 3;
    private static final int BEHIND_ALL = 10;

    private final DiffSide before;
    private final DiffSide after;
    private final SharedPictures shared;
    private final List<ComparedConcept> concepts;
    private final IntFunction<Named> classes;
    private final int most;
    private final int[] changed;
    private final double[] sums;
    private final int[] first;
    private final List<RunDiff.Changed> listed = new ArrayList<>();
    private int examined;

    /**
     * Finds the pictures.
     *
     * @param most pictures in the list
     */
    DifferingPredictions(
            DiffSide before,
            DiffSide after,
            SharedPictures shared,
            List<ComparedConcept> concepts,
            IntFunction<Named> classes,
            int most) {
        this.before = before;
        this.after = after;
        this.shared = shared;
        this.concepts = List.copyOf(concepts);
        this.classes = classes;
        this.most = most;
        changed = IntStream.range(0, shared.count())
                .filter(n -> differing(n).length > 0)
                .toArray();
        sums = new double[concepts.size()];
        first = new int[concepts.size()];
    }

    /** Numbers of the pictures among the shared ones. */
    int[] pictures() {
        return changed.clone();
    }

    /** The classes that one of the networks predicts for a picture and the other does not. */
    int[] differing(int picture) {
        int[] one = before.predicted(picture);
        int[] other = after.predicted(picture);
        return IntStream.concat(without(one, other), without(other, one)).toArray();
    }

    private static IntStream without(int[] numbers, int[] others) {
        return Arrays.stream(numbers).filter(k -> Arrays.stream(others).noneMatch(other -> other == k));
    }

    /** Adds a picture whose contributions to {@link #differing} classes are known. */
    void add(PairedContributions found) {
        double[] towards = new double[concepts.size()];
        int[] joined = after.predicted(found.picture());
        for (int place = 0; place < found.classes().length; place++) {
            int label = found.classes()[place];
            double sign = Arrays.stream(joined).anyMatch(k -> k == label) ? 1 : -1;
            for (int c = 0; c < towards.length; c++) {
                towards[c] += sign * (found.after(concepts.get(c), place) - found.before(concepts.get(c), place));
            }
        }
        int[] order = strongest(towards);
        if (order.length > 0) {
            first[order[0]]++;
        }
        for (int c = 0; c < sums.length; c++) {
            sums[c] += towards[c];
        }
        examined++;
        if (listed.size() < most) {
            listed.add(new RunDiff.Changed(
                    shared.names().get(found.picture()),
                    named(before.predicted(found.picture())),
                    named(joined),
                    Arrays.stream(order)
                            .limit(BEHIND_ONE)
                            .mapToObj(c -> new RunDiff.Behind(concepts.get(c), towards[c], c == order[0] ? 1 : 0))
                            .toList()));
        }
    }

    /** Concepts with a positive value, the largest first. */
    private static int[] strongest(double[] values) {
        return IntStream.range(0, values.length)
                .filter(c -> values[c] > 0)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer c) -> -values[c]))
                .mapToInt(c -> c)
                .toArray();
    }

    private List<Named> named(int[] labels) {
        return Arrays.stream(labels).sorted().mapToObj(classes).toList();
    }

    /** The result, after all pictures that are examined were added. */
    RunDiff.Predictions result() {
        Map<List<List<Named>>, Integer> counts = new LinkedHashMap<>();
        for (int n : changed) {
            counts.merge(List.of(named(before.predicted(n)), named(after.predicted(n))), 1, Integer::sum);
        }
        List<RunDiff.Turn> turns = counts.entrySet().stream()
                .map(entry ->
                        new RunDiff.Turn(entry.getKey().get(0), entry.getKey().get(1), entry.getValue()))
                .sorted(Comparator.comparingInt(RunDiff.Turn::pictures).reversed())
                .limit(most)
                .toList();
        List<RunDiff.Behind> behind = Arrays.stream(strongest(sums))
                .limit(BEHIND_ALL)
                .mapToObj(c -> new RunDiff.Behind(concepts.get(c), sums[c] / examined, first[c]))
                .toList();
        return new RunDiff.Predictions(shared.count(), changed.length, examined, turns, behind, listed);
    }
}
