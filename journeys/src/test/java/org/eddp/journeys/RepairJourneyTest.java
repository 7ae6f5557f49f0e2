package org.eddp.journeys;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The chess network of {@code eddp chess} is repaired in three clicks, and its file is what the page says. */
class RepairJourneyTest extends Journey {
    private static final Pattern VERDICT =
            Pattern.compile("Right on ([\\d.]+) % of (\\d+) images \\(marked\\) before,\\s+on ([\\d.]+) % after");

    @Override
    void prepare(BrowserContext pages) {
        pages.addInitScript(
                "window.clicks = 0; addEventListener('click', e => { window.clicks += e.isTrusted ? 1 : 0; }, true);");
    }

    @Test
    void theMarkIsTakenOutInThreeClicksAndOnnxRuntimeAgrees() throws Exception {
        concepts(Desk.CHESS).click();
        card("mark").click();
        assertThat(heading("mark")).isVisible();
        link("Repair: take it out of the network").click();
        assertThat(page.getByText(VERDICT)).isVisible();
        assertThat(page.evaluate("window.clicks")).isEqualTo(3);

        Matcher verdict = VERDICT.matcher(page.getByText(VERDICT).innerText());
        assertThat(verdict.find()).isTrue();
        assertThat(Double.parseDouble(verdict.group(3))).isGreaterThan(Double.parseDouble(verdict.group(1)));

        Download download = page.waitForDownload(
                () -> page.getByText(Pattern.compile("^Download .*\\.onnx")).click());
        Path corrected = desk.file("downloaded.onnx");
        download.saveAs(corrected);
        assertThat(download.suggestedFilename()).endsWith(".onnx");

        Path marked = desk.file("runs/chess/pictures/marked");
        assertThat(LabelledPictures.confusion(desk.file("runs/chess/network.onnx"), marked))
                .isEqualTo(table("before"));
        int[][] after = LabelledPictures.confusion(corrected, marked);
        assertThat(after).isEqualTo(table("after"));
        int right = after[0][0] + after[1][1] + after[2][2];
        assertThat("%.1f".formatted(100.0 * right / Integer.parseInt(verdict.group(2))))
                .isEqualTo(verdict.group(3));
    }

    /** What is taken for what, as the page shows it. */
    private int[][] table(String caption) {
        List<String> rows = page.getByRole(AriaRole.TABLE, new Page.GetByRoleOptions().setName(caption))
                .locator("tbody tr")
                .allInnerTexts();
        return rows.stream()
                .map(row -> Pattern.compile("\\d+")
                        .matcher(row)
                        .results()
                        .mapToInt(n -> Integer.parseInt(n.group()))
                        .toArray())
                .toArray(int[][]::new);
    }
}
