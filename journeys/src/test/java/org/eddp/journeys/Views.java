package org.eddp.journeys;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.util.List;

/** Every view of the studio, by its address, with as much on it as it can show. */
final class Views {
    /** Work that is still under way. */
    private static final String UNFINISHED = ".wait, progress";

    private Views() {}

    /**
     * A view.
     *
     * @param hash its address; A, B and C stand for the ids of the runs
     * @param shows a text that is there when all of it is
     */
    record View(String name, String hash, String shows) {}

    static final List<View> ALL = List.of(
            new View("runs", "#/", "side by side"),
            new View("two runs", "#/compare?first=A&second=B", "Concepts that are the same"),
            new View("run", "#/runs/A", "How it was measured"),
            new View("run, not audited", "#/runs/B", "Audit this network"),
            new View("concepts", "#/runs/B/concepts?sort=number", "4 of 4"),
            new View("concepts as a table", "#/runs/A/concepts?as=table&marked=0&chosen=0.1.2", "only the 1 marked"),
            new View("concept", "#/runs/A/concepts/0?shift=0.5", "It would fire on"),
            new View("images", "#/runs/A/images", "Drop a picture"),
            new View("mistakes", "#/runs/C/images?which=wrong&sort=sure&label=1", "What the wrong ones share"),
            new View(
                    "image",
                    "#/runs/A/images/3?concept=0&layer=adds&patch=3&class=0&against=1&edits=W~3~patches:1.2",
                    "Features changed by"),
            new View(
                    "image, detectors",
                    "#/runs/A/images/4?layer=segments&edits=W~3~everywhere!W~2~W&all=0",
                    "pictures that are taken for"),
            new View(
                    "image, of an address that is wrong",
                    "#/runs/A/images/3?concept=x&patch=-1&edits=999~0~0!1~2",
                    "What if"),
            new View("classes", "#/runs/A/classes", "bishop"),
            new View("class", "#/runs/A/classes/2", "What they are taken for"),
            new View("class with mistakes", "#/runs/C/classes/2", "Wrongly taken for it"),
            new View("repair", "#/runs/A/repair?concepts=W", "What is taken for what"),
            new View(
                    "repair without labels",
                    "#/runs/C/repair?concepts=0&images=-",
                    "random directions of the same length"),
            new View("none", "#/runs/A/nothing", "There is no such view"));

    /**
     * Opens a view, reloads the page and waits until the view is complete.
     *
     * @param first run, with a concept that can be written
     */
    static void open(Page page, View view, String first, int writable, String second, String third) {
        String start = page.url().replaceFirst("[?#].*", "");
        page.navigate(start
                + view.hash()
                        .replace("=W", "=" + writable)
                        .replace("!W", "!" + writable)
                        .replace("~W", "~" + writable)
                        .replace("/A", "/" + first)
                        .replace("=A", "=" + first)
                        .replace("=B", "=" + second)
                        .replace("/B", "/" + second)
                        .replace("/C", "/" + third));
        page.reload();
        Locator main = page.locator("main");
        assertThat(main).containsText(view.shows());
        assertThat(page.locator(UNFINISHED)).hasCount(0);
    }
}
