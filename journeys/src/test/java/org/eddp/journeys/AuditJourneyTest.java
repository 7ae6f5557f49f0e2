package org.eddp.journeys;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** An audit of a network: find the mistakes of a class, see the concept they share, and take it out without labels. */
class AuditJourneyTest extends Journey {
    private static final Pattern CHANGES = Pattern.compile("of predictions change \\((\\d+) of (\\d+)\\)");

    private static final Pattern SHARE = Pattern.compile("(\\d+) %");

    @Test
    void mistakesLeadToTheConceptTheyShareAndToANetworkWithoutIt() throws Exception {
        link(Desk.AUDIT).click();
        link("images").first().click();
        Locator summary = page.locator(".verdict");
        assertThat(summary).containsText(Pattern.compile("\\d+ of 1\\d\\d pictures are taken for the wrong class"));
        page.getByLabel("Show").selectOption("wrong");
        page.getByLabel("True class").fill("knight");
        assertThat(summary).containsText(Pattern.compile("\\d+ of [2-9]\\d pictures.*instead of knight"));
        assertThat(page.locator(".judged li.wrong").first()).containsText("✗ really knight");
        assertThat(page.locator(".judged li:not(.wrong)")).hasCount(0);

        assertThat(part("What the wrong ones share")).isVisible();
        Locator shared = page.locator(".shared tbody tr").first();
        int[] shares = SHARE.matcher(shared.innerText())
                .results()
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .toArray();
        assertThat(shares[0]).as("share of the wrong pictures").isGreaterThan(shares[1]);
        shared.getByRole(AriaRole.LINK).click();
        link("Repair: take it out of the network").click();
        assertThat(heading("Repair")).isVisible();
        page.getByLabel("Judged on").selectOption("-");
        assertThat(summary).containsText(CHANGES);
        Matcher changes = CHANGES.matcher(summary.innerText());
        assertThat(changes.find()).isTrue();
        assertThat(page.getByText("10 random directions of the same length change"))
                .isVisible();
        assertThat(part("Pictures that change")).isVisible();

        Download download = page.waitForDownload(
                () -> page.getByText(Pattern.compile("^Download .*\\.onnx")).click());
        Path corrected = desk.file("audited.onnx");
        download.saveAs(corrected);
        assertThat(LabelledPictures.differences(desk.file("runs/chess/network.onnx"), corrected, desk.file("audit")))
                .isEqualTo(Integer.parseInt(changes.group(1)));
    }
}
