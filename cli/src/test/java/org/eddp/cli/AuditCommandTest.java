package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eddp.audit.Audit;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code eddp audit} on small networks without a flaw. */
class AuditCommandTest {
    @TempDir
    private static Path folder;

    private static Path run;
    private static Path deep;

    @BeforeAll
    static void learn() throws IOException {
        run = RunCommands.make(folder, "linear", false);
        deep = RunCommands.make(folder, "deep", true);
    }

    private static byte[] audited(Path of, String threads) throws IOException {
        ok(eddp("audit", "--run", of.toString(), "--threads", threads));
        return Files.readAllBytes(of.resolve("audit.json"));
    }

    @Test
    void tooFewPicturesAreNamed() {
        RunCommands.Outcome outcome = eddp(
                "audit",
                "--run",
                run.toString(),
                "--labels",
                "folders",
                "--class-names",
                folder.resolve("names.txt").toString());
        ok(outcome);
        assertThat(outcome.out()).startsWith("Nothing could be judged");
        try (Run opened = Run.open(run)) {
            Audit audit = opened.read(Results.AUDIT).orElseThrow();
            assertThat(audit.suspects()).isEmpty();
            assertThat(audit.closely()).isZero();
            assertThat(audit.linear()).isTrue();
            assertThat(audit.examined()).isEqualTo(audit.pictures());
            assertThat(audit.labels()).isEqualTo("folders");
            assertThat(audit.concepts()).hasSize(TinyRun.CONCEPTS);
            assertThat(audit.ranking()).isNotEmpty().allMatch(pair -> pair.truth() != null);
        }
    }

    @Test
    void thePageIsInTheRunOrInAFolderOfChoice() throws IOException {
        Path out = folder.resolve("pages");
        RunCommands.Outcome usual = eddp("audit", "--run", run.toString());
        ok(usual);
        assertThat(usual.out()).contains("Page: " + run.resolve("audit.html"));
        ok(eddp("audit", "--run", run.toString(), "--out", out.toString()));
        assertThat(out.resolve("audit.html"))
                .content()
                .contains("Nothing could be judged")
                .isEqualTo(Files.readString(run.resolve("audit.html")));
    }

    @Test
    void bytesDoNotDependOnThreads() throws IOException {
        assertThat(audited(run, "2")).isEqualTo(audited(run, "1"));
    }

    @Test
    void aSampleIsExaminedIfTheHeadIsNotLinear() {
        RunCommands.Outcome outcome = eddp("audit", "--run", deep.toString(), "--sample", "5");
        ok(outcome);
        assertThat(outcome.err()).contains("a sample of at most 5 pictures");
        try (Run opened = Run.open(deep)) {
            assertThat(opened.read(Results.AUDIT).orElseThrow().examined()).isEqualTo(5);
        }
    }

    @Test
    void anAuditOfOtherDirectionsIsStale() throws IOException {
        Path copy = TinyRun.copy(run, folder.resolve("copy"));
        ok(eddp("audit", "--run", copy.toString()));
        TinyRun.giveDirections(copy, deep.resolve("directions.safetensors"));
        try (Run opened = Run.open(copy)) {
            assertThat(opened.isStale(Results.AUDIT)).isTrue();
            assertThat(opened.read(Results.AUDIT)).isEmpty();
        }
    }

    @Test
    void wrongOptionsAreNamed() {
        assertThat(eddp("audit", "--run", run.toString(), "--sample", "0").err())
                .contains("sample 0");
        assertThat(eddp("audit", "--run", run.toString(), "--labels", "nowhere").err())
                .contains("there are no labels 'nowhere'");
    }
}
