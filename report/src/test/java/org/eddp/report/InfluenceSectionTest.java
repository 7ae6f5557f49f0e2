package org.eddp.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eddp.influence.EffectTest;
import org.eddp.influence.Influence;
import org.eddp.influence.InfluenceOptions;
import org.eddp.influence.InfluenceResults;
import org.eddp.influence.InfluenceResults.ClassInfluence;
import org.eddp.influence.InfluenceResults.EffectSummary;
import org.eddp.influence.InfluenceResults.Score;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;
import org.junit.jupiter.api.Test;

class InfluenceSectionTest {
    private static Score score(int concept, double effect, boolean moves, Influence.Verdict verdict) {
        return new Score(
                ConceptName.unlabelled(concept), effect, 1, 0.01, 0.02, moves, Math.signum(effect), null, 0, verdict);
    }

    private static Score score(int concept, double effect, boolean moves) {
        return score(concept, effect, moves, Influence.Verdict.SATURATED);
    }

    private static ClassInfluence of(Score... scores) {
        return new ClassInfluence(
                new Named(7, "cock"),
                (int) List.of(scores).stream().filter(Score::moves).count(),
                count(Influence.Verdict.SIGNIFICANT, scores),
                count(Influence.Verdict.SATURATED, scores),
                List.of(scores));
    }

    private static int count(Influence.Verdict verdict, Score... scores) {
        return (int)
                List.of(scores).stream().filter(s -> s.verdict() == verdict).count();
    }

    private static String page(boolean tested, ClassInfluence of) {
        InfluenceResults results = new InfluenceResults(
                "./eddp influence",
                "d",
                "pictures",
                InfluenceOptions.of(1),
                true,
                tested ? new EffectSummary(4000, 0.05, 2, 5, 1, new EffectTest.HeldOut(64, 0.049, 0)) : null,
                tested,
                new Influence.Summary(3, 10, 20, 1, 2, 0.5, 0),
                tested ? 17 : 0,
                null,
                List.of(of),
                OutputKind.CLASSES);
        return InfluenceSection.blocks(results).toString();
    }

    @Test
    void theBarsAreEffects() {
        String page = page(true, of(score(0, 2.5, true), score(1, 0.1, true), score(2, -0.75, true)));
        assertThat(page)
                .contains(
                        "concept 0: 2.50. concept 1: 0.100. concept 2: \u22120.750.",
                        "mean change of log p of class 7 cock");
    }

    @Test
    void bothTestsAreSummedUpAndWhatCannotBeTestedIsNotCalledChance() {
        String page = page(true, of(score(0, 2.5, true), score(1, 2.0, false)));
        assertThat(page)
                .contains(
                        "2 of 3",
                        "5 of 30",
                        "compared with 4000 noise directions",
                        "4.9\u00a0%",
                        "64 held-out noise directions")
                .contains("the paper", "17 of 30", "scores saturate", "2 not testable because scores saturate")
                .contains(
                        "concepts that fire on no patch or on every patch, so that their effects could not be tested",
                        "along the mean patch with the concept minus the mean patch without it")
                .doesNotContain("beyond chance", ">none<");
    }

    @Test
    void whatNoiseMatchesIsNotShown() {
        ClassInfluence some = of(score(0, 2.5, true), score(1, 2.0, false), score(2, -3.0, false));
        assertThat(page(true, some))
                .contains("concept 0: 2.50.", "1 of 3 concepts move it more than noise directions do")
                .doesNotContain("concept 1", "concept 2");
        assertThat(page(false, some)).contains("concept 1: 2.00.", "Significance was not tested");
        assertThat(page(true, of(score(1, 2.0, false, Influence.Verdict.CHANCE))))
                .contains(
                        "<strong>Cock</strong>: no concept moves it more than noise directions do; the strongest is concept 1 (+2.0).")
                .doesNotContain("<svg");
    }

    @Test
    void everyClassBeginsWithASentenceThatAgreesWithItsBars() {
        ClassInfluence of = of(score(0, 2.54, true), score(2, -0.75, true), score(1, 2.0, false));
        assertThat(page(true, of))
                .contains(
                        "<p class=\"sentence\"><strong>Cock</strong> becomes likelier with concept 0 (+2.5), and becomes less likely with"
                                + " concept 2 (\u22120.8).</p>");
        assertThat(page(false, of))
                .contains(
                        "<strong>Cock</strong> becomes likelier with concept 0 (+2.5), concept 1 (+2.0), and becomes less likely with"
                                + " concept 2 (\u22120.8); whether that is chance was not tested.");
    }
}
