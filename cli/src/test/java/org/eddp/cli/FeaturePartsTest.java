package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eddp.cli.RunCommands.Outcome;
import org.eddp.features.FeatureExtraction;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.FolderLock;
import org.eddp.images.input.InputPreset;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.network.onnx.file.Model;
import org.eddp.parts.Distributor;
import org.eddp.parts.Work;
import org.eddp.study.Extraction;
import org.eddp.study.InputChoice;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Features that several processes computed, each a part, are those of one, byte by byte. */
class FeaturePartsTest {
    private static final int PICTURES = 23;
    /** Five images of 8 x 8 x 12 numbers: five shards. */
    private static final String SHARD = Double.toString(5 * 64 * 12 * 4 / (double) (1 << 20));

    @TempDir
    private static Path folder;

    private static Map<String, String> whole;

    @BeforeAll
    static void extractAll() throws IOException {
        Model.write(folder.resolve("net.onnx"), TinyNetworks.network(false, TinyRun.SIZE, 2));
        Model.write(folder.resolve("other.onnx"), TinyNetworks.network(true, TinyRun.SIZE, 2));
        Model.write(folder.resolve("tokens.onnx"), TinyNetworks.transformer(TinyRun.SIZE));
        for (int i = 0; i < PICTURES; i++) {
            TinyRun.picture(folder.resolve("pictures/" + (i % 2 == 0 ? "ash" : "beech") + "/" + i + ".png"), i);
        }
        Files.writeString(folder.resolve("pictures/beech/broken.png"), "no picture");
        ok(features("whole"));
        whole = bytes(folder.resolve("whole"));
        assertThat(whole)
                .containsKeys("features-00004.npy", "readout.safetensors")
                .doesNotContainKey("features-00005.npy");
    }

    private static Outcome features(String out, String... more) {
        return of("net.onnx", out, more);
    }

    private static Outcome of(String network, String out, String... more) {
        List<String> options = new ArrayList<>(List.of("--shard", SHARD, "--batch", "2"));
        options.addAll(List.of(more));
        return RunCommands.features(
                folder.resolve(network),
                folder.resolve("pictures"),
                folder.resolve(out),
                options.toArray(String[]::new));
    }

    /** Files without the one that says where things lay. */
    private static Map<String, String> bytes(Path set) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(set)) {
            for (Path file : files.toList()) {
                contents.put(file.getFileName().toString(), Digests.of(file));
            }
        }
        assertThat(contents.remove("circumstances.json")).isNotNull();
        return contents;
    }

    private static Path part(String out, String name) {
        return folder.resolve(out + ".parts").resolve(name);
    }

    private static void refused(Outcome outcome, String... said) {
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(1);
        assertThat(outcome.err()).contains(said).doesNotContain("\tat ");
    }

    /** In any order, and with more parts than there are shards. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void partsMakeTheSetOfOneProcess(int parts) throws IOException {
        String out = "of" + parts;
        for (int i = parts; i >= 1; i--) {
            Outcome outcome = features(out, "--part", i + "/" + parts, "--threads", Integer.toString(1 + i % 2));
            ok(outcome);
            assertThat(outcome.out()).contains("part " + i + "/" + parts + ": ", "--merge");
        }
        assertThat(folder.resolve(out)).doesNotExist();
        Outcome merged = features(out, "--merge");
        ok(merged);
        assertThat(merged.out()).contains(PICTURES + " images", "broken.png");
        assertThat(bytes(folder.resolve(out))).isEqualTo(whole);
        assertThat(folder.resolve(out + ".parts")).doesNotExist();
        ok(features(out, "--merge"));
        ok(features(out));
        assertThat(bytes(folder.resolve(out))).isEqualTo(whole);
    }

    @Test
    void tokensOfTransformersAreMergedToo() throws IOException {
        ok(of("tokens.onnx", "tokens", "--grid", "8x8"));
        for (int i = 1; i <= 2; i++) {
            ok(of("tokens.onnx", "two", "--grid", "8x8", "--part", i + "/2"));
        }
        ok(of("tokens.onnx", "two", "--grid", "8x8", "--merge"));
        assertThat(bytes(folder.resolve("two")))
                .containsKey("tokens-00004.npy")
                .isEqualTo(bytes(folder.resolve("tokens")));
    }

    private static Extraction.Options options() {
        return Extraction.Options.of(LayerAddress.of("maps"))
                .withPreprocessing(InputChoice.of(InputPreset.PLAIN))
                .withStorage(
                        FeatureExtraction.Options.DEFAULT.withBatchImages(2).withShardBytes((long)
                                (Double.parseDouble(SHARD) * (1 << 20))))
                .withThreads(2);
    }

    /**
     * As on a cluster, workers receive a serialized description of the work and send bytes back. The feature set is the same as
     * that of one process.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void workersElsewhereMakeTheSetOfOneProcess(int workers) throws IOException {
        Elsewhere elsewhere = new Elsewhere(workers);
        Extraction.run(
                folder.resolve("net.onnx"),
                folder.resolve("pictures"),
                folder.resolve("elsewhere" + workers),
                options(),
                elsewhere,
                Monitor.NONE);
        assertThat(elsewhere.opened()).isEqualTo(Math.min(workers, 5));
        assertThat(bytes(folder.resolve("elsewhere" + workers))).isEqualTo(whole);
    }

    /** A worker that sees another network under the same name must not take part. */
    @Test
    void aWorkerWithAnotherNetworkRefuses() throws IOException {
        Path network = Files.copy(folder.resolve("net.onnx"), folder.resolve("changing.onnx"));
        Distributor changed = new Distributor() {
            @Override
            public <R> void run(Work<R> work, int first, int end, Consumer<? super R> inOrder) {
                try {
                    Files.copy(folder.resolve("other.onnx"), network, StandardCopyOption.REPLACE_EXISTING);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                new Elsewhere(1).run(work, first, end, inOrder);
            }
        };
        assertThatThrownBy(() -> Extraction.run(
                        network,
                        folder.resolve("pictures"),
                        folder.resolve("changed"),
                        options(),
                        changed,
                        Monitor.NONE))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("is not the one that the work was described with");
    }

    @Test
    void missingPartsAreNamedAndNothingIsWritten() throws IOException {
        refused(features("none", "--merge"), "there are no parts of", "none.parts");
        assertThat(folder.resolve("none")).doesNotExist();
        ok(features("some", "--part", "1/3"));
        ok(features("some", "--part", "3/3"));
        Map<String, String> before = bytes(part("some", "1-of-3"));
        refused(features("some", "--merge"), "1 of the 3 parts", "2/3 (not begun)");
        assertThat(folder.resolve("some")).doesNotExist();
        assertThat(bytes(part("some", "1-of-3"))).isEqualTo(before);
        ok(features("some", "--part", "2/3"));
        ok(features("some", "--merge"));
        assertThat(bytes(folder.resolve("some"))).isEqualTo(whole);
    }

    /** What a part that was killed after its first shard leaves, and with it the beginning of the second. */
    @Test
    void anInterruptedPartGoesOn() throws IOException {
        ok(features("killed", "--part", "1/2"));
        ok(features("killed", "--part", "2/2"));
        Path own = part("killed", "2-of-2");
        String info = Files.readString(own.resolve("features.json"));
        int second = info.indexOf("{", info.indexOf("\"number\": 2") + 1);
        String begun = info.substring(0, info.lastIndexOf(",", second)) + "\n ],\n \"complete\": false\n}\n";
        Files.writeString(own.resolve("features.json"), begun);
        Files.move(own.resolve("features-00003.npy"), own.resolve("features-00003.npy.part"));
        refused(features("killed", "--merge"), "2/2 (1 of 3 shards done)");
        ok(features("killed", "--part", "2/2"));
        ok(features("killed", "--merge"));
        assertThat(bytes(folder.resolve("killed"))).isEqualTo(whole);
    }

    @Test
    void partsOfSomethingElseAreRefused() {
        ok(features("mixed", "--part", "1/2"));
        ok(of("other.onnx", "mixed", "--part", "2/2"));
        refused(features("mixed", "--merge"), "2-of-2 are not those asked for", "the network was other.onnx");
        ok(features("mixed", "--part", "2/2", "--overwrite", "--half"));
        refused(features("mixed", "--merge"), "2-of-2 are not those asked for", "the number type was FLOAT16");
        refused(features("mixed", "--part", "2/2"), "the number type was FLOAT16 and is now FLOAT32");
        ok(features("mixed", "--part", "1/3"));
        refused(features("mixed", "--merge"), "parts of two divisions", "1/2 and 1/3");
        assertThat(folder.resolve("mixed")).doesNotExist();
    }

    @Test
    void aDamagedOrRenamedPartIsRefused() throws IOException {
        ok(features("hurt", "--part", "1/2"));
        ok(features("hurt", "--part", "2/2"));
        for (String name : List.of("readout.safetensors", "logits-00001.npy")) {
            Path file = part("hurt", "1-of-2").resolve(name);
            byte[] content = Files.readAllBytes(file);
            content[content.length - 1] ^= 1;
            Files.write(file, content);
            refused(features("hurt", "--merge"), name, "does not match its checksum");
            assertThat(folder.resolve("hurt")).doesNotExist();
            content[content.length - 1] ^= 1;
            Files.write(file, content);
        }
        Files.move(part("hurt", "2-of-2"), part("hurt", "moved"));
        Files.move(part("hurt", "1-of-2"), part("hurt", "2-of-2"));
        Files.move(part("hurt", "moved"), part("hurt", "1-of-2"));
        refused(features("hurt", "--merge"), "they have shard");
    }

    @Test
    void aPartHasOneWriterAndIsNotMergedMeanwhile() {
        ok(features("busy", "--part", "1/2"));
        ok(features("busy", "--part", "2/2"));
        try (FolderLock first = CompletableFuture.supplyAsync(() -> FolderLock.take(part("busy", "1-of-2")))
                .join()) {
            refused(features("busy", "--part", "1/2"), "is being written by another");
            refused(features("busy", "--merge"), "is being written by another");
            ok(features("busy", "--part", "2/2"));
        }
        assertThat(folder.resolve("busy")).doesNotExist();
    }

    @Test
    void whatElseLiesInAFolderStays() throws IOException {
        ok(features("kept", "--part", "1/1"));
        Path note = Files.writeString(part("kept", "1-of-1").resolve("slurm.log"), "done");
        ok(features("kept", "--merge"));
        assertThat(note).hasContent("done");
    }

    @Test
    void wrongUseIsSaid() {
        for (String wrong : List.of("0/3", "4/3", "2", "a/b", "2-of-3", "1/99999999")) {
            Outcome outcome = features("wrong", "--part", wrong);
            assertThat(outcome.code()).as(wrong).isEqualTo(2);
            assertThat(outcome.err()).contains("--part: ");
        }
        Outcome both = features("wrong", "--part", "1/2", "--merge");
        assertThat(both.code()).isEqualTo(2);
        assertThat(both.err()).contains("exclude each other");
        assertThat(folder.resolve("wrong.parts")).doesNotExist();
    }
}
