package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eddp.cli.RunCommands.Outcome;
import org.eddp.files.json.Json;
import org.eddp.study.diff.RunDiff;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code eddp diff}: a network and its corrected version. */
class DiffCommandTest {
    @TempDir
    private static Path folder;

    private static Path before;
    private static Path after;

    @BeforeAll
    static void make() throws IOException {
        before = RunCommands.make(folder, "net", TinyNetworks.undecided(TinyRun.SIZE, 2, -4.1f, 1.8f, 6.9f));
        Path network = folder.resolve("corrected.onnx");
        ok(eddp("correct", "--run", before.toString(), "--concept", "1,3", "--out", network.toString()));
        after = folder.resolve("corrected-run");
        TinyRun.learn(
                TinyRun.features(network, folder.resolve("pictures"), folder.resolve("corrected-features")),
                TinyRun.CONCEPTS,
                List.of(1, 1, 1),
                after);
        TinyRun.giveDirections(after, before.resolve("directions.safetensors"));
    }

    @Test
    void theDifferenceIsPrintedAndWrittenAsJsonAndPage() throws IOException {
        Outcome outcome = eddp("diff", before.toString(), after.toString(), "--threads", "1");
        ok(outcome);
        RunDiff diff = Json.read(after.resolve("diff/diff.json"), RunDiff.class);
        assertThat(diff.lost()).isNotEmpty();
        assertThat(outcome.out()).contains(diff.sentence(), "Lost: ", "Changed predictions: ", "diff.html");
        assertThat(Files.readString(after.resolve("diff/diff.html")))
                .contains(
                        "What changed from net-run to corrected-run",
                        "Concepts that were lost",
                        "data:image/",
                        "Predictions that changed");

        Path out = folder.resolve("compared");
        ok(eddp("diff", before.toString(), after.toString(), "--threads", "3", "--out", out.toString()));
        for (String file : List.of("diff.json", "diff.html")) {
            assertThat(out.resolve(file))
                    .hasSameBinaryContentAs(after.resolve("diff").resolve(file));
        }
    }

    @Test
    void aRunBesideItselfHasNoDifferences() {
        Path out = folder.resolve("same");
        Outcome outcome = eddp("diff", before.toString(), before.toString(), "--out", out.toString());
        ok(outcome);
        assertThat(outcome.out()).contains(" 0 lost, 0 gained; 0 of 24 predictions changed.");
    }
}
