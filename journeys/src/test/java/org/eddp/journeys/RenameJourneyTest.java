package org.eddp.journeys;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Test;

/** A concept is found by its name and gets another, which commands then use. */
class RenameJourneyTest extends Journey {
    private static final String GIVEN = "dark <square> & edge";

    @Test
    void aConceptIsFoundByNameAndRenamed() throws Exception {
        concepts(Desk.SECOND).click();
        assertThat(heading("Concepts")).isVisible();
        page.getByLabel("Find").fill("corner");
        assertThat(page.getByText("1 of 4")).isVisible();
        card(Desk.NAME).click();

        assertThat(heading(Desk.NAME)).isVisible();
        page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill(GIVEN);
        button("Save").click();
        assertThat(heading(GIVEN)).isVisible();

        page.goBack();
        assertThat(page.getByLabel("Find")).hasValue("corner");
        assertThat(page.getByText("0 of 4")).isVisible();
        page.getByLabel("Find").fill("square");
        assertThat(card(GIVEN)).isVisible();
        page.reload();
        assertThat(card(GIVEN)).isVisible();

        assertThat(desk.shell()
                        .run("./eddp influence --no-test --threads 2 --run runs/" + Desk.SECOND
                                + " --images runs/chess/pictures/clean"))
                .contains(GIVEN)
                .doesNotContain(Desk.NAME);
    }
}
