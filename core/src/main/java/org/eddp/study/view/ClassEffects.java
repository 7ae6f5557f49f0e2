package org.eddp.study.view;

import java.util.List;
import org.eddp.files.Json;
import org.eddp.influence.Influence;
import org.eddp.influence.Move;
import org.eddp.labels.ConceptNames;

/**
 * The concepts that move one class most, as far as effects were tested only those that move it more than noise does.
 *
 * @param tested whether effects were compared with those of noise directions
 * @param classes number of classes, among which a rank is counted
 * @param raising concepts that make it likelier, strongest first
 * @param lowering concepts that make it less likely
 */
public record ClassEffects(boolean tested, int classes, List<Mover> raising, List<Mover> lowering) {
    public ClassEffects {
        raising = List.copyOf(raising);
        lowering = List.copyOf(lowering);
    }

    /**
     * A concept that moves the class.
     *
     * @param effect mean change of the logarithm of the probability of the class by the step along the concept
     * @param rank of the class among all by effect of the concept; 1 is raised most
     * @param qValue smallest false discovery rate at which the effect is significant; null if it was not tested
     */
    public record Mover(
            int number,
            String title,
            double effect,
            int rank,
            @Json.MayBeNull Double qValue) {}

    /**
     * Of a class of a table of influence.
     *
     * @param most concepts in each direction
     */
    public static ClassEffects of(Influence influence, int label, int most, ConceptNames names) {
        return new ClassEffects(
                influence.test() != null,
                influence.classes(),
                movers(Move.ofClass(influence, label, true, most), names),
                movers(Move.ofClass(influence, label, false, most), names));
    }

    private static List<Mover> movers(List<Move> moves, ConceptNames names) {
        return moves.stream()
                .map(m -> new Mover(m.concept(), names.of(m.concept()).title(), m.effect(), m.rank(), m.qValue()))
                .toList();
    }
}
