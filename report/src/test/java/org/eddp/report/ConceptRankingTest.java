package org.eddp.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eddp.labels.ConceptNames;
import org.eddp.study.view.ConceptStanding;
import org.junit.jupiter.api.Test;

class ConceptRankingTest {
    /** Concept 0 is called "background"; 1 is a catch-all; 3 and 4 are equally convincing. */
    @Test
    void theMostConvincingComeFirstAndCatchAllsAndBackgroundsLast() {
        TinyEvaluation run = new TinyEvaluation().with("object", 1, "background", 0.5, 0.75, 0.5);
        for (int i = 1; i < 5; i++) {
            run.with("part", 1 + i, "part " + i, 0.5, 0.75, 0.5);
        }
        List<ConceptStanding> standings = List.of(
                standing(0, 1, false),
                standing(1, 0.9, true),
                standing(2, 0.8, false),
                standing(3, 0.5, false),
                standing(4, 0.5, false));
        List<ConceptRanking.Ranked> ranked = ConceptRanking.ordered(
                standings, concept -> MovedClasses.notMeasured(), new ConceptNames(5, run.labels()));
        assertThat(ranked).extracting(ConceptRanking.Ranked::concept).containsExactly(2, 3, 4, 0, 1);
        assertThat(ranked).extracting(ConceptRanking.Ranked::last).containsExactly(false, false, false, true, true);
    }

    private static ConceptStanding standing(int concept, double effect, boolean catchAll) {
        return new ConceptStanding(concept, 1, 1, effect, catchAll);
    }
}
