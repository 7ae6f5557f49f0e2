package org.eddp.audit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.eddp.audit.ChangeCounts.Change;
import org.eddp.intervene.Correction;
import org.eddp.intervene.Correction.RefittedCorrection;
import org.eddp.tensor.Workers;

/** The removal and the planting of every concept that can be removed, as changes of features. */
final class Interventions {
    private final List<Correction> removals;
    private final List<Planting> plantings = new ArrayList<>();
    private final List<BitSet> absent = new ArrayList<>();

    /**
     * Fits the pairs that remove concepts, as {@code correct} does.
     *
     * @param usable concepts that fire on some patches but not on all
     * @param workers threads; not closed
     */
    Interventions(AuditSubject subject, ConceptSurvey survey, int[] usable, Workers workers) {
        removals = usable.length == 0
                ? List.of()
                : RefittedCorrection.refitted(
                                subject.source(), subject.directions(), usable, subject.activation(), workers)
                        .apart();
        for (int concept : usable) {
            plantings.add(Planting.of(
                    subject.directions(),
                    concept,
                    subject.statistics(),
                    survey.firing(concept),
                    survey.area(concept),
                    subject.source().grid(),
                    subject.activation()));
            BitSet without = new BitSet();
            without.set(0, survey.pictures());
            without.andNot(survey.present(concept));
            absent.add(without);
        }
    }

    /** Removal and planting of the first concept, of the second, and so on; a concept is planted where it is absent. */
    List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        for (int u = 0; u < removals.size(); u++) {
            changes.add(new Change(removals.get(u)::apply, null));
            changes.add(new Change(plantings.get(u)::apply, absent.get(u)));
        }
        return changes;
    }
}
