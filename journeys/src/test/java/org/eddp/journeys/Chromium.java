package org.eddp.journeys;

import static org.assertj.core.api.Assertions.fail;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** The browser of the system: Playwright's own is not downloaded. */
final class Chromium {
    private static final String MISSING =
            "no browser, so the journeys through the studio were skipped: install chromium (Debian:"
                    + " apt-get install chromium), or give the path of a Chromium or Chrome as EDDP_BROWSER";
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final List<String> FLAGS = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private Chromium() {}

    /** Its program. Without one tests are skipped and say so, or fail where EDDP_REQUIRE_BROWSER says that there is one. */
    static Path find() {
        String given = System.getenv("EDDP_BROWSER");
        Stream<Path> places = given != null
                ? Stream.of(Path.of(given))
                : Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)));
        return places.filter(Files::isExecutable).findFirst().orElseGet(Chromium::missing);
    }

    private static Path missing() {
        if (System.getenv("EDDP_REQUIRE_BROWSER") != null) {
            return fail("EDDP_REQUIRE_BROWSER is set, but there is " + MISSING);
        }
        throw new TestAbortedException(MISSING);
    }

    static Playwright driver() {
        return Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    }

    static Browser start(Playwright driver, Path program) {
        return driver.chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program)
                        .setHeadless(true)
                        .setTimeout(Journey.PATIENCE)
                        .setArgs(FLAGS));
    }
}
