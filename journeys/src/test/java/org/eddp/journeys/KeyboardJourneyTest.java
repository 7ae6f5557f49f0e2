package org.eddp.journeys;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Everything with the keyboard alone: the mouse is not used once, and where one is can always be seen. */
class KeyboardJourneyTest extends Journey {
    private static final int MOST_STOPS = 150;
    private static final String GIVEN = "found without a mouse";

    /** What has the focus is marked, and inside the window. */
    private static final String SEEN = """
            () => {
              const e = document.activeElement;
              const style = getComputedStyle(e);
              const box = e.getBoundingClientRect();
              const marked = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 || style.outlineStyle === 'auto'
                  || e.matches('.patch') && parseFloat(style.strokeWidth) >= 2;
              const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
              return e === document.body || marked && inside ? '' : e.outerHTML.slice(0, 200) + ' marked ' + marked + ' inside ' + inside;
            }""";

    @Test
    void aConceptIsReachedRenamedAndChanged() {
        go(concepts(Desk.SECOND), "Enter");
        assertThat(heading("Concepts")).isVisible();
        go(card("concept 3"), "Enter");
        assertThat(heading("concept 3")).isVisible();
        go(page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)), null);
        page.keyboard().type(GIVEN);
        page.keyboard().press("Enter");
        assertThat(heading(GIVEN)).isVisible();

        go(link("images").first(), "Enter");
        assertThat(heading("Images")).isVisible();
        go(page.getByRole(AriaRole.MAIN).getByRole(AriaRole.LINK).first(), "Enter");
        assertThat(part("What if")).isVisible();
        go(button("change it"), "Enter");
        Locator slider = page.locator(".whatif").getByRole(AriaRole.SLIDER);
        go(slider, null);
        String before = slider.inputValue();
        page.keyboard().press("ArrowLeft");
        assertThat(slider).not().hasValue(before);
        assertThat(page.getByText(Pattern.compile("Features changed by"))).isVisible();

        go(link("images").first(), "Enter");
        assertThat(heading("Images")).isVisible();
    }

    /** Goes from stop to stop until there, and then presses a key, if one is given. */
    private void go(Locator there, String key) {
        there.waitFor();
        for (int stop = 0; stop < MOST_STOPS; stop++) {
            page.keyboard().press("Tab");
            assertThat(page.evaluate(SEEN)).isEqualTo("");
            if (Boolean.TRUE.equals(there.evaluate("e => e === document.activeElement"))) {
                if (key != null) {
                    page.keyboard().press(key);
                }
                return;
            }
        }
        throw new AssertionError(there + " was not reached with " + MOST_STOPS + " stops");
    }
}
