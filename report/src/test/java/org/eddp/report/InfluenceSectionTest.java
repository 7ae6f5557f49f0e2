package org.eddp.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eddp.influence.Influence;
import org.eddp.influence.InfluenceOptions;
import org.eddp.influence.InfluenceResults;
import org.eddp.influence.InfluenceResults.ClassInfluence;
import org.eddp.influence.InfluenceResults.Score;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.junit.jupiter.api.Test;

class InfluenceSectionTest {
    private static Score score(int concept, double score, Double effect, boolean significant) {
        return new Score(ConceptName.unlabelled(concept), score, null, effect, 0, significant);
    }

    private static ClassInfluence of(Score... scores) {
        int significant =
                (int) List.of(scores).stream().filter(Score::significant).count();
        return new ClassInfluence(new Named(7, "cock"), significant, List.of(scores));
    }

    private static String page(boolean tested, ClassInfluence of) {
        InfluenceResults results = new InfluenceResults(
                "./eddp influence",
                "d",
                "pictures",
                InfluenceOptions.of(1),
                tested,
                true,
                new Influence.Summary(3, 10, 20, 1, 2, 0.5, 0),
                null,
                List.of(of));
        return InfluenceSection.blocks(results).toString();
    }

    @Test
    void whereSignsAreSaturatedTheBarsAreEffects() {
        String page = page(true, of(score(0, 1, 2.5, true), score(1, 1, 0.1, true), score(2, -1, -0.75, true)));
        assertThat(page)
                .contains(
                        "concept 0: 2.50. concept 1: 0.100. concept 2: \u22120.750.",
                        "mean change of log p of class 7 cock")
                .contains("so the bars show how much");
    }

    @Test
    void whereScoresTellConceptsApartTheyAreShown() {
        String page = page(true, of(score(0, 1, 2.5, true), score(1, 0.4, 0.1, true), score(2, -0.3, -0.1, true)));
        assertThat(page)
                .contains("concept 0: 1.00. concept 1: 0.400. concept 2: \u22120.300.", "influence on class 7 cock")
                .doesNotContain("so the bars show how much");
        assertThat(page(true, of(score(0, 1, null, true))))
                .as("files of earlier versions know no effects")
                .contains("concept 0: 1.00.");
    }

    @Test
    void whatCouldBeChanceIsNotShown() {
        ClassInfluence some = of(score(0, 1, 2.5, true), score(1, 1, 2.0, false), score(2, -1, -3.0, false));
        assertThat(page(true, some))
                .contains(
                        "concept 0: 2.50.",
                        "1 of 3 concepts are significant; the others could be chance and are not shown")
                .doesNotContain("concept 1", "concept 2");
        assertThat(page(false, some)).contains("concept 1: 2.00.", "Significance was not tested");
        assertThat(page(true, of(score(1, 1, 2.0, false))))
                .contains("Class 7 cock. ", "No concept moves it beyond chance.")
                .doesNotContain("<svg");
    }
}
