package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.eddp.cli.RunCommands.Outcome;
import org.eddp.files.Digests;
import org.eddp.files.FolderLock;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.monitor.Monitor;
import org.eddp.network.onnx.file.Model;
import org.eddp.run.Run;
import org.eddp.study.measure.Labelling;
import org.eddp.testkit.TinyDataset;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Labels that several processes counted for, each a part, are those of one, byte by byte. */
class LabelPartsTest {
    /** Five images of 4 x 4 x 12 numbers: eight shards. */
    private static final String SHARD = Double.toString(5 * 16 * 12 * 4 / (double) (1 << 20));

    @TempDir
    private static Path folder;

    private static List<String> whole;

    @BeforeAll
    static void labelAll() throws IOException {
        TinyDataset.write(folder.resolve("halves"), (pixel, index) -> pixel * (index + 3) % 41);
        Model.write(folder.resolve("net.onnx"), TinyNetworks.network(false));
        ok(RunCommands.features(
                folder.resolve("net.onnx"), folder.resolve("halves"), folder.resolve("f"), "--shard", SHARD));
        for (String run : List.of("run", "other")) {
            ok(eddp(
                    "learn",
                    "--features",
                    at("f"),
                    "--concepts",
                    run.equals("run") ? "6" : "5",
                    "--epochs",
                    "20,20,20",
                    "--out",
                    at(run)));
        }
        Path copy = copy("whole");
        ok(label(copy));
        whole = bytes(copy);
    }

    private static String at(String name) {
        return folder.resolve(name).toString();
    }

    private static Path copy(String name) throws IOException {
        return TinyRun.copy(folder.resolve("run"), folder.resolve(name));
    }

    private static Outcome label(Path run, String... more) {
        List<String> words = new ArrayList<>(List.of("label", "--run", run.toString(), "--dataset", at("halves")));
        words.addAll(List.of(more));
        return eddp(words.toArray(String[]::new));
    }

    private static List<String> bytes(Path run) {
        return List.of(Digests.of(run.resolve("labels.json")), Digests.of(run.resolve("commands.json")));
    }

    private static void refused(Outcome outcome, String... said) {
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(1);
        assertThat(outcome.err()).contains(said).doesNotContain("\tat ");
    }

    /** In any order, and with more parts than there are shards. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 11})
    void partsMakeTheLabelsOfOneProcess(int parts) throws IOException {
        Path run = copy("of" + parts);
        for (int i = parts; i >= 1; i--) {
            Outcome outcome = label(run, "--part", i + "/" + parts, "--threads", Integer.toString(1 + i % 2));
            ok(outcome);
            assertThat(outcome.out()).contains("part " + i + "/" + parts + ": ", " of 8 shards", "--merge");
        }
        assertThat(run.resolve("labels.json")).doesNotExist();
        Outcome merged = label(run, "--merge");
        ok(merged);
        assertThat(merged.out()).contains("detectors are interpretable");
        assertThat(bytes(run)).isEqualTo(whole);
        assertThat(run.resolve("labels.parts")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void workersElsewhereMakeTheLabelsOfOneProcess(int workers) throws IOException {
        Path place = copy("elsewhere" + workers);
        Request request = new Request("./eddp label --run RUN --dataset halves", null);
        try (Run run = Run.open(place, Run.Options.DEFAULT.withThreads(2).withRequest(request), Monitor.NONE)) {
            Elsewhere elsewhere = new Elsewhere(workers);
            Labelling.label(run, Labelling.Options.of(folder.resolve("halves")), elsewhere, Monitor.NONE);
            assertThat(elsewhere.opened()).isEqualTo(2 * workers);
        }
        assertThat(bytes(place)).isEqualTo(whole);
    }

    @Test
    void missingPartsAreNamedAndNothingIsWritten() throws IOException {
        Path run = copy("missing");
        refused(label(run, "--merge"), "there are no parts of", "labels.parts");
        ok(label(run, "--part", "2/3"));
        refused(label(run, "--merge"), "2 of the 3 parts", "1/3 (not begun), 3/3 (not begun)");
        assertThat(run.resolve("labels.json")).doesNotExist();
        ok(label(run, "--part", "1/3"));
        ok(label(run, "--part", "3/3"));
        Files.delete(run.resolve("labels.parts/3-of-3/scoring.safetensors")); // killed between the splits
        refused(label(run, "--merge"), "3/3 (0 of 3 shards done)");
        ok(label(run, "--part", "3/3"));
        ok(label(run, "--merge"));
        assertThat(bytes(run)).isEqualTo(whole);
    }

    @Test
    void whatCountsAsInterpretableIsDecidedLast() throws IOException {
        Path run = copy("judged");
        ok(label(run, "--part", "1/1"));
        ok(label(run, "--merge", "--threshold", "0.9", "--counting", "ALL_IMAGES"));
        Path plain = copy("plain");
        ok(label(plain, "--threshold", "0.9", "--counting", "ALL_IMAGES"));
        assertThat(bytes(run)).isEqualTo(bytes(plain));
    }

    @Test
    void partsOfSomethingElseAreRefused() throws IOException {
        Path run = copy("mixed");
        Path other = TinyRun.copy(folder.resolve("other"), folder.resolve("mixed-other"));
        ok(label(run, "--part", "1/2"));
        ok(label(other, "--part", "2/2"));
        Files.move(other.resolve("labels.parts/2-of-2"), run.resolve("labels.parts/2-of-2"));
        refused(label(run, "--merge"), "2-of-2/labelling.safetensors", "the digest of the directions was");
        ok(label(run, "--part", "2/2", "--label-split", "val"));
        refused(label(run, "--merge"), "the split that labels come from was val and is now train");
        ok(label(run, "--part", "2/2"));
        Files.move(run.resolve("labels.parts/1-of-2"), run.resolve("labels.parts/moved"));
        Files.move(run.resolve("labels.parts/2-of-2"), run.resolve("labels.parts/1-of-2"));
        Files.move(run.resolve("labels.parts/moved"), run.resolve("labels.parts/2-of-2"));
        refused(label(run, "--merge"), "the part was 2/2 and is now 1/2");
        assertThat(run.resolve("labels.json")).doesNotExist();
        ok(label(run, "--part", "1/2"));
        ok(label(run, "--part", "2/2"));
        ok(label(run, "--merge"));
        assertThat(bytes(run)).isEqualTo(whole);
    }

    /** The part that reads a damaged shard reports the damage; the other parts succeed. */
    @Test
    void damagedFeaturesAndPartsAreRefused() throws IOException {
        Path run = copy("hurt");
        Path file = folder.resolve("f/features-00006.npy");
        byte[] content = Files.readAllBytes(file);
        flip(file, content.length - 3);
        ok(label(run, "--part", "1/2"));
        refused(label(run, "--part", "2/2"), "features-00006.npy", "does not match its checksum");
        refused(label(run, "--merge"), "2/2 (0 of 4 shards done)");
        Files.write(file, content);
        ok(label(run, "--part", "2/2"));
        Path part = run.resolve("labels.parts/1-of-2/labelling.safetensors");
        flip(part, (int) Files.size(part) - 8);
        refused(label(run, "--merge"), part.toString(), "damaged");
        ok(label(run, "--part", "1/2")); // computed again
        ok(label(run, "--merge"));
        assertThat(bytes(run)).isEqualTo(whole);
    }

    private static void flip(Path file, int at) throws IOException {
        byte[] content = Files.readAllBytes(file);
        content[at] ^= 1;
        Files.write(file, content);
    }

    @Test
    void aPartHasOneWriterAndIsNotMergedMeanwhile() throws IOException {
        Path run = copy("busy");
        ok(label(run, "--part", "1/2"));
        ok(label(run, "--part", "2/2"));
        Path own = run.resolve("labels.parts/1-of-2");
        try (FolderLock first =
                CompletableFuture.supplyAsync(() -> FolderLock.take(own)).join()) {
            refused(label(run, "--part", "1/2"), "is being written by another");
            refused(label(run, "--merge"), "is being written by another");
            ok(label(run, "--part", "2/2"));
        }
        assertThat(run.resolve("labels.json")).doesNotExist();
    }
}
