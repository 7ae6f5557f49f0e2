package org.eddp.study.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.ConceptAssertions;
import org.eddp.directions.Directions;
import org.eddp.monitor.Monitor;
import org.eddp.run.Run;
import org.eddp.study.check.CheckResults.Finding;
import org.eddp.study.check.CheckResults.Status;
import org.eddp.study.diff.RunDiff;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Concepts of the last release are still there. */
class LostRuleTest {
    @TempDir
    private static Path folder;

    private static Path released;
    /** A concept that can be compared, and how many can. */
    private static int comparable;

    private static int compared;

    @BeforeAll
    static void make() throws IOException {
        released = TinyRun.make(folder, "released", TinyNetworks.undecided(TinyRun.SIZE, 2, -4.1f, 1.8f, 6.9f));
        try (Run run = Run.open(released)) {
            RunDiff diff = RunDiff.of(run, run, RunDiff.Options.DEFAULT.withInfluence(false), Monitor.NONE);
            comparable = diff.matched().get(0).before().number();
            compared = diff.matched().size();
        }
    }

    private static Finding check(Path run, String against, int maximum) {
        try (Run opened = Run.open(run)) {
            Policy policy = Policy.EMPTY.withLost(new Policy.Lost(Path.of(against), maximum));
            return PolicyCheck.run(opened, policy, folder, Monitor.NONE)
                    .findings()
                    .get(0);
        }
    }

    @Test
    void nothingIsLostAgainstTheSameRun() {
        Finding finding = check(released, "released-run", 0);
        assertThat(finding.status()).as(finding.detail()).isEqualTo(Status.HELD);
        assertThat(finding.rule()).isEqualTo("at most 0 concepts of released-run lost");
        assertThat(finding.detail()).startsWith("0 of " + compared + " concepts lost");
        try (Run run = Run.open(released)) {
            ConceptAssertions.assertThat(run).keepsConceptsOf(released, 0);
        }
    }

    @Test
    void aMissingConceptIsLostAndNamed() throws IOException {
        int[] rest = IntStream.range(0, TinyRun.CONCEPTS)
                .filter(i -> i != comparable)
                .toArray();
        Path next = TinyRun.withConcepts(released, folder.resolve("next"), rest);
        Finding finding = check(next, "released-run", 0);
        assertThat(finding.status()).isEqualTo(Status.VIOLATED);
        assertThat(finding.detail()).startsWith("1 of " + compared + " concepts lost: " + comparable);
        assertThat(check(next, "released-run", 1).status()).isEqualTo(Status.HELD);
        assertThat(check(released, "next", 0).status())
                .as("a further concept is not a loss")
                .isEqualTo(Status.HELD);
    }

    @Test
    void runsOfOtherPicturesCannotBeCompared() throws IOException {
        Path other = folder.resolve("other");
        for (int n = 0; n < 24; n++) {
            TinyRun.picture(other.resolve("pictures/" + n + ".png"), 100 + n);
        }
        TinyRun.learn(
                TinyRun.features(folder.resolve("released.onnx"), other.resolve("pictures"), other.resolve("features")),
                TinyRun.CONCEPTS,
                List.of(2, 2, 2),
                other.resolve("run"));
        Finding finding = check(released, "other/run", 0);
        assertThat(finding.status()).isEqualTo(Status.UNCHECKED);
        assertThat(finding.detail()).contains("have 0 pictures of the same name and content in common");
    }

    @Test
    void anEarlierRunThatIsNotThereIsNamed() {
        Finding finding = check(released, "absent", 0);
        assertThat(finding.status()).isEqualTo(Status.UNCHECKED);
        assertThat(finding.detail()).contains("absent");
    }

    @Test
    void anEarlierRunWhoseConceptsNeverFireIsNotEvidence() throws IOException {
        Path silent = TinyRun.copy(released, folder.resolve("silent"));
        Path file = silent.resolve("directions.safetensors");
        Directions own = Directions.read(file);
        double[] never = new double[own.concepts()];
        Arrays.fill(never, 1e9);
        new Directions(own.filters(), never, own.signals(), own.mean()).write(file);
        TinyRun.giveDirections(silent, file);
        Finding finding = check(released, "silent", 0);
        assertThat(finding.status()).isEqualTo(Status.UNCHECKED);
        assertThat(finding.detail()).contains("fire on too few of the 24 common pictures");
    }
}
