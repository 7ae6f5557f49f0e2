package org.eddp.network.torchscript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.eddp.network.NetworkFailure;
import org.eddp.network.TrialLimits;
import org.eddp.tensor.Scope;
import org.eddp.tensor.script.ScriptWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A first run that never ends, takes all memory or crashes costs a message and not this process. */
@Tag("slow")
class TrialsTest {
    /** One limit at a time is tight: which of two is met first would depend on the machine's speed. */
    private static final TrialLimits SHORT = new TrialLimits(2, 4096);

    private static final TrialLimits SMALL = new TrialLimits(120, 1000);

    @TempDir
    private Path folder;

    private final Blocks blocks = new Blocks(13);

    private Path with(String statement) {
        Path file = folder.resolve("network.pt");
        try (Scope scope = Scope.open()) {
            new ScriptWriter("Net")
                    .module("conv", blocks.conv(3, 5, 3, 2, 1, 1))
                    .source("def forward(self, x):\n    " + statement.replace("\n", "\n    ")
                            + "\n    return torch.mean(self.conv.forward(x), [2, 3])\n")
                    .save(file);
        }
        return file;
    }

    private Trials trials(TrialLimits limits) {
        return new Trials(limits, new TrialMemory(folder.resolve("trials")));
    }

    private List<Path> kept() throws IOException {
        if (!Files.exists(folder.resolve("trials"))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder.resolve("trials"))) {
            return files.toList();
        }
    }

    private void expectFailure(Trials trials, String statement, String... words) {
        Path file = with(statement);
        assertThatThrownBy(() -> trials.of(file, null))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("cannot load network " + file)
                .hasMessageContainingAll(words)
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
    }

    @Test
    void anEndlessProgramCostsAMessage() throws IOException {
        Trials trials = trials(SHORT);
        expectFailure(
                trials,
                "n = 0\nwhile x.size(0) > 0:\n    n += 1",
                "within 2 seconds of processor time",
                "EDDP_TRIAL_SECONDS");
        assertThat(kept()).isEmpty();
    }

    @Test
    void hugeAndCrashingProgramsCostAMessage() throws IOException {
        Trials trials = trials(SMALL);
        expectFailure(
                trials,
                "x = torch.conv2d(torch.constant_pad_nd(x, [1000000, 1000000]), torch.ones([1, 3, 1, 1]))",
                "needs more than 1000 MB of memory",
                "EDDP_TRIAL_MEGABYTES");
        expectFailure(
                trials, "x = x + x.size(0) % (x.size(1) - 3)", "ended the process that ran it for the first time");
        assertThat(kept()).isEmpty();

        TrialFacts fine = trials.of(with("n = x.size(0)"), null);
        assertThat(fine.classes()).isEqualTo(5);
        assertThat(fine.batches()).isTrue();
    }

    @Test
    void whatWasFoundIsKeptAndUsedUntilTheFileChanges() throws IOException {
        Path file = with("n = x.size(0)");
        Trials trials = trials(SMALL);
        TrialFacts found = trials.of(file, null);
        assertThat(kept()).hasSize(1);
        Path kept = kept().get(0);
        String text = Files.readString(kept);
        assertThat(text).contains("\"classes\": 5");

        Files.writeString(kept, text.replace("\"classes\": 5", "\"classes\": 6"));
        assertThat(trials.of(file, null).classes()).isEqualTo(6);
        Files.writeString(kept, "damaged");
        assertThat(trials.of(file, null)).usingRecursiveComparison().isEqualTo(found);
        trials.of(with("n = x.size(1)"), null);
        assertThat(kept()).hasSize(2);
    }

    @Test
    void whereThereIsNoFolderToKeepItNetworksAreTriedAgain() throws IOException {
        Path blocked = Files.writeString(folder.resolve("a-file"), "");
        Trials trials = new Trials(SMALL, new TrialMemory(blocked.resolve("trials")));
        Path file = with("n = x.size(0)");
        assertThat(trials.of(file, null)).usingRecursiveComparison().isEqualTo(trials.of(file, null));
    }
}
