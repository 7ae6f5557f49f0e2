package org.eddp.influence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.labels.ConceptNames;
import org.eddp.names.ClassNames;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.Matrix;

/** A table of influence read class by class. */
public record ClassTable(ClassNames classNames, ConceptNames conceptNames) {
    /** The classes that most concepts move significantly; of equal ones those that are moved most. */
    public List<Integer> mostAffected(Influence influence, int count) {
        return IntStream.range(0, influence.classes())
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(k -> -significant(influence, k))
                        .thenComparingDouble(k -> -strength(influence, k)))
                .limit(count)
                .toList();
    }

    public InfluenceResults.ClassInfluence of(
            Influence influence, int label, LinearReadout readout, Directions directions) {
        double[] slopes = readout == null ? null : slopes(label, readout, directions);
        List<InfluenceResults.Score> scores = new ArrayList<>();
        for (int i = 0; i < influence.concepts(); i++) {
            scores.add(new InfluenceResults.Score(
                    conceptNames.of(i),
                    influence.scores().get(i, label),
                    slopes == null ? null : slopes[i],
                    influence.pValue(i, label),
                    influence.isSignificant(i, label)));
        }
        // many scores are exactly 1 or -1: of those the larger slope comes first
        scores.sort(Comparator.comparing((InfluenceResults.Score s) -> !s.significant())
                .thenComparingDouble(s -> -Math.abs(s.score()))
                .thenComparingDouble(s -> s.slope() == null ? 0 : -Math.abs(s.slope())));
        return new InfluenceResults.ClassInfluence(classNames.of(label), significant(influence, label), scores);
    }

    /** w_c.s_i / |s_i|: what a unit step along the signal vector on every patch adds to the logit. */
    private static double[] slopes(int label, LinearReadout readout, Directions directions) {
        Matrix signals = directions.signals();
        double[] lengths = signals.columnNorms();
        double[] slopes = new double[signals.columns()];
        for (int i = 0; i < slopes.length; i++) {
            for (int d = 0; d < signals.rows(); d++) {
                slopes[i] += readout.classVectors().get(d, label) * signals.get(d, i);
            }
            slopes[i] = lengths[i] == 0 ? 0 : slopes[i] / lengths[i];
        }
        return slopes;
    }

    private static int significant(Influence influence, int label) {
        return (int) IntStream.range(0, influence.concepts())
                .filter(i -> influence.isSignificant(i, label))
                .count();
    }

    private static double strength(Influence influence, int label) {
        return IntStream.range(0, influence.concepts())
                .mapToDouble(i -> Math.abs(influence.scores().get(i, label)))
                .sum();
    }
}
