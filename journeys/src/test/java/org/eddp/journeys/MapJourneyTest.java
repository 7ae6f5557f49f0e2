package org.eddp.journeys;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.Test;

/** Concepts are marked on the map without a mouse, and are what the table shows then. */
class MapJourneyTest extends Journey {
    @Test
    void whatIsMarkedOnTheMapIsChosenInTheTable() {
        concepts(Desk.SECOND).click();
        assertThat(heading("Concepts")).isVisible();
        page.getByLabel("Shown as").selectOption("table");
        assertThat(page.locator("tbody tr")).hasCount(4);
        page.locator(".map a[tabindex='0']").focus();
        page.keyboard().press("Space");
        assertThat(page.getByRole(AriaRole.CHECKBOX, new Page.GetByRoleOptions().setChecked(true)))
                .hasCount(1);

        button("only the 1 marked").click();
        assertThat(page.getByText("1 of 4")).isVisible();
        assertThat(page.locator("tbody tr")).hasCount(1);
        page.reload();
        assertThat(page.locator("tbody tr")).hasCount(1);
        button("all again").click();
        assertThat(page.locator("tbody tr")).hasCount(4);
    }
}
