package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eddp.cli.RunCommands.Outcome;
import org.eddp.features.FeatureSet;
import org.eddp.files.Digests;
import org.eddp.network.onnx.file.Model;
import org.eddp.tensor.Scope;
import org.eddp.testkit.TinyDataset;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Features that are computed again whenever they are needed are those that would have been kept, and so is all that comes of them. */
class RecomputedFeaturesTest {
    /** Seven images of 4 x 4 x 12 numbers: six shards. */
    private static final String SHARD = Double.toString(7 * 16 * 12 * 4 / (double) (1 << 20));

    @TempDir
    private static Path folder;

    @BeforeAll
    static void extract() throws IOException {
        TinyDataset.write(folder.resolve("halves"), (pixel, index) -> pixel * (index + 3) % 41);
        Files.writeString(folder.resolve("halves/images/p13.png"), "no picture"); // skipped by both
        Model.write(folder.resolve("net.onnx"), TinyNetworks.network(false));
        Model.write(folder.resolve("tokens.onnx"), TinyNetworks.transformer(TinyNetworks.SIZE));
        ok(features("net.onnx", "kept"));
        ok(features("net.onnx", "light", "--recompute"));
    }

    private static String at(String name) {
        return folder.resolve(name).toString();
    }

    private static Outcome features(String network, String out, String... more) {
        List<String> options = new ArrayList<>(List.of("--shard", SHARD, "--batch", "3"));
        options.addAll(List.of(more));
        return RunCommands.features(
                folder.resolve(network), folder.resolve("halves"), folder.resolve(out), options.toArray(String[]::new));
    }

    private static void refused(Outcome outcome, String... said) {
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(1);
        assertThat(outcome.err()).contains(said).doesNotContain("\tat ");
    }

    @Test
    void nothingButTheFeaturesIsLeftOut() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("kept"))) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                Path other = folder.resolve("light").resolve(name);
                if (name.startsWith("features-")) {
                    assertThat(other).doesNotExist();
                } else if (!name.equals("circumstances.json")) {
                    assertThat(other).hasSameBinaryContentAs(file);
                }
            }
        }
        Outcome again = features("net.onnx", "light", "--recompute");
        ok(again);
        assertThat(again.out()).contains("35 images", "computed when needed");
    }

    /** Alone, in any order and across shards. */
    @Test
    void numbersAreThoseThatWouldHaveBeenKept() {
        for (String network : List.of("net.onnx", "tokens.onnx")) {
            String[] grid = network.equals("tokens.onnx") ? new String[] {"--grid", "4x4"} : new String[0];
            ok(features(network, "k-" + network, grid));
            List<String> more = new ArrayList<>(List.of(grid));
            more.add("--recompute");
            ok(features(network, "l-" + network, more.toArray(String[]::new)));
            try (FeatureSet kept = FeatureSet.open(folder.resolve("k-" + network));
                    FeatureSet light = FeatureSet.open(folder.resolve("l-" + network));
                    Scope scope = Scope.open()) {
                assertThat(light.isKept()).isFalse();
                assertThat(light.digest()).isEqualTo(kept.digest());
                int[] mixed = {34, 0, 7, 6, 13, 12, 20};
                assertThat(light.select(mixed).rows(0, 7).toFloats())
                        .isEqualTo(kept.select(mixed).rows(0, 7).toFloats());
                assertThat(light.range(0, 35).rows(3, 30).toFloats())
                        .isEqualTo(kept.range(0, 35).rows(3, 30).toFloats());
                assertThat(light.range(0, 35).extra(0, 35).toFloats())
                        .isEqualTo(kept.range(0, 35).extra(0, 35).toFloats());
            }
        }
    }

    @Test
    void resultsAreTheSame() throws IOException {
        for (String set : List.of("kept", "light")) {
            String run = at(set + "-run");
            ok(eddp("learn", "--features", at(set), "--concepts", "4", "--epochs", "10,10,5", "--out", run));
            ok(eddp("evaluate", "--run", run, "--dataset", at("halves"), "--linear-or"));
            ok(eddp("influence", "--run", run, "--noise", "5"));
            ok(eddp("health", "--run", run));
        }
        for (String result : List.of(
                "run.json",
                "directions.safetensors",
                "labels.json",
                "metrics.json",
                "linear-or.json",
                "influence.safetensors",
                "influence.json",
                "health.json",
                "commands.json")) {
            assertThat(folder.resolve("light-run").resolve(result))
                    .hasSameBinaryContentAs(folder.resolve("kept-run").resolve(result));
        }
        Path divided = TinyRun.copy(folder.resolve("light-run"), folder.resolve("divided"));
        Files.delete(divided.resolve("labels.json"));
        for (String part : List.of("--part=2/2", "--part=1/2", "--merge")) {
            ok(eddp("label", "--run", divided.toString(), "--dataset", at("halves"), part));
        }
        assertThat(divided.resolve("labels.json")).hasSameBinaryContentAs(folder.resolve("kept-run/labels.json"));
    }

    @Test
    void partsCanBeLightToo() throws IOException {
        for (String part : List.of("1/3", "3/3", "2/3")) {
            ok(features("net.onnx", "merged", "--recompute", "--part", part));
        }
        refused(features("net.onnx", "merged", "--merge"), "computed whenever they are needed, and now are to be kept");
        ok(features("net.onnx", "merged", "--recompute", "--merge"));
        assertThat(folder.resolve("merged/features.json")).hasSameBinaryContentAs(folder.resolve("kept/features.json"));
        assertThat(folder.resolve("merged/recomputed.json")).exists();
        refused(features("net.onnx", "kept", "--recompute"), "they are kept, and now");
    }

    @Test
    void whatChangedOrIsGoneIsSaid() throws IOException {
        Path pictures = Files.createDirectories(folder.resolve("few"));
        for (int i = 0; i < 4; i++) {
            Files.copy(folder.resolve("halves/images/p" + i + ".png"), pictures.resolve(i + ".png"));
        }
        Path network = Files.copy(folder.resolve("net.onnx"), folder.resolve("gone.onnx"));
        ok(RunCommands.features(network, pictures, folder.resolve("changing"), "--recompute"));
        String[] learn = {"learn", "--features", at("changing"), "--concepts", "2", "--epochs", "2,2,2", "--out", ""};
        learn[learn.length - 1] = at("changed-picture");
        Files.copy(pictures.resolve("0.png"), pictures.resolve("3.png"), StandardCopyOption.REPLACE_EXISTING);
        refused(eddp(learn), "3.png has changed since");
        Files.copy(
                folder.resolve("halves/images/p3.png"), pictures.resolve("3.png"), StandardCopyOption.REPLACE_EXISTING);
        pretendOtherRounding(folder.resolve("changing"));
        refused(eddp(learn), "come out differently here", "rounds differently");
        Files.copy(folder.resolve("tokens.onnx"), network, StandardCopyOption.REPLACE_EXISTING);
        refused(eddp(learn), "the network " + network + " has changed since");
        Files.delete(network);
        refused(eddp(learn), "the network is no longer at " + network);
    }

    /** As if the logits had been computed on another processor: the last bit of one of them is another, and its checksum right. */
    private static void pretendOtherRounding(Path set) throws IOException {
        Path logits = set.resolve("logits-00000.npy");
        String before = Digests.of(logits);
        byte[] content = Files.readAllBytes(logits);
        content[content.length - Float.BYTES] ^= 1;
        Files.write(logits, content);
        TinyRun.edit(set.resolve("features.json"), text -> text.replace(before, Digests.of(logits)));
    }
}
