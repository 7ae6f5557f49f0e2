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
import org.eddp.monitor.Monitor;
import org.eddp.network.onnx.file.Model;
import org.eddp.run.Run;
import org.eddp.study.measure.Evaluation;
import org.eddp.study.measure.Labelling;
import org.eddp.testkit.TinyDataset;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Metrics that several processes counted for, each a part, are those of one, byte by byte. */
class EvaluatePartsTest {
    /** Five images of 4 x 4 x 12 numbers: eight shards. */
    private static final String SHARD = Double.toString(5 * 16 * 12 * 4 / (double) (1 << 20));

    @TempDir
    private static Path folder;

    /** By one process: labels, metrics, metrics of combined detectors. */
    private static List<String> whole;

    private static String unlabelled;

    @BeforeAll
    static void evaluateAll() throws IOException {
        TinyDataset.write(folder.resolve("halves"), (pixel, index) -> pixel * (index + 3) % 41);
        Model.write(folder.resolve("net.onnx"), TinyNetworks.network(false));
        ok(RunCommands.features(
                folder.resolve("net.onnx"), folder.resolve("halves"), folder.resolve("f"), "--shard", SHARD));
        ok(eddp("learn", "--features", at("f"), "--concepts", "6", "--epochs", "20,20,20", "--out", at("run")));
        Path all = copy("all");
        ok(evaluate(all, "--linear-or"));
        whole = bytes(all);
        Path plain = copy("plain");
        ok(eddp("evaluate", "--run", plain.toString()));
        unlabelled = Digests.of(plain.resolve("metrics.json"));
        assertThat(whole).doesNotHaveDuplicates().doesNotContain(unlabelled);
        ok(eddp("label", "--run", at("run"), "--dataset", at("halves"))); // copies from here on have labels
    }

    private static String at(String name) {
        return folder.resolve(name).toString();
    }

    private static Path copy(String name) throws IOException {
        return TinyRun.copy(folder.resolve("run"), folder.resolve(name));
    }

    private static Outcome evaluate(Path run, String... more) {
        List<String> words = new ArrayList<>(List.of("evaluate", "--run", run.toString(), "--dataset", at("halves")));
        words.addAll(List.of(more));
        return eddp(words.toArray(String[]::new));
    }

    private static List<String> bytes(Path run) {
        return List.of(
                Digests.of(run.resolve("labels.json")),
                Digests.of(run.resolve("metrics.json")),
                Digests.of(run.resolve("linear-or.json")));
    }

    private static void refused(Outcome outcome, String... said) {
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(1);
        assertThat(outcome.err()).contains(said).doesNotContain("\tat ");
    }

    /** In any order, and with more parts than there are shards. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 11})
    void partsMakeTheMetricsOfOneProcess(int parts) throws IOException {
        Path run = copy("of" + parts);
        for (int i = parts; i >= 1; i--) {
            Outcome outcome =
                    evaluate(run, "--linear-or", "--part", i + "/" + parts, "--threads", Integer.toString(1 + i % 2));
            ok(outcome);
            assertThat(outcome.out()).contains("part " + i + "/" + parts + ": ", " of 8 shards", "--merge");
        }
        assertThat(run.resolve("metrics.json")).doesNotExist();
        Outcome merged = evaluate(run, "--linear-or", "--merge");
        ok(merged);
        assertThat(merged.out()).contains("linear or");
        assertThat(bytes(run)).isEqualTo(whole);
        assertThat(run.resolve("metrics.parts")).doesNotExist();
        assertThat(run.resolve("commands.json"))
                .hasSameTextualContentAs(folder.resolve("all/commands.json"))
                .content()
                .contains("./eddp evaluate --run RUN --dataset halves --linear-or\"")
                .doesNotContain("--merge");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void workersElsewhereMakeTheMetricsOfOneProcess(int workers) throws IOException {
        Path place = copy("elsewhere" + workers);
        Files.delete(place.resolve("labels.json"));
        try (Run run = Run.open(
                place, Run.Options.DEFAULT.withThreads(2).withRequest(new Request("./eddp", null)), Monitor.NONE)) {
            Elsewhere elsewhere = new Elsewhere(workers);
            Evaluation.Options options = Evaluation.Options.of(Labelling.Options.of(folder.resolve("halves")))
                    .withLinearOr(true);
            Evaluation.run(run, options, elsewhere, Monitor.NONE);
            assertThat(bytes(place)).isEqualTo(whole);
            // pixels of two splits, patches counted, patches scored; the same but clustering of combined detectors
            assertThat(elsewhere.opened()).isEqualTo(7 * workers);
            Files.delete(place.resolve("metrics.json"));
            Evaluation.run(run, Evaluation.Options.DEFAULT, elsewhere, Monitor.NONE);
            assertThat(Digests.of(place.resolve("metrics.json"))).isEqualTo(unlabelled);
            assertThat(elsewhere.opened()).isEqualTo(8 * workers);
        }
    }

    @Test
    void withoutADatasetToo() throws IOException {
        Path run = copy("unlabelled");
        for (int i = 1; i <= 3; i++) {
            ok(eddp("evaluate", "--run", run.toString(), "--part", i + "/3"));
        }
        refused(evaluate(run, "--merge"), "3 of the 3 parts", "1/3 (0 of 2 shards done)");
        ok(eddp("evaluate", "--run", run.toString(), "--merge"));
        assertThat(Digests.of(run.resolve("metrics.json"))).isEqualTo(unlabelled);
        assertThat(run.resolve("metrics.parts")).doesNotExist();
    }

    /** The command that merges the parts computes what is not divided among them. */
    @Test
    void supervisedThresholdsAreMeasuredLast() throws IOException {
        Path run = copy("supervised");
        ok(evaluate(run, "--part", "1/1", "--supervised-thresholds", "--linear-or"));
        Outcome merged = evaluate(run, "--merge", "--supervised-thresholds", "--linear-or");
        ok(merged);
        Outcome once = evaluate(run, "--supervised-thresholds", "--linear-or");
        ok(once);
        assertThat(merged.out()).contains("supervised thresholds").isEqualTo(once.out());
        assertThat(bytes(run)).isEqualTo(whole);
    }

    @Test
    void labelsComeFirst() throws IOException {
        Path run = copy("nameless");
        Files.delete(run.resolve("labels.json"));
        String remedy = "label it with the same options first, which can be done in parts too";
        refused(evaluate(run, "--part", "1/2"), "has no labels", remedy);
        refused(evaluate(run, "--merge"), "has no labels", remedy);
        assertThat(run.resolve("metrics.parts")).doesNotExist();
        ok(eddp("label", "--run", run.toString(), "--dataset", at("halves"), "--threshold", "0.5"));
        refused(evaluate(run, "--part", "1/2"), "above 0.5)", "above 0.04)", remedy);
        assertThat(evaluate(run, "--part", "1/2", "--taught-labels").err()).contains("were not taught any labels");
    }

    /** These are known before anything is counted. */
    @Test
    void taughtLabelsNeedNotBeThereBefore() throws IOException {
        ok(eddp(
                "baseline",
                "--features",
                at("f"),
                "--method",
                "ibd",
                "--dataset",
                at("halves"),
                "--out",
                at("taught")));
        Path run = TinyRun.copy(folder.resolve("taught"), folder.resolve("taught-once"));
        ok(evaluate(run, "--taught-labels", "--linear-or"));
        Path parts = folder.resolve("taught");
        for (int i = 1; i <= 3; i++) {
            ok(evaluate(parts, "--taught-labels", "--linear-or", "--part", i + "/3"));
        }
        ok(evaluate(parts, "--taught-labels", "--linear-or", "--merge"));
        assertThat(bytes(parts)).isEqualTo(bytes(run));
        assertThat(parts.resolve("commands.json")).hasSameTextualContentAs(run.resolve("commands.json"));
    }

    @Test
    void missingPartsAreNamedAndNothingIsWritten() throws IOException {
        Path run = copy("missing");
        refused(evaluate(run, "--merge"), "there are no parts of", "metrics.parts");
        ok(evaluate(run, "--part", "2/3", "--linear-or"));
        refused(evaluate(run, "--merge"), "2 of the 3 parts", "1/3 (not begun), 3/3 (not begun)");
        ok(evaluate(run, "--part", "1/3", "--linear-or"));
        ok(evaluate(run, "--part", "3/3")); // without combined detectors
        refused(evaluate(run, "--merge", "--linear-or"), "1 of the 3 parts", "3/3 (0 of 3 shards done)");
        assertThat(run.resolve("metrics.json")).doesNotExist();
        ok(evaluate(run, "--part", "3/3", "--linear-or"));
        Path scores = run.resolve("metrics.parts/3-of-3/scores-0.safetensors");
        byte[] content = Files.readAllBytes(scores);
        content[content.length - 8] ^= 1;
        Files.write(scores, content);
        refused(evaluate(run, "--merge", "--linear-or"), scores.toString(), "damaged");
        assertThat(run.resolve("metrics.json")).doesNotExist();
        ok(evaluate(run, "--part", "3/3", "--linear-or")); // computed again
        ok(evaluate(run, "--merge", "--linear-or"));
        assertThat(bytes(run)).isEqualTo(whole);
        assertThat(run.resolve("metrics.parts")).doesNotExist();
    }

    @Test
    void partsOfOtherLabelsAreRefused() throws IOException {
        Path run = copy("mixed");
        ok(evaluate(run, "--part", "1/2", "--linear-or"));
        ok(eddp("label", "--run", run.toString(), "--dataset", at("halves"), "--label-split", "val"));
        ok(evaluate(run, "--part", "2/2", "--label-split", "val", "--linear-or"));
        refused(
                evaluate(run, "--merge", "--label-split", "val", "--linear-or"),
                "1-of-2",
                "the split that labels come from was train and is now val");
        ok(eddp("label", "--run", run.toString(), "--dataset", at("halves")));
        refused(evaluate(run, "--merge", "--linear-or"), "2-of-2", "the split that labels come from was val");
        ok(evaluate(run, "--part", "2/2", "--linear-or", "--threshold", "0.04"));
        ok(eddp("label", "--run", run.toString(), "--dataset", at("halves"), "--threshold", "0.5"));
        refused(
                evaluate(run, "--merge", "--linear-or", "--threshold", "0.5"),
                "1-of-2",
                "the digest of the labels was");
        assertThat(run.resolve("metrics.json")).doesNotExist();
        ok(eddp("label", "--run", run.toString(), "--dataset", at("halves")));
        ok(evaluate(run, "--merge", "--linear-or"));
        assertThat(bytes(run)).isEqualTo(whole);
    }
}
