package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eddp.files.json.Json;
import org.eddp.studio.StudioSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first command of the README, without any files. */
@Tag("slow")
class DemoCommandTest {
    @TempDir
    private Path folder;

    @Test
    void endsInAPageThatIsFitForUse() throws Exception {
        Path run = folder.resolve("runs/demo");
        RunCommands.Outcome demo = RunCommands.eddp("demo", "--out", run.toString());
        RunCommands.ok(demo);
        String page = Files.readString(run.resolve("index.html"));
        assertThat(page)
                .contains("data:image", "class=\"name\">Concept ", "house")
                .doesNotContain("Not fit for use");
        assertThat(Json.readTree(run.resolve("health.json")).at("/verdict").asString())
                .startsWith("Fit for explanations");
        explains(demo.out());
        try (StudioSession session = new StudioSession(List.of(folder.resolve("runs")), null, false)) {
            assertThat(session.get("/api/runs").get(0).at("/name").asString()).isEqualTo("demo");
        }
    }

    /** The last line is a command that explains a picture, under the names of the classes. */
    private static void explains(String printed) throws IOException {
        String last = printed.strip().lines().reduce((a, b) -> b).orElseThrow();
        assertThat(last).contains("./eddp explain ");
        RunCommands.Outcome explained =
                RunCommands.eddp(last.substring(last.indexOf("explain ")).split(" ", -1));
        RunCommands.ok(explained);
        assertThat(explained.out()).containsPattern("predicted \\d+ (boat|house|table|tree) and (car|lamp|person)");
    }
}
