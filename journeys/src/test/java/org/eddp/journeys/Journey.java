package org.eddp.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;

/** Somebody who has just opened the studio. Whatever they do, the browser has nothing to complain about. */
@Tag("slow")
@DisabledOnOs(OS.WINDOWS)
@ExtendWith(OneDesk.class)
abstract class Journey {
    /** Milliseconds after which something that did not happen will not: many, for machines that are busy. */
    static final double PATIENCE = 120_000;

    /** The failure of a request that the browser cancels, as when a view is left, and of a download. */
    private static final String NOT_AWAITED = "net::ERR_ABORTED";

    private final List<String> complaints = new ArrayList<>();
    private BrowserContext context;

    Desk desk;
    Page page;

    @BeforeEach
    void arrive(OneDesk.Attempt shared) {
        desk = shared.desk();
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
        context = desk.browser()
                .newContext(new Browser.NewContextOptions()
                        .setViewportSize(1440, 900)
                        .setPermissions(List.of("clipboard-read", "clipboard-write")));
        context.setDefaultTimeout(PATIENCE);
        prepare(context);
        page = context.newPage();
        listen();
        page.navigate(desk.address());
    }

    /** What a journey wants to have in its pages. */
    void prepare(BrowserContext pages) {}

    private void listen() {
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") || message.type().equals("warning")) {
                complaints.add(message.type() + ": " + message.text());
            }
        });
        page.onPageError(error -> complaints.add("script: " + error));
        page.onRequestFailed(this::failed);
        page.onResponse(response -> {
            if (response.status() >= 400) {
                complaints.add(response.status() + " " + response.url());
            }
        });
    }

    private void failed(Request request) {
        if (!NOT_AWAITED.equals(request.failure())) {
            complaints.add(request.failure() + " " + request.url());
        }
    }

    @AfterEach
    void leaveWithoutComplaints() {
        if (context != null) {
            page.evaluate("0"); // what the browser said before has arrived with the answer
            context.close();
        }
        assertThat(complaints).as("complaints of the browser").isEmpty();
    }

    /** Keeps what is seen now. */
    void picture(Path file) {
        if (page != null) {
            page.screenshot(new Page.ScreenshotOptions().setPath(file).setFullPage(true));
        }
    }

    Locator link(String name) {
        return page.getByRole(
                AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    /** What a view is called; there is one such heading, whatever view it is. */
    Locator heading(String name) {
        return heading(name, 1);
    }

    /** What a part of a view is called. */
    Locator part(String name) {
        return heading(name, 2);
    }

    private Locator heading(String name, int level) {
        return page.getByRole(
                AriaRole.HEADING, new Page.GetByRoleOptions().setName(name).setLevel(level));
    }

    /** The link from the start page to the concepts of a run. */
    Locator concepts(String run) {
        return page.locator(".run")
                .filter(new Locator.FilterOptions().setHas(link(run)))
                .getByRole(
                        AriaRole.LINK,
                        new Locator.GetByRoleOptions().setName("Concepts").setExact(true));
    }

    /** The card of a concept in the gallery. */
    Locator card(String name) {
        return page.locator(".tile")
                .filter(new Locator.FilterOptions().setHasText(name))
                .getByRole(AriaRole.LINK)
                .first();
    }
}
