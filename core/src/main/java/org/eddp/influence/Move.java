package org.eddp.influence;

import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.files.Json;

/**
 * How a concept moves a class.
 *
 * @param effect mean over images of the change of log p of the class by the step along the concept; above zero if raised
 * @param rank of the class among all by effect of the concept; 1 is raised most
 * @param qValue smallest false discovery rate at which the effect is significant; null if it was not tested
 */
public record Move(
        int concept,
        int label,
        double effect,
        int rank,
        @Json.MayBeNull Double qValue) {
    private static Move of(Influence influence, int concept, int label) {
        return new Move(
                concept,
                label,
                influence.effects().get(concept, label),
                influence.rank(concept, label),
                influence.isEffectTested(concept)
                        ? (Double) influence.test().qValues().get(concept, label)
                        : null);
    }

    /**
     * The classes that a concept moves most, as far as effects were tested only those it moves more than noise does.
     *
     * @param raising classes that it raises, otherwise those that it lowers
     * @param asked the classes to look among
     * @param most how many
     */
    public static List<Move> ofConcept(
            Influence influence, int concept, boolean raising, IntPredicate asked, int most) {
        return strongest(
                influence,
                IntStream.range(0, influence.classes()).filter(asked).mapToObj(k -> new int[] {concept, k}),
                raising,
                most);
    }

    /** The concepts that move a class most, as far as effects were tested only those that move it more than noise does. */
    public static List<Move> ofClass(Influence influence, int label, boolean raising, int most) {
        return strongest(
                influence, IntStream.range(0, influence.concepts()).mapToObj(i -> new int[] {i, label}), raising, most);
    }

    private static List<Move> strongest(Influence influence, Stream<int[]> pairs, boolean raising, int most) {
        return pairs.filter(pair -> (raising ? 1 : -1) * effect(influence, pair) > 0)
                .filter(pair -> influence.test() == null || influence.test().isMoved(pair[0], pair[1]))
                .sorted(Comparator.comparingDouble(pair -> -Math.abs(effect(influence, pair))))
                .limit(most)
                .map(pair -> of(influence, pair[0], pair[1]))
                .toList();
    }

    private static double effect(Influence influence, int[] pair) {
        return influence.effects().get(pair[0], pair[1]);
    }
}
