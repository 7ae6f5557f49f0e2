package org.eddp.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.eddp.directions.Directions;
import org.eddp.run.Results;
import org.junit.jupiter.api.Test;

/** Every view can be read by everybody: on a phone and on wide screens, in light and dark, and by those who cannot see it. */
class EveryViewJourneyTest extends Journey {
    private static final int PHONE = 390;
    private static final int[] WIDTHS = {1440, 1024, PHONE};

    /** What reaches beyond the sides of the window without a bar to scroll by, and text that is cut off. */
    static final String CUT = """
            () => {
              const width = document.documentElement.clientWidth;
              const scrolls = e => e && e !== document.body && (['auto', 'scroll'].includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
              const name = e => e.tagName + '.' + e.getAttribute('class') + ' "' + e.textContent.trim().slice(0, 40) + '"';
              const found = [];
              if (document.documentElement.scrollWidth > width) {
                found.push('the page is ' + document.documentElement.scrollWidth + ' wide');
              }
              for (const e of document.querySelectorAll('body *:not(svg *)')) {
                const box = e.getBoundingClientRect();
                if (box.width > 0 && (box.right > width + 1 || box.left < -1) && !scrolls(e.parentElement)) {
                  found.push(name(e) + ' from ' + box.left + ' to ' + box.right);
                }
                if (['hidden', 'clip'].includes(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0) {
                  found.push(name(e) + ' is cut');
                }
              }
              return found;
            }""";

    static final String GRAVE = """
            async () => (await axe.run(document, { preload: false, resultTypes: ['violations'] })).violations
                .filter(found => ['serious', 'critical'].includes(found.impact))
                .map(found => found.id + ' (' + found.help + '): ' + found.nodes.map(node => node.html + ' ' + node.any.map(a => a.message).join('; ')).join(' | '))""";

    private String chess;
    private String second;
    private String audit;
    private int writable;

    @Override
    void prepare(BrowserContext pages) {
        pages.addInitScript(axe());
    }

    static String axe() {
        try (InputStream script = EveryViewJourneyTest.class.getResourceAsStream("axe.min.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void open(Views.View view) {
        if (chess == null) {
            chess = id(Desk.CHESS);
            second = id(Desk.SECOND);
            audit = id(Desk.AUDIT);
            Directions directions = Directions.read(desk.file("runs/chess").resolve(Results.DIRECTIONS.name()));
            writable = IntStream.range(0, directions.concepts())
                    .filter(directions::hasSignal)
                    .findFirst()
                    .orElseThrow();
        }
        Views.open(page, view, chess, writable, second, audit);
    }

    private String id(String run) {
        return link(run).getAttribute("href").split("/", -1)[2];
    }

    @Test
    void nothingIsCutAtAnyWidthAndNothingSeriousKeepsAnybodyOut() {
        SoftAssertions all = new SoftAssertions();
        for (Views.View view : Views.ALL) {
            open(view);
            for (ColorScheme colours : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(colours));
                all.assertThat((List<?>) page.evaluate(GRAVE))
                        .as("%s, %s", view.name(), colours)
                        .isEmpty();
            }
            for (int width : WIDTHS) {
                page.setViewportSize(width, width == PHONE ? 844 : 900);
                all.assertThat((List<?>) page.evaluate(CUT))
                        .as("%s at %d pixels", view.name(), width)
                        .isEmpty();
            }
        }
        all.assertAll();
    }

    /** Without this, a check that finds nothing would say nothing. */
    @Test
    void whatIsWrongIsFound() {
        open(Views.ALL.get(0));
        page.evaluate("""
                () => {
                  const faint = document.createElement('p');
                  faint.textContent = 'grey on grey';
                  faint.style.cssText = 'color: #999; background: #aaa; width: 3000px';
                  document.querySelector('main').append(faint, document.createElement('img'));
                }""");
        assertThat((List<?>) page.evaluate(CUT)).isNotEmpty();
        assertThat(page.evaluate(GRAVE).toString()).contains("image-alt", "color-contrast");
    }
}
