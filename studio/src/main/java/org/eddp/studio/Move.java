package org.eddp.studio;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.eddp.influence.Influence;

/**
 * How a concept moves a class, as it was measured.
 *
 * @param measure what the effect is, as the command calls it: "log p", the mean change of the logarithm of the class's probability, or in
 *     runs of earlier versions "S", the score
 * @param pValue null if chance was not asked
 */
record Move(int concept, int label, String measure, double effect, Double pValue) {
    static Move of(Influence influence, int concept, int label) {
        boolean older = influence.effects() == null;
        return new Move(
                concept,
                label,
                older ? "S" : "log p",
                (older ? influence.scores() : influence.effects()).get(concept, label),
                wasTested(influence, concept) ? (Double) influence.pValue(concept, label) : null);
    }

    /** Those that are more than chance, as far as that was asked, strongest first. */
    static List<Move> strongest(Influence influence, Stream<Move> all, boolean raising, int most) {
        return all.filter(move -> raising ? move.effect() > 0 : move.effect() < 0)
                .filter(move ->
                        !wasTested(influence, move.concept()) || influence.isSignificant(move.concept(), move.label()))
                .sorted(Comparator.comparingDouble(move -> -Math.abs(move.effect())))
                .limit(most)
                .toList();
    }

    private static boolean wasTested(Influence influence, int concept) {
        return influence.tried()[concept] > 0;
    }
}
