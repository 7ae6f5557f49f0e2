package org.eddp.experiments.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eddp.report.page.Markup;
import org.junit.jupiter.api.Test;

class SyntheticReportTest {
    private static final String SINGLE = html(SyntheticFixture.recovered(0));
    private static final String SEVERAL =
            html(SyntheticFixture.recovered(0), SyntheticFixture.failed(7), SyntheticFixture.recovered(3));

    private static String html(SyntheticResults... seeds) {
        return SyntheticReport.page(List.of(seeds)).render();
    }

    @Test
    void showsTheRunsNumbersBesideThePapers() {
        assertThat(SINGLE)
                .contains("Recovered: all 3 concepts")
                .contains(tile("96.47\u00a0%", "96.33\u00a0%"))
                .contains(tile("0.047", "0.06"))
                .contains(tile("0.164", "0.31"))
                .contains("smallest cosine 0.992", "error 3.5 times as large", "on new ones (the paper: 96.33");
    }

    private static String tile(String value, String paper) {
        return "<span class=\"value\">" + value + "</span><span class=\"paper\">paper: " + paper + "</span>";
    }

    @Test
    void showsMatricesBarsAndBaselines() {
        assertThat(SINGLE)
                .contains(">0.843</text>", ">0.971</text>", "0.6368", "\u22120.3371", "\u22120.006")
                .contains("reached by FastICA; EDDP has 0.992", "<strong>0.994</strong>")
                .containsSubsequence(">PCA<", ">NMF<", ">k-means<", ">FastICA<", ">EDDP<");
    }

    @Test
    void judgesEveryLoss() {
        assertThat(SINGLE)
                .contains("Of 8 losses with a target, 7 ended")
                .contains("Ends at 0.0163; target at most 0: not met, above by 0.0163.")
                .contains("Ends at 0.499; target at most 0.5: met.");
        assertThat(Markup.svgs(SINGLE)).hasSize(1 + 11);
    }

    @Test
    void escapesWhatComesFromOutside() {
        String page = html(SyntheticFixture.withNote("<script>alert(1)</script>"));

        assertThat(page).doesNotContain("<script").contains("&lt;script&gt;alert(1)&lt;/script&gt;");
    }

    @Test
    void isWellFormedWithUniqueIdsAndNoDanglingReference() {
        for (String page : List.of(SINGLE, SEVERAL)) {
            Markup.parse(page);
            Markup.svgs(page).forEach(Markup::parse);
            assertThat(Markup.ids(page)).doesNotHaveDuplicates().containsAll(Markup.references(page));
        }
    }

    @Test
    void fetchesNothing() {
        for (String page : List.of(SINGLE, SEVERAL)) {
            String own = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
            assertThat(own)
                    .doesNotContainPattern("(?i)https?:")
                    .doesNotContainPattern("(?i)\\ssrc\\s*=")
                    .doesNotContainPattern("(?i)url\\((?!#)")
                    .doesNotContainPattern("(?i)href\\s*=\\s*[\"'](?!#)")
                    .doesNotContainPattern("(?i)@import|<link|<script|<iframe|javascript:");
        }
    }

    @Test
    void sameResultsGiveSameBytes() {
        assertThat(html(SyntheticFixture.recovered(0))).isEqualTo(SINGLE);
    }

    @Test
    void severalSeedsAreSummedUpAndTheFailureIsShown() {
        assertThat(SEVERAL)
                .contains("Recovered on 2 of 3 seeds (67\u00a0%).", "Weakest over all seeds: smallest IoU 0.713")
                .contains("Seed 7 in detail", "the first seed that was not recovered")
                .contains("Only partly recovered: 2 of 3 concepts", "<strong>partly</strong>")
                .contains("On 2 of 3 seeds the RMSE is smaller with")
                .containsSubsequence("<tr class=\"summary\">", "Median", "2 of 3", "0.989", "0.047", "0.164");
    }

    @Test
    void neverClaimsSuccessForAFailedRun() {
        String page = html(SyntheticFixture.failed(7));

        assertThat(page)
                .doesNotContain("Recovered: all")
                .doesNotContain("verdict good")
                .contains("error smaller here, unlike in the paper");
    }

    @Test
    void allSeedsRecoveredShowsTheFirst() {
        String page = html(SyntheticFixture.recovered(4), SyntheticFixture.recovered(5));

        assertThat(page).contains("Recovered on 2 of 2 seeds", "Seed 4 in detail", "Every seed was recovered");
    }

    @Test
    void livesWithMissingNumbers() {
        String page = html(SyntheticFixture.bare());

        Markup.parse(page);
        assertThat(page)
                .contains("smallest cosine n/a", "No loss was recorded.")
                .contains(">n/a</text>", "which cannot be judged");
    }

    @Test
    void saysHowTheDataDifferFromThePapers() {
        String page = html(SyntheticFixture.onOtherData());

        assertThat(page).contains("images per class 500 (paper: 1000); directions drawn at random");
        assertThat(SINGLE).contains("can be compared directly");
    }
}
