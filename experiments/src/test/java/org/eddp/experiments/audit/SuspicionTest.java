package org.eddp.experiments.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuspicionTest {
    private static final List<Suspicion> RANKING =
            List.of(Suspicion.of(0, 0, 0.9), Suspicion.of(1, 1, 0.7), Suspicion.of(2, 1, 0.7), Suspicion.of(0, 1, 0.7));

    @Test
    void rankCountsHigherEntriesAndHalfOfEqualOnes() {
        assertThat(Suspicion.rank(RANKING, 0, List.of(0))).isEqualTo(1);
        assertThat(Suspicion.rank(RANKING, 1, List.of(1))).isEqualTo(3); // one higher, two others with the same score
        assertThat(Suspicion.rank(RANKING, 1, List.of(1, 2))).isEqualTo(2.5); // entries of the flaw do not compete
    }

    @Test
    void theClassMustBeRightToo() {
        assertThat(Suspicion.rank(RANKING, 0, List.of(1))).isNull();
        assertThat(Suspicion.rank(RANKING, 1, List.of())).isNull();
    }

    @Test
    void mergedConceptsNameTheFlawIfOneOfThemDoes() {
        Suspicion merged = new Suspicion(List.of(4, 2), 1, 1, true);
        assertThat(merged.names(1, List.of(2))).isTrue();
        assertThat(merged.names(1, List.of(3))).isFalse();
        assertThat(merged.names(0, List.of(2))).isFalse();
    }

    @Test
    void entriesAboveTheLineComeFirst() {
        List<Suspicion> ranking = List.of(RANKING.get(0), new Suspicion(List.of(3), 1, 0.1, true));
        assertThat(Suspicion.first(ranking)).isSameAs(ranking.get(1));
        assertThat(Suspicion.rank(ranking, 0, List.of(0))).isEqualTo(2);
        assertThat(Suspicion.rank(ranking, 1, List.of(3))).isEqualTo(1);
    }

    @Test
    void theFirstIsTheHighest() {
        assertThat(Suspicion.first(RANKING)).isEqualTo(Suspicion.of(0, 0, 0.9));
        assertThat(Suspicion.first(RANKING.subList(1, 4))).isEqualTo(Suspicion.of(1, 1, 0.7));
        assertThat(Suspicion.first(List.of())).isNull();
    }
}
