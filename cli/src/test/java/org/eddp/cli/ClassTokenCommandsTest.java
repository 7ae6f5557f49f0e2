package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.features.FeatureSet;
import org.eddp.files.json.Json;
import org.eddp.influence.Influence;
import org.eddp.network.OutputKind;
import org.eddp.network.Prediction;
import org.eddp.tensor.Scope;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Everything that goes through the upper part of a transformer with a class token, on a grid that is not square. */
class ClassTokenCommandsTest {
    @TempDir
    private static Path folder;

    private static Path run;

    @BeforeAll
    static void learn() throws IOException {
        run = RunCommands.make(folder, "transformer", TinyNetworks.transformer(TinyRun.SIZE), "--grid", "4x16");
    }

    private static RunCommands.Outcome on(String command, String... more) {
        List<String> args = new ArrayList<>(List.of(command, "--run", run.toString()));
        args.addAll(List.of(more));
        return eddp(args.toArray(String[]::new));
    }

    private static String picture() {
        return folder.resolve("pictures/beech/1.png").toString();
    }

    /** Of the predicted class of the picture, when its features were extracted. */
    private static double probability() {
        try (Scope scope = Scope.open()) {
            FeatureSet set = FeatureSet.open(folder.resolve("transformer-features"));
            int index = 0;
            while (!set.records().get(index).name().equals("beech/1.png")) {
                index++;
            }
            return Prediction.of(OutputKind.CLASSES, set.logits(index, 1).toDoubles())
                    .probability();
        }
    }

    /** Behind its attention only the class token is read. */
    @Test
    void theLastLayerWhosePatchesCount() {
        String network = folder.resolve("transformer.onnx").toString();
        RunCommands.Outcome outcome = eddp("network", network);
        ok(outcome);
        assertThat(outcome.out()).contains("mixed").contains("last layer with patches: maps");
    }

    @Test
    void influence() {
        ok(on("influence", "--noise", "20"));
        Influence influence = Influence.read(run.resolve("influence.safetensors"));
        assertThat(Influence.meanInfluence(influence.scores())).isBetween(0.1, 1.0);
        ok(on(
                "influence",
                "--no-test",
                "--overwrite",
                "--images",
                folder.resolve("pictures/ash").toString()));
    }

    @Test
    void explanationIsOfThePredictionOfTheNetwork() {
        Path json = folder.resolve("explanation.json");
        RunCommands.Outcome outcome = on("explain", "--image", picture(), "--json", json.toString());
        ok(outcome);
        assertThat(outcome.out()).contains("+ interaction").doesNotContain("first order");
        JsonNode explanation = Json.readTree(json).at("/explanation");
        assertThat(explanation.at("/probability").asDouble()).isCloseTo(probability(), within(1e-5));
        assertThat(explanation.at("/concepts/0/map").size()).isEqualTo(4);
        assertThat(explanation.at("/concepts/0/map/0").size()).isEqualTo(16);
    }

    @Test
    void edit() {
        Path json = folder.resolve("edit.json");
        ok(on("edit", "--image", picture(), "--remove", "0", "--where", "everywhere", "--json", json.toString()));
        assertThat(Json.readTree(json).at("/before/probability").asDouble()).isCloseTo(probability(), within(1e-5));
        ok(on("edit", "--image", picture(), "--search"));
    }

    @Test
    void correctionInAFileOfItsOwn() {
        Path fixed = folder.resolve("fixed.onnx");
        Path json = folder.resolve("correction.json");
        ok(on(
                "correct",
                "--concept",
                "0",
                "--out",
                fixed.toString(),
                "--class-names",
                folder.resolve("names.txt").toString(),
                "--evaluate",
                folder.resolve("pictures").toString(),
                "--json",
                json.toString()));
        assertThat(Json.readTree(json).at("/deviation").asDouble()).isLessThan(1e-5);
    }

    @Test
    void dreams() {
        ok(on("dream", "--concepts", "all", "--images", "1", "--iterations", "4", "--pictures", "1"));
    }

    /** The grid is that of the feature set, wherever the user says that is. */
    @Test
    void aFeatureSetThatMoved() throws IOException {
        Path own = Files.createDirectories(folder.resolve("moved"));
        Path moved = RunCommands.make(own, "transformer", TinyNetworks.transformer(TinyRun.SIZE), "--grid", "2x32");
        Path features = Files.move(own.resolve("transformer-features"), own.resolve("elsewhere"));
        Path json = own.resolve("explanation.json");
        ok(eddp(
                "explain",
                "--run",
                moved.toString(),
                "--image",
                picture(),
                "--features",
                features.toString(),
                "--json",
                json.toString()));
        assertThat(Json.readTree(json).at("/explanation/concepts/0/map").size()).isEqualTo(2);
        RunCommands.Outcome square = eddp("explain", "--run", moved.toString(), "--image", picture());
        ok(square);
        assertThat(square.err()).contains("is taken to be square", "say where the set is");
    }

    @Test
    void patchesThatNothingReadsAreRemarkedOnWhereverThatMatters() {
        String features = folder.resolve("unread-features").toString();
        String unread = folder.resolve("unread").toString();
        String network = folder.resolve("transformer.onnx").toString();
        String pictures = folder.resolve("pictures").toString();
        List<RunCommands.Outcome> outcomes = List.of(
                eddp(
                        "features",
                        "--network",
                        network,
                        "--layer",
                        "mixed",
                        "--images",
                        pictures,
                        "--preprocess",
                        "plain",
                        "--out",
                        features),
                eddp("learn", "--features", features, "--concepts", "3", "--epochs", "5,5,5", "--out", unread),
                eddp("explain", "--run", unread, "--image", picture()));
        for (RunCommands.Outcome outcome : outcomes) {
            ok(outcome);
            assertThat(outcome.err()).contains("above layer mixed", "extra tokens alone", "study an earlier layer");
        }
    }

    @Test
    void featuresWithoutTheTokens() throws IOException {
        Path own = Files.createDirectories(folder.resolve("old"));
        Path old = RunCommands.make(own, "transformer", TinyNetworks.transformer(TinyRun.SIZE));
        Files.delete(own.resolve("transformer-features/tokens-00000.json"));
        RunCommands.Outcome influence = eddp("influence", "--run", old.toString());
        assertThat(influence.code()).isEqualTo(1);
        assertThat(influence.err()).contains("1 tokens that stand for no patch", "--overwrite");
        String features = own.resolve("transformer-features").toString();
        String again = own.resolve("again").toString();
        RunCommands.Outcome learn = eddp("learn", "--features", features, "--concepts", "6", "--out", again);
        assertThat(learn.code()).isEqualTo(1);
        assertThat(learn.err()).contains("--without ur");
    }
}
