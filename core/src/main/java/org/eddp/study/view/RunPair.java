package org.eddp.study.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eddp.failure.InvalidInput;
import org.eddp.math.OneToOne;
import org.eddp.math.Vectors;
import org.eddp.names.ConceptName;
import org.eddp.run.Run;
import org.eddp.tensor.Matrix;

/**
 * Concepts of two runs of the same layer side by side: corresponding concepts by filter and by signal vector, and names
 * that only one run has.
 *
 * @param byFilter concepts of the first run with the one of the second whose filter is most similar; every concept is
 *     used at most once, the most similar pairs first
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
     * Compares two runs.
     *
     * @throws InvalidInput if they are of features of different width
     */
    public static RunPair of(Run first, Run second) {
        int width = first.directions().detectors().width();
        int other = second.directions().detectors().width();
        if (width != other) {
            throw new InvalidInput(first.name() + " has features of width " + width + ", " + second.name()
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

    private static List<Match> matches(Matrix one, Matrix two, List<ConceptName> names, List<ConceptName> others) {
        double[][] columns = columns(two);
        List<Match> all = new ArrayList<>();
        for (int i = 0; i < one.columns(); i++) {
            double[] own = one.column(i);
            for (int k = 0; k < columns.length; k++) {
                double cosine = Vectors.cosine(own, columns[k]);
                if (cosine > 0) { // a concept without a signal vector has no counterpart
                    all.add(new Match(names.get(i), others.get(k), cosine));
                }
            }
        }
        all.sort(Comparator.comparingDouble((Match m) -> -m.cosine()));
        return OneToOne.of(
                all, match -> match.first().number(), match -> match.second().number());
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
