package org.eddp.journeys;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** The first two commands of the README, without any files: pictures from the start page to the slider. */
class NewcomerJourneyTest extends Journey {
    private static final Pattern TITLE = Pattern.compile("class=\"name\">Concept (\\d+)");
    private static final int HEIGHT = 900;

    /** Pictures that have arrived. */
    private static final String LOADED =
            "images => images.every(image => image.complete && image.naturalWidth > 0) ? images.length : -1";

    private final SoftAssertions readable = new SoftAssertions();

    @Override
    void prepare(BrowserContext pages) {
        pages.addInitScript(EveryViewJourneyTest.axe());
    }

    @Test
    void aDemoIsSeenInPicturesFromTheStartPageToTheSlider() throws Exception {
        desk.shell().run("./eddp demo --threads 2");
        page.reload();
        theStartPageHasPictures();
        theGalleryIsThatOfThePage();
        aConceptBeginsWithASentenceAndItsCropsCanBeEnlarged();
        pictureSlidersAndPredictionAreOnOneScreen();
        readable.assertAll();
    }

    private void theStartPageHasPictures() {
        Locator card = page.locator(".run").filter(new Locator.FilterOptions().setHas(link("demo")));
        assertThat(card.locator("img")).hasCount(4);
        assertThat(card)
                .containsText(Pattern.compile("\\d+ concepts.*1,500 pictures.*Health: (good|fair)", Pattern.DOTALL));
        page.waitForCondition(() -> card.locator("img").evaluateAll(LOADED).equals(4));
        everybodyCanReadIt("start page");
        link("demo").click();
        assertThat(part("Look at this first")).isVisible();
        assertThat(page.locator(".audit .verdict")).isVisible();
        everybodyCanReadIt("audit");
        link("concepts").click();
    }

    private void theGalleryIsThatOfThePage() throws Exception {
        assertThat(heading("Concepts")).isVisible();
        Locator first = page.locator(".tile").first();
        assertThat(first.locator("img")).hasCount(4);
        page.waitForCondition(() -> first.locator("img").evaluateAll(LOADED).equals(4));
        List<String> written = TITLE.matcher(Files.readString(desk.file("runs/demo/index.html")))
                .results()
                .map(found -> found.group(1))
                .toList();
        List<String> shown = page.locator(".tile strong").allTextContents().stream()
                .map(title -> title.replaceAll("\\D*(\\d+).*", "$1"))
                .toList();
        assertThat(shown.subList(0, written.size())).isEqualTo(written);
        everybodyCanReadIt("gallery");
        first.getByRole(AriaRole.LINK).first().click();
    }

    private void aConceptBeginsWithASentenceAndItsCropsCanBeEnlarged() {
        assertThat(page.locator(".sentence")).containsText("of the patches");
        page.locator("button.crop").first().click();
        assertThat(page.locator("dialog img")).isVisible();
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog")).hasCount(0);
        everybodyCanReadIt("concept");
        page.locator("button.crop").first().click();
        page.locator("dialog a").click();
    }

    private void pictureSlidersAndPredictionAreOnOneScreen() {
        button("change it").click();
        Locator slider = page.locator(".whatif").getByRole(AriaRole.SLIDER);
        slider.press("End");
        assertThat(page.locator(".slider output")).hasText("1.50");
        Locator outcome = page.locator(".whatif .verdict");
        assertThat(outcome).containsText("Features changed by");
        for (Locator part : List.of(page.locator(".seen img"), page.locator(".says table"), slider, outcome)) {
            BoundingBox box = part.boundingBox();
            assertThat(box.y).as(part.toString()).isNotNegative();
            assertThat(box.y + box.height).as(part.toString()).isLessThanOrEqualTo(HEIGHT);
        }
        everybodyCanReadIt("what if");
    }

    private void everybodyCanReadIt(String view) {
        for (ColorScheme colours : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(colours));
            readable.assertThat((List<?>) page.evaluate(EveryViewJourneyTest.GRAVE))
                    .as("%s, %s", view, colours)
                    .isEmpty();
        }
        for (int width : new int[] {1024, 390, 1440}) {
            page.setViewportSize(width, HEIGHT);
            readable.assertThat((List<?>) page.evaluate(EveryViewJourneyTest.CUT))
                    .as("%s at %d pixels", view, width)
                    .isEmpty();
        }
    }
}
