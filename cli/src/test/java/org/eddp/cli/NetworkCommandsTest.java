package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.testkit.TinyNetworks.SIZE;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.eddp.cli.RunCommands.Outcome;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.files.json.Json;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.network.onnx.file.Model;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.testkit.TinyNetworks;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** From a network file and a folder of pictures to direction pairs, as a user goes. */
class NetworkCommandsTest {
    @TempDir
    private static Path folder;

    @BeforeAll
    static void makeNetworksAndPictures() throws IOException {
        Model.write(folder.resolve("linear.onnx"), TinyNetworks.network(false));
        Model.write(folder.resolve("deep.onnx"), TinyNetworks.network(true));
        for (int i = 0; i < 40; i++) {
            writePicture(folder.resolve("pictures/" + (i % 2 == 0 ? "even" : "odd") + "/" + i + ".png"), i);
        }
    }

    private static void writePicture(Path file, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        BufferedImage image = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < SIZE * SIZE; i++) {
            image.setRGB(i % SIZE, i / SIZE, random.nextInt(1 << 24));
        }
        Files.createDirectories(file.getParent());
        ImageIO.write(image, "png", file.toFile());
    }

    private static Outcome features(String network, String out, String... more) {
        return RunCommands.features(folder.resolve(network), folder.resolve("pictures"), folder.resolve(out), more);
    }

    private static Outcome learn(String features, String out, String... more) {
        List<String> args = new ArrayList<>(List.of("--concepts", "6"));
        args.addAll(List.of(more));
        return learnAnyNumber(features, out, args.toArray(String[]::new));
    }

    private static Outcome learnAnyNumber(String features, String out, String... more) {
        List<String> args = new ArrayList<>(List.of(
                "learn",
                "--features",
                folder.resolve(features).toString(),
                "--epochs",
                "20,20,20",
                "--out",
                folder.resolve(out).toString()));
        args.addAll(List.of(more));
        return eddp(args.toArray(String[]::new));
    }

    /** Nothing looks wrong of features of wrong preprocessing, so it is told where it comes from. */
    @Test
    void preprocessingIsTold() throws IOException {
        Outcome asked = features("linear.onnx", "told");
        assertThat(asked.out()).contains("preprocessing: resize");
        assertThat(asked.err()).doesNotContain("surest", "as told by");
        assertThat(undecided("untold").err()).contains("nothing says", "it is surest with '");
        Path config = Files.writeString(
                folder.resolve("preprocessor_config.json"),
                "{\"size\": 10, \"image_mean\": [0.1, 0.2, 0.3], \"image_std\": [0.5, 0.5, 0.5], \"resample\": 3}");
        Outcome written = undecided("written");
        assertThat(written.err()).contains("as told by " + config).doesNotContain("surest");
        assertThat(written.out()).contains("mean [0.1, 0.2, 0.3]", "BICUBIC");
        Files.writeString(config, "{\"image_mean\": [0.1, \"x\"]}");
        Outcome damaged = undecided("damaged");
        assertThat(damaged.code()).isEqualTo(1);
        assertThat(damaged.err()).contains(config.toString(), "image_mean").doesNotContain("\tat ");
        assertThat(folder.resolve("damaged")).doesNotExist();
        Files.delete(config);
    }

    private Outcome undecided(String out) {
        return eddp(
                "features",
                "--network",
                folder.resolve("linear.onnx").toString(),
                "--layer",
                "maps",
                "--images",
                folder.resolve("pictures").toString(),
                "--out",
                folder.resolve(out).toString());
    }

    @Test
    void tellsWhatIsInAFile() {
        Outcome linear = eddp("network", folder.resolve("linear.onnx").toString());
        assertThat(linear.code()).as(linear.err()).isZero();
        assertThat(linear.out()).contains("3 classes", "maps", "12 x 4 x 4", "relu", "one linear layer (closed forms");
        Outcome deep = eddp("network", folder.resolve("deep.onnx").toString());
        assertThat(deep.out()).contains("last layer with patches: more");
    }

    @Test
    void theNextCommandCanBeCopiedWhateverFilesAreCalled() throws IOException {
        Path odd = Files.createDirectories(folder.resolve("my networks")).resolve("it's.onnx");
        Model.write(odd, TinyNetworks.network(false));
        assertThat(eddp("network", odd.toString()).out())
                .contains("next: ./eddp features --network '" + folder + "/my networks/it'\\''s.onnx' --layer maps ");
        assertThat(features("linear.onnx", "my features").out())
                .contains("next: ./eddp learn --features '" + folder.resolve("my features") + "' --out DIR");
    }

    @Test
    void drawsANetwork() throws IOException {
        Path picture = folder.resolve("linear.svg");
        Outcome drawn = eddp("network", folder.resolve("linear.onnx").toString(), "--svg", picture.toString());
        assertThat(drawn.code()).as(drawn.err()).isZero();
        assertThat(Files.readString(picture))
                .startsWith("<svg")
                .contains("maps  (study this)", "12 x 4 x 4", "3 classes", "linear.onnx");
    }

    /** Files with and without a reference beside them, and one whose reference says something else. */
    @Test
    void holdsAFolderAgainstReferences() throws IOException {
        Path many = Files.createDirectories(folder.resolve("many"));
        for (String name : List.of("a.onnx", "b.onnx", "c.onnx")) {
            Model.write(many.resolve(name), TinyNetworks.network(false));
        }
        Files.writeString(many.resolve("d.onnx"), "no network");
        try (Network network = Networks.load(many.resolve("a.onnx"));
                Scope scope = Scope.open()) {
            double[] pixels =
                    new SplittableRandom(1).doubles(2L * 3 * SIZE * SIZE).toArray();
            Tensor images = Tensor.of(pixels, DType.FLOAT32, 2, 3, SIZE, SIZE);
            double[] logits = network.logits(images).toDoubles();
            double[] maps = network.cut("maps").lower(images).toDoubles();
            SafetensorsFile right = new SafetensorsFile().add("input", pixels).add("logits", logits);
            right.add("features.maps", maps).write(many.resolve("a.onnx.safetensors"));
            maps[5] += 1;
            SafetensorsFile wrong = new SafetensorsFile().add("input", pixels).add("logits", logits);
            wrong.add("features.maps", maps).write(many.resolve("b.onnx.safetensors"));
        }
        Outcome table = eddp("networks", many.toString());
        assertThat(table.code()).isEqualTo(1);
        assertThat(table.out())
                .containsPattern(
                        "a.onnx \\| ONNX, opset \\d+ \\| 1 of 1 \\| maps \\(12 x 4 x 4\\) \\| pooling, linear \\| yes")
                .containsPattern("b.onnx .* 0 of 1 ")
                .containsPattern("c.onnx .* - \\| maps .* - \\| - \\|")
                .containsPattern("d.onnx \\| not read .*text file");
    }

    @Test
    void goesFromPicturesToDirectionPairs() {
        Outcome extracted = features("linear.onnx", "f");
        assertThat(extracted.code()).as(extracted.err()).isZero();
        assertThat(extracted.out()).contains("40 images x 4 x 4 patches x 12 features");
        Outcome learned =
                learn("f", "run", "--json", folder.resolve("summary.json").toString());
        assertThat(learned.code()).as(learned.err()).isZero();
        assertThat(learned.out()).contains("coverage", "natural basis", "fso", "minimised");
        assertThat(learned.out()).as("closing words").containsPattern("(?m)^(Fit|Not fit|Detectors) .*\\.$");
        JsonNode health = Json.readTree(folder.resolve("run/health.json"));
        assertThat(learned.out()).contains(health.at("/verdict").asString());
        assertThat(health.at("/explanations/0/images").asInt()).isEqualTo(32);
        JsonNode summary = Json.readTree(folder.resolve("summary.json"));
        assertThat(summary.at("/eddp/coverage").asDouble()).isBetween(0.0, 1.0);
        assertThat(folder.resolve("run/report.html")).content().contains("<svg");
        Outcome again = learn("f", "again", "--threads", "1");
        assertThat(again.code()).isZero();
        assertThat(folder.resolve("again/directions.safetensors"))
                .hasSameBinaryContentAs(folder.resolve("run/directions.safetensors"));
    }

    @Test
    void choosesTheNumberOfConceptsAndSaysWhy() {
        features("linear.onnx", "fc");
        Outcome chosen = learnAnyNumber("fc", "chosen");
        assertThat(chosen.code()).as(chosen.err()).isZero();
        assertThat(chosen.err()).contains("I = 12: 640 patches are 53 per concept", "effective rank");
        Outcome full = learnAnyNumber("fc", "full", "--concepts", "full");
        assertThat(full.err()).doesNotContain("effective rank");
        assertThat(Json.readTree(folder.resolve("full/run.json"))
                        .at("/options/concepts")
                        .asInt())
                .isEqualTo(12);
        assertThat(learnAnyNumber("fc", "none", "--concepts", "many").err())
                .contains("--concepts many is not a whole number");
    }

    /** What is computed at the end of learning can be asked for again, and beside another run. */
    @Test
    void asksForTheHealthOfARun() {
        features("deep.onnx", "fh");
        learn("fh", "one");
        learn("fh", "two", "--seed", "2");
        String own =
                Json.readTree(folder.resolve("one/health.json")).at("/checks").toString();
        Outcome alone = eddp("health", "--run", folder.resolve("one").toString());
        assertThat(alone.code()).as(alone.err()).isZero();
        assertThat(alone.out()).contains("condition of W^T S", "of first order").doesNotContain("stability");
        assertThat(Json.readTree(folder.resolve("one/health.json"))
                        .at("/checks")
                        .toString())
                .isEqualTo(own);
        Outcome beside = eddp(
                "health",
                "--run",
                folder.resolve("one").toString(),
                "--against",
                folder.resolve("two").toString());
        assertThat(beside.out()).containsPattern("stability: two finds \\d of 6 concepts again");
        features("linear.onnx", "fl");
        learn("fl", "three");
        assertThat(eddp(
                                "health",
                                "--run",
                                folder.resolve("one").toString(),
                                "--against",
                                folder.resolve("three").toString())
                        .err())
                .contains("different layers or networks");
        eddp("report", "--run", folder.resolve("one").toString());
        assertThat(folder.resolve("one/report.html")).content().contains("Is this run any good?", "What helps");
    }

    @Test
    void learnsThroughAHeadOfSeveralLayersAndFromSomeClasses() throws IOException {
        assertThat(features("deep.onnx", "fd").code()).isZero();
        Outcome learned = learn("fd", "deep-u", "--variant", "U");
        assertThat(learned.code()).as(learned.err()).isZero();
        assertThat(learned.out()).containsPattern("(?m)^ur ").doesNotContainPattern("(?m)^fso ");
        assertThat(learn("fd", "no", "--classes", "7").err()).contains("classes 0 .. 2");
        assertThat(learn("fd", "no", "--network", folder.resolve("linear.onnx").toString())
                        .err())
                .contains("is not the one the features were computed with", "--network", "--without ur");
        Files.move(folder.resolve("deep.onnx"), folder.resolve("away.onnx"));
        assertThat(learn("fd", "none").err()).contains("more than one linear layer", "--network", "--without ur");
        Files.move(folder.resolve("away.onnx"), folder.resolve("deep.onnx"));
        Outcome ablated = learn("fd", "ablated", "--without", "ur,eac", "--plain-sparsity");
        assertThat(ablated.code()).as(ablated.err()).isZero();
        assertThat(ablated.out())
                .doesNotContainPattern("(?m)^ur ")
                .doesNotContainPattern("(?m)^eac ")
                .contains("explanations: not tried: the run was learned without the network");
    }

    @Test
    void saysWhatIsWrong() throws IOException {
        Outcome wrong = eddp(
                "features",
                "--network",
                folder.resolve("linear.onnx").toString(),
                "--layer",
                "mapz",
                "--images",
                folder.resolve("pictures").toString(),
                "--out",
                folder.resolve("w").toString());
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.err()).contains("mapz", "maps").doesNotContain("\tat ");
        Path text = Files.writeString(folder.resolve("notes.onnx"), "this is no network");
        Outcome noNetwork = eddp("network", text.toString());
        assertThat(noNetwork.code()).isEqualTo(1);
        assertThat(noNetwork.err()).contains("notes.onnx").doesNotContain("\tat ");
        assertThat(learn("nowhere", "x").err()).contains("not a feature set", "make one with eddp features");
        assertThat(features("linear.onnx", "half", "--grid", "9x").err()).contains("--grid 9x is not a size");
        features("linear.onnx", "stale");
        Outcome stale = features("linear.onnx", "stale", "--half");
        assertThat(stale.code()).isEqualTo(1);
        assertThat(stale.err()).contains("number type", "--overwrite");
        assertThat(features("linear.onnx", "stale", "--half", "--overwrite").code())
                .isZero();
    }
}
