package org.eddp.study.view;

import java.util.List;
import java.util.function.IntPredicate;
import org.eddp.files.Json;
import org.eddp.influence.Influence;
import org.eddp.influence.Move;
import org.eddp.names.ClassNames;
import org.eddp.names.Named;

/**
 * The classes that one concept moves most, as far as effects were tested only those it moves more than noise does.
 *
 * @param untested why its effects were not compared with noise; null if they were
 * @param raised classes it makes likelier, strongest first
 * @param lowered classes it makes less likely
 */
public record ConceptEffects(@Json.MayBeNull String untested, List<Moved> raised, List<Moved> lowered) {
    public ConceptEffects {
        raised = List.copyOf(raised);
        lowered = List.copyOf(lowered);
    }

    /**
     * A class that is moved.
     *
     * @param effect mean change of the logarithm of its probability by the step along the concept
     * @param rank of the class among all by effect; 1 is raised most
     * @param qValue smallest false discovery rate at which the effect is significant; null if it was not tested
     */
    public record Moved(
            Named label,
            double effect,
            int rank,
            @Json.MayBeNull Double qValue) {}

    /**
     * Of a concept of a table of influence.
     *
     * @param asked the classes to look among
     * @param most classes in each direction
     */
    public static ConceptEffects of(Influence influence, int concept, IntPredicate asked, int most, ClassNames names) {
        return new ConceptEffects(
                influence.isEffectTested(concept)
                        ? null
                        : influence.test() == null
                                ? "effects were not tested"
                                : "it fires on no patch, or on every patch",
                moved(Move.ofConcept(influence, concept, true, asked, most), names),
                moved(Move.ofConcept(influence, concept, false, asked, most), names));
    }

    private static List<Moved> moved(List<Move> moves, ClassNames names) {
        return moves.stream()
                .map(m -> new Moved(names.of(m.label()), m.effect(), m.rank(), m.qValue()))
                .toList();
    }
}
