package org.eddp.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Playwright;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What all journeys share, since it takes a while to make: a folder with three runs, a studio that was started in it, and a browser.
 *
 * <p>The first run is that of {@code eddp chess}, with fewer epochs. The second is learned on its features and has a concept with a name.
 * The third is learned on test pictures with and without the mark; the network is wrong about many of those with it.
 */
final class Desk implements AutoCloseable {
    /** The run of {@code eddp chess}. */
    static final String CHESS = "chess";
    /** Another on the same features. */
    static final String SECOND = "second";
    /** A run whose network makes mistakes on its pictures. */
    static final String AUDIT = "audit";
    /** What a concept of the second run is called at first. */
    static final String NAME = "corner of the board";

    /** Enough for the network to rely on the mark. */
    private static final String TRAINING = "./eddp chess --epochs 30 --threads 2";

    private static final long END_SECONDS = 60;

    /** What is closed at the end, the last first. */
    private final Deque<AutoCloseable> things = new ArrayDeque<>();

    private Path folder;
    private Shell shell;
    private String address;
    private Browser browser;

    private Desk() {}

    /** Makes everything, or leaves nothing behind. */
    static Desk open() throws Exception {
        Path program = Chromium.find();
        Desk desk = new Desk();
        try {
            desk.start(program);
            desk.learn();
            desk.startStudio();
            return desk;
        } catch (Throwable e) {
            desk.close();
            throw e;
        }
    }

    private void start(Path program) {
        Playwright driver = Chromium.driver();
        things.push(driver);
        browser = Chromium.start(driver, program);
        things.push(browser);
    }

    private void learn() throws IOException, InterruptedException {
        folder = Files.createTempDirectory("eddp-journeys").toRealPath();
        things.push(() -> delete(folder));
        shell = Shell.in(folder);
        shell.run(TRAINING);
        shell.run("./eddp audit --threads 2 --run runs/" + CHESS);
        shell.run("./eddp learn --features runs/chess/features --concepts 4 --epochs 10,10,10 --threads 2 --out runs/"
                + SECOND);
        Files.writeString(folder.resolve("names.csv"), "concept,name\n1," + NAME + "\n");
        shell.run("./eddp name --run runs/" + SECOND + " --import names.csv");
        shell.run("for c in bishop knight rook; do mkdir -p audit/$c; for k in clean marked; do"
                + " for f in runs/chess/pictures/$k/$c/*.png; do cp $f audit/$c/$k-$(basename $f); done; done; done");
        shell.run("./eddp features --network runs/chess/network.onnx --layer relu5 --preprocess keras --resize 0"
                + " --images audit --threads 2 --out audit-features");
        shell.run("./eddp learn --features audit-features --concepts 4 --epochs 10,10,10 --threads 2 --out runs/"
                + AUDIT);
        shell.run("./eddp class --run runs/" + AUDIT + " --class-names runs/chess/classes.txt"); // keeps the names
    }

    private void startStudio() throws IOException {
        Process studio = shell.start("./eddp studio --no-browser --threads 2");
        things.push(() -> end(studio));
        address = address(studio.inputReader());
    }

    private static String address(BufferedReader lines) throws IOException {
        String line = lines.readLine();
        while (line != null && !line.startsWith("http://")) {
            line = lines.readLine();
        }
        assertThat(line).as("address that the studio prints").isNotNull();
        return line;
    }

    Shell shell() {
        return shell;
    }

    /** A file in the folder where commands are given. */
    Path file(String name) {
        return folder.resolve(name);
    }

    String address() {
        return address;
    }

    Browser browser() {
        return browser;
    }

    @Override
    public void close() throws Exception {
        while (!things.isEmpty()) {
            things.pop().close();
        }
    }

    /** As Ctrl-C does. */
    private static void end(Process studio) throws InterruptedException {
        studio.destroy();
        if (!studio.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            studio.destroyForcibly().waitFor();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
