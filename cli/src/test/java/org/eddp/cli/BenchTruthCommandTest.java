package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.cli.RunCommands.Outcome;
import org.eddp.files.json.Json;
import org.eddp.network.onnx.file.Model;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The command on a network of random weights: what it prints and keeps, not what it finds. */
class BenchTruthCommandTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void makePictures() throws IOException {
        Model.write(folder.resolve("net.onnx"), TinyNetworks.network(false, TinyRun.SIZE, 2));
        for (int i = 0; i < 40; i++) {
            TinyRun.picture(
                    folder.resolve("pictures/"
                            + List.of("ash", "beech", "cedar", "elm").get(i % 4) + "/" + i + ".png"),
                    i);
        }
    }

    private Outcome truth(String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "bench",
                "truth",
                "--network",
                folder.resolve("net.onnx").toString(),
                "--images",
                folder.resolve("pictures").toString(),
                "--out",
                folder.resolve("out").toString()));
        arguments.addAll(List.of(more));
        return eddp(arguments.toArray(String[]::new));
    }

    private Outcome small(String... more) {
        List<String> arguments = new ArrayList<>(
                List.of("--preprocess", "plain", "--classes", "3", "--marks", "2", "--concepts", "4", "--pairs", "3"));
        arguments.addAll(List.of(more));
        return truth(arguments.toArray(String[]::new));
    }

    @Test
    @Tag("slow")
    void printsTablesAndMakesOnlyTrialsThatAreMissing() throws IOException {
        Path json = folder.resolve("all.json");
        Outcome first = small("--seeds", "2", "--threads", "2", "--json", json.toString());
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out())
                .contains(
                        "Explanations of the head that relies on the cause: all causes, 4 causes, 12 pairs",
                        "typical absence, single moves",
                        "Explanations of the head that ignores the cause",
                        "Taking the cause out",
                        "Pattern-CAV (supervised)",
                        "Effect of writing the direction",
                        "Effect test of the learned concepts on the class of their cause");
        JsonNode results = Json.readTree(json);
        assertThat(results.get("trials")).hasSize(2);
        JsonNode trial = results.get("trials").get(0);
        assertThat(trial.get("causes")).hasSize(2);
        JsonNode pair = trial.get("causes").get(0).get("pairs").get(0);
        assertThat(pair.get("relying").get("change")).hasSize(3);
        assertThat(pair.get("relying").get("said")).hasSize(trial.get("methods").size());
        assertThat(trial.get("run").get("relyingNoise").get("directions").asInt())
                .isEqualTo(500);
        assertThat(trial.get("causes").get(0).get("className"))
                .isNotEqualTo(trial.get("causes").get(1).get("className"));

        Path kept = folder.resolve("out/net.onnx-seed-1/trial.json");
        Path made = folder.resolve("out/net.onnx-seed-2/trial.json");
        byte[] before = Files.readAllBytes(made);
        Files.delete(made);
        Object stamp = Files.getLastModifiedTime(kept);
        Outcome again = small("--seeds", "2", "--threads", "1");
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.out()).isEqualTo(first.out());
        assertThat(Files.readAllBytes(made)).isEqualTo(before);
        assertThat(Files.getLastModifiedTime(kept)).isEqualTo(stamp);

        Outcome other = truth("--preprocess", "plain", "--classes", "3", "--marks", "2", "--concepts", "5");
        assertThat(other.code()).isNotZero();
        assertThat(other.err()).contains("net.onnx-seed-1", "other settings", "another folder");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--classes 9|9 classes were asked for",
                "--marks 6|marks = 6 must be within 1 .. 5",
                "--classes 3 --marks 4|classes = 3 must be at least 4",
                "--classes 3 --marks 2 --concepts 1|concepts = 1",
                "--classes 3 --marks 2 --pairs 0|pairs = 0",
                "--seeds 0 --quick|seeds = 0",
                "--world|--network and --images, or --world",
                "--quick --preprocess keras,plain|one for each",
                "--classes 3 --marks 2 --category breed|index.csv"
            })
    void refusesWhatCannotBeTried(String options, String message) {
        Outcome outcome = truth(options.split(" "));
        assertThat(outcome.code()).isNotZero();
        assertThat(outcome.err()).contains(message);
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
