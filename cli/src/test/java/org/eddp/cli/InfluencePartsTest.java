package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.cli.RunCommands.Outcome;
import org.eddp.files.Digests;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.influence.InfluenceOptions;
import org.eddp.monitor.Monitor;
import org.eddp.network.onnx.file.Model;
import org.eddp.run.Run;
import org.eddp.study.measure.InfluenceStudy;
import org.eddp.testkit.TinyDataset;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Influence that several processes tested for, each a part, is that of one, byte by byte; also where the head is not a linear layer. */
class InfluencePartsTest {
    /** Five images of 4 x 4 x 12 numbers: eight shards. */
    private static final String SHARD = Double.toString(5 * 16 * 12 * 4 / (double) (1 << 20));

    @TempDir
    private static Path folder;

    private static List<String> linear;
    private static List<String> deep;

    @BeforeAll
    static void testAll() throws IOException {
        TinyDataset.write(folder.resolve("halves"), (pixel, index) -> pixel * (index + 3) % 41);
        linear = test("linear", false);
        deep = test("deep", true);
        assertThat(linear).doesNotContainAnyElementsOf(deep);
    }

    private static List<String> test(String name, boolean isDeep) throws IOException {
        Model.write(folder.resolve(name + ".onnx"), TinyNetworks.network(isDeep));
        ok(RunCommands.features(
                folder.resolve(name + ".onnx"),
                folder.resolve("halves"),
                folder.resolve(name + "-f"),
                "--shard",
                SHARD));
        ok(eddp(
                "learn",
                "--features",
                folder.resolve(name + "-f").toString(),
                "--concepts",
                "6",
                "--epochs",
                "20,20,20",
                "--out",
                folder.resolve(name).toString()));
        Path all = copy(name, name + "-all");
        ok(influence(all));
        return bytes(all);
    }

    private static Path copy(String run, String name) throws IOException {
        return TinyRun.copy(folder.resolve(run), folder.resolve(name));
    }

    private static Outcome influence(Path run, String... more) {
        List<String> words = new ArrayList<>(List.of("influence", "--run", run.toString(), "--noise", "30"));
        words.addAll(List.of(more));
        return eddp(words.toArray(String[]::new));
    }

    private static List<String> bytes(Path run) {
        return List.of(Digests.of(run.resolve("influence.safetensors")), Digests.of(run.resolve("influence.json")));
    }

    private static void refused(Outcome outcome, String... said) {
        assertThat(outcome.code()).as(outcome.err()).isPositive();
        assertThat(outcome.err()).contains(said).doesNotContain("\tat ");
    }

    /** In any order, and with more parts than there are concepts. */
    @ParameterizedTest
    @CsvSource({"linear,1", "linear,2", "linear,3", "linear,7", "deep,3"})
    void partsMakeTheInfluenceOfOneProcess(String name, int parts) throws IOException {
        Path run = copy(name, name + parts);
        for (int i = parts; i >= 1; i--) {
            Outcome outcome = influence(run, "--part", i + "/" + parts, "--threads", Integer.toString(1 + i % 2));
            ok(outcome);
            assertThat(outcome.out()).contains("part " + i + "/" + parts + ": ", " of 6 concepts", "--merge");
        }
        assertThat(run.resolve("influence.json")).doesNotExist();
        Outcome merged = influence(run, "--merge");
        ok(merged);
        assertThat(merged.out()).contains("Diagram: ");
        assertThat(bytes(run)).isEqualTo(name.equals("deep") ? deep : linear);
        assertThat(run.resolve("influence.parts")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"linear,1", "linear,3", "deep,3"})
    void workersElsewhereMakeTheInfluenceOfOneProcess(String name, int workers) throws IOException {
        Path place = copy(name, name + "-elsewhere" + workers);
        Request request = new Request("./eddp influence --run RUN --noise 30", null);
        InfluenceStudy.Options usual = InfluenceStudy.Options.of(1);
        InfluenceStudy.Options options = InfluenceStudy.Options.of(1)
                .withMeasured(InfluenceOptions.of(1)
                        .withNoise(InfluenceOptions.Noise.of(1).withDirections(30)));
        try (Run run = Run.open(place, Run.Options.DEFAULT.withThreads(2).withRequest(request), Monitor.NONE)) {
            Elsewhere elsewhere = new Elsewhere(workers);
            InfluenceStudy.run(run, options, elsewhere, Monitor.NONE);
            assertThat(bytes(place)).isEqualTo(name.equals("deep") ? deep : linear);
            assertThat(elsewhere.opened())
                    .as("shards, then concepts, and noise directions where they go through the network")
                    .isEqualTo((name.equals("deep") ? 3 : 2) * workers);
        }
    }

    /** Other images are extracted here and asked about elsewhere. */
    @Test
    void otherImagesAreAskedAboutElsewhere() throws IOException {
        Path once = copy("deep", "other-images");
        Path others = Files.createDirectories(folder.resolve("others"));
        for (int i = 0; i < 4; i++) {
            TinyRun.picture(others.resolve(i + ".png"), 70 + i);
        }
        ok(influence(once, "--images", others.toString()));
        Path place = copy("deep", "other-images-elsewhere");
        Request request = new Request("./eddp influence --run RUN --noise 30 --images others", null);
        InfluenceStudy.Options options = InfluenceStudy.Options.of(1)
                .withMeasured(InfluenceOptions.of(1)
                        .withNoise(InfluenceOptions.Noise.of(1).withDirections(30)))
                .withImages(others);
        try (Run run = Run.open(place, Run.Options.DEFAULT.withThreads(1).withRequest(request), Monitor.NONE)) {
            InfluenceStudy.run(run, options, new Elsewhere(2), Monitor.NONE);
        }
        assertThat(bytes(place)).isEqualTo(bytes(once)).isNotEqualTo(deep);
        refused(influence(place, "--images", others.toString(), "--part", "1/2"), "is not measured in parts");
    }

    /** The command that merges the parts compares the pattern-CAVs. */
    @Test
    void patternsAreComparedLast() throws IOException {
        Path run = copy("linear", "patterns");
        String dataset = folder.resolve("halves").toString();
        ok(eddp("label", "--run", run.toString(), "--dataset", dataset));
        ok(influence(run, "--dataset", dataset));
        List<String> once = bytes(run);
        Files.delete(run.resolve("influence.json"));
        Files.delete(run.resolve("influence.safetensors"));
        ok(influence(run, "--part", "1/2", "--dataset", dataset));
        ok(influence(run, "--part", "2/2", "--dataset", dataset));
        ok(influence(run, "--merge", "--dataset", dataset));
        assertThat(bytes(run)).isEqualTo(once).doesNotContain(linear.get(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"linear", "deep"})
    void scoresAlone(String name) throws IOException {
        Path once = copy(name, name + "-untested");
        ok(influence(once, "--no-test"));
        Path run = copy(name, name + "-untested-parts");
        ok(influence(run, "--no-test", "--part", "2/2"));
        ok(influence(run, "--no-test", "--part", "1/2"));
        refused(
                influence(run, "--merge"),
                name.equals("deep") ? "missing or unfinished" : "the test was false and is now true");
        ok(influence(run, "--no-test", "--merge"));
        assertThat(bytes(run)).isEqualTo(bytes(once)).isNotEqualTo(linear);
    }

    @Test
    void missingAndOtherPartsAreNamedAndNothingIsWritten() throws IOException {
        Path run = copy("linear", "missing");
        refused(influence(run, "--merge"), "there are no parts of", "influence.parts");
        ok(influence(run, "--part", "2/3"));
        refused(influence(run, "--merge"), "2 of the 3 parts", "1/3 (not begun), 3/3 (not begun)");
        ok(influence(run, "--part", "1/3", "--seed", "2"));
        ok(influence(run, "--part", "3/3"));
        refused(influence(run, "--merge"), "1-of-3", "the way of measuring was");
        ok(influence(run, "--part", "1/3"));
        Path part = run.resolve("influence.parts/3-of-3/concepts.safetensors");
        byte[] content = Files.readAllBytes(part);
        content[content.length - 8] ^= 1;
        Files.write(part, content);
        refused(influence(run, "--merge"), part.toString(), "damaged");
        Files.delete(part);
        refused(influence(run, "--merge"), "3/3 (0 of 2 concepts done)");
        assertThat(run.resolve("influence.json")).doesNotExist();
        assertThat(run.resolve("influence.safetensors")).doesNotExist();
        ok(influence(run, "--part", "3/3"));
        ok(influence(run, "--merge"));
        assertThat(bytes(run)).isEqualTo(linear);
    }
}
