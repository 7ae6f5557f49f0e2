package org.eddp.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What runs and classes are called in the studio. */
@Tag("slow")
class StudioNamesTest {
    @TempDir
    private static Path folder;

    private static Path run;

    @BeforeAll
    static void make() throws IOException {
        run = TinyRun.make(folder, "net", false);
    }

    @Test
    void classNamesOfAnotherNetworkAreNotUsed() throws Exception {
        Path own = TinyRun.copy(run, folder.resolve("unfit"));
        try (StudioSession session = new StudioSession(List.of(own), Path.of("imagenet"), false)) {
            String classes =
                    session.get("/api/runs/" + session.run(0) + "/classes").toString();
            assertThat(classes).doesNotContain("tench", "goldfish", "shark");
            assertThat(session.remarks()).singleElement().asString().contains("1000 class names", own.toString());
        }
    }

    @Test
    void classNamesThatFitAreKeptInTheRun() throws Exception {
        Path own = TinyRun.copy(run, folder.resolve("fit"));
        try (StudioSession session = new StudioSession(List.of(own), folder.resolve("names.txt"), false)) {
            assertThat(session.get("/api/runs/" + session.run(0) + "/classes").toString())
                    .contains("beech");
            assertThat(session.remarks()).isEmpty();
        }
        try (StudioSession session = new StudioSession(List.of(own), null, false)) {
            assertThat(session.get("/api/runs/" + session.run(0) + "/classes").toString())
                    .contains("beech");
        }
    }

    @Test
    void runsInFoldersOfTheSameNameAreToldApart() throws Exception {
        Path some = Files.createDirectories(folder.resolve("some"));
        TinyRun.copy(run, some.resolve("a/run"));
        TinyRun.copy(run, some.resolve("b/run"));
        TinyRun.copy(run, some.resolve("single"));
        try (StudioSession session = new StudioSession(List.of(some), null, true)) {
            assertThat(session.get("/api/runs")
                            .valueStream()
                            .map(card -> card.at("/name").asString()))
                    .containsExactly("a/run", "b/run", "single");
        }
    }
}
