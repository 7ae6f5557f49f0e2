package org.eddp.journeys;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A view is saved, and says without the studio what it said. */
class SaveJourneyTest extends Journey {
    @Test
    void aSavedImageKeepsTheNamesOfConceptsAndWhatWasChosen() throws Exception {
        concepts(Desk.CHESS).click();
        link("images").first().click();
        assertThat(heading("Images")).isVisible();
        page.locator(".judged").getByRole(AriaRole.LINK).first().click();
        assertThat(part("Why ")).isVisible();
        button("change it").click();
        assertThat(page.getByText(Pattern.compile("Features changed by"))).isVisible();
        List<String> names = page.locator(".bars button").allInnerTexts();

        Download download = page.waitForDownload(() -> button("save").click());
        Path file = desk.file("saved.html");
        download.saveAs(file);
        String table = Files.readString(file)
                .replaceFirst("(?s).*<table class=\"bars\">", "")
                .replaceFirst("(?s)</table>.*", "");
        assertThat(names).isNotEmpty().allSatisfy(name -> assertThat(table).contains(">" + name + "<"));
        assertThat(Files.readString(file))
                .contains("Features changed by", "data:image/", "against <b")
                .doesNotContain("<button", "<select", "<input", "<form", "src=\"/");
    }
}
