package org.eddp.journeys;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.JSHandle;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A picture is dropped, explained, and edited until it is another class; the command that is shown does the same. */
class WhatIfJourneyTest extends Journey {
    private static final int MOST_MOVES = 220;
    private static final Pattern NUMBER = Pattern.compile("[+−-]?\\d+\\.\\d+");
    private static final Pattern NOW = Pattern.compile("Now (\\w+) \\((\\d+\\.\\d{2}) %\\) instead of (\\w+)\\.");
    private static final Pattern CHANGED = Pattern.compile("\"changed\"\\s*:\\s*true");
    private static final Pattern PRINTED = Pattern.compile("(?m) (\\w+) \\((\\d\\.\\d{4})\\)$");

    @Test
    void aDroppedPictureIsExplainedAndChangedUntilItIsAnotherClass() throws Exception {
        concepts(Desk.CHESS).click();
        link("images").first().click();
        assertThat(heading("Images")).isVisible();
        drop(knight());

        assertThat(part("Why ")).isVisible();
        theSumIsExact();
        changeTheMarkUntilTheClassFlips();

        Locator outcome = page.getByRole(AriaRole.STATUS).filter(new Locator.FilterOptions().setHasText(NOW));
        Matcher now = NOW.matcher(outcome.innerText());
        assertThat(now.find()).as(outcome.innerText()).isTrue();
        assertThat(now.group(1)).isNotEqualTo(now.group(3));
        outcome.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("copy"))
                .click();
        assertThat(outcome.getByText("copied")).isVisible();
        String command = (String) page.evaluate("navigator.clipboard.readText()");

        List<MatchResult> printed =
                PRINTED.matcher(desk.shell().run(command)).results().toList();
        MatchResult before = printed.get(0);
        MatchResult after = printed.get(printed.size() - 1);
        assertThat(before.group(1)).isEqualTo(now.group(3));
        assertThat(after.group(1)).isEqualTo(now.group(1));
        assertThat(100 * Double.parseDouble(after.group(2))).isCloseTo(Double.parseDouble(now.group(2)), within(0.006));
    }

    /** A picture without the mark. */
    private Path knight() throws Exception {
        try (Stream<Path> pictures = Files.list(desk.file("runs/chess/pictures/clean/knight"))) {
            return pictures.sorted().findFirst().orElseThrow();
        }
    }

    /** Drops a file, not on a field made for it but anywhere. */
    private void drop(Path file) throws Exception {
        JSHandle carried = page.evaluateHandle(
                "([name, text]) => { const carried = new DataTransfer();"
                        + " carried.items.add(new File([Uint8Array.from(atob(text), c => c.charCodeAt(0))], name, { type: 'image/png' }));"
                        + " return carried; }",
                List.of("mine.png", Base64.getEncoder().encodeToString(Files.readAllBytes(file))));
        for (String event : List.of("dragenter", "dragover", "drop")) {
            page.getByRole(AriaRole.MAIN).dispatchEvent(event, Map.of("dataTransfer", carried));
        }
    }

    /** Logit = what is left without the concepts + what each of them adds + interaction. */
    private void theSumIsExact() {
        assertThat(number("logit"))
                .isCloseTo(
                        number("each taken out alone") + number("interaction") + number("without its concepts"),
                        within(0.001));
    }

    /** The number in the row of the table of contributions that has a text. */
    private double number(String text) {
        String row = page.getByRole(AriaRole.ROW)
                .filter(new Locator.FilterOptions().setHasText(text))
                .last()
                .innerText();
        Matcher found = NUMBER.matcher(row);
        assertThat(found.find()).as(row).isTrue();
        return Double.parseDouble(found.group().replace('−', '-'));
    }

    /** Moves the slider step by step, as with the arrow keys, and lets the prediction follow. */
    private void changeTheMarkUntilTheClassFlips() {
        Locator whatIf = page.locator(".whatif");
        Locator concept = whatIf.getByRole(AriaRole.COMBOBOX, new Locator.GetByRoleOptions().setName("Concept"));
        concept.fill("mark");
        concept.press("Enter");
        assertThat(concept).hasValue(Pattern.compile("mark"));
        answer(() -> button("change it").click());
        Locator slider = whatIf.getByRole(AriaRole.SLIDER, new Locator.GetByRoleOptions().setName("mark"));
        boolean changed = answer(() -> slider.press("Home"));
        assertThat(changed).as("without the mark it stays what it is").isFalse();
        for (int move = 0; move < MOST_MOVES && !changed; move++) {
            changed = answer(() -> slider.press("ArrowRight"));
        }
        assertThat(changed).as("the mark changes the class").isTrue();
        assertThat(page.getByRole(AriaRole.STATUS).filter(new Locator.FilterOptions().setHasText(NOW)))
                .isVisible();
    }

    /** Does something that asks for a prediction; whether the class is another one. */
    private boolean answer(Runnable move) {
        Response response = page.waitForResponse(
                answered -> answered.url().endsWith("/edit"),
                new Page.WaitForResponseOptions().setTimeout(PATIENCE),
                move);
        return CHANGED.matcher(response.text()).find();
    }
}
