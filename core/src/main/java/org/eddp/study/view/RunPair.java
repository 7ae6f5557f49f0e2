package org.eddp.study.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eddp.math.Vectors;
import org.eddp.names.ConceptName;
import org.eddp.run.Run;
import org.eddp.tensor.Matrix;

/**
 * Concepts of two runs of the same layer side by side: which are the same, by what reads them and by what writes them, and which names
 * one run has and the other has not.
 *
 * @param byFilter concepts of the first run with the one of the second whose filter points the same way most; every concept is used
 *     once at most, the likest pairs first
 * @param bySignal the same by signal vectors
 * @param gained names that only the second run has
 * @param lost names that only the first run has
 */
public record RunPair(List<Match> byFilter, List<Match> bySignal, List<String> gained, List<String> lost) {
    public RunPair {
        byFilter = List.copyOf(byFilter);
        bySignal = List.copyOf(bySignal);
        gained = List.copyOf(gained);
        lost = List.copyOf(lost);
    }

    /** A concept of the first run and one of the second. */
    public record Match(ConceptName first, ConceptName second, double cosine) {}

    /**
     * Compares.
     *
     * @throws IllegalArgumentException if they are of features of different width
     */
    public static RunPair of(Run first, Run second) {
        int width = first.directions().detectors().width();
        int other = second.directions().detectors().width();
        if (width != other) {
            throw new IllegalArgumentException(first.name() + " has features of width " + width + ", " + second.name()
                    + " of width " + other + "; their concepts can be matched only in the same layer of a network");
        }
        List<ConceptName> names = first.conceptNames().all();
        List<ConceptName> others = second.conceptNames().all();
        return new RunPair(
                matches(first.directions().filters(), second.directions().filters(), names, others),
                matches(first.directions().signals(), second.directions().signals(), names, others),
                missing(others, names),
                missing(names, others));
    }

    /** Likest first: a best assignment would put worse pairs together for the sake of the sum. */
    private static List<Match> matches(Matrix one, Matrix two, List<ConceptName> names, List<ConceptName> others) {
        double[][] columns = columns(two);
        List<Match> all = new ArrayList<>();
        for (int i = 0; i < one.columns(); i++) {
            double[] own = one.column(i);
            for (int k = 0; k < columns.length; k++) {
                double cosine = Vectors.cosine(own, columns[k]);
                if (cosine > 0) { // a concept without a signal vector is like none
                    all.add(new Match(names.get(i), others.get(k), cosine));
                }
            }
        }
        all.sort(Comparator.comparingDouble((Match m) -> -m.cosine()));
        boolean[] used = new boolean[names.size()];
        boolean[] taken = new boolean[others.size()];
        List<Match> chosen = new ArrayList<>();
        for (Match match : all) {
            if (!used[match.first().number()] && !taken[match.second().number()]) {
                used[match.first().number()] = true;
                taken[match.second().number()] = true;
                chosen.add(match);
            }
        }
        return chosen;
    }

    private static double[][] columns(Matrix matrix) {
        double[][] columns = new double[matrix.columns()][];
        Arrays.setAll(columns, matrix::column);
        return columns;
    }

    private static List<String> missing(List<ConceptName> here, List<ConceptName> there) {
        Set<String> known = names(there);
        return names(here).stream().filter(name -> !known.contains(name)).toList();
    }

    private static Set<String> names(List<ConceptName> concepts) {
        return concepts.stream()
                .map(ConceptName::name)
                .filter(name -> name != null)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
