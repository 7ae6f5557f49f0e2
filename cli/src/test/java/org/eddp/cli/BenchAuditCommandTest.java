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
class BenchAuditCommandTest {
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

    private Outcome audit(String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "bench",
                "audit",
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
        List<String> arguments = new ArrayList<>(List.of(
                "--preprocess", "plain", "--classes", "3", "--concepts", "4", "--rates", "100,50", "--others", "1"));
        arguments.addAll(List.of(more));
        return audit(arguments.toArray(String[]::new));
    }

    @Test
    @Tag("slow")
    void printsTablesAndMakesOnlyNetworksThatAreMissing() throws IOException {
        Path json = folder.resolve("all.json");
        Outcome first = small("--seeds", "2", "--threads", "2", "--runs", "--json", json.toString());
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out())
                .contains(
                        "Flaw on 100 % of its class, all networks: 2",
                        "Flaw on 50 % of its class, all networks: 2",
                        "share beyond others",
                        "Clean twins: 2",
                        "First suggestion against the supervised repair");
        JsonNode trials = Json.readTree(json).get("trials");
        assertThat(trials).hasSize(6);
        assertThat(trials.get(0).get("percent").asInt()).isEqualTo(100);
        assertThat(trials.get(2).get("percent").asInt()).isZero();
        assertThat(trials.get(0).get("label")).isEqualTo(trials.get(2).get("label")); // the twin has the same classes
        assertThat(trials.get(0).get("settings").get("kind"))
                .isNotEqualTo(trials.get(3).get("settings").get("kind")); // seeds take kinds in turn

        Path run = folder.resolve("out/net.onnx-seed-1/run-100");
        assertThat(eddp(
                                "explain",
                                "--run",
                                run.toString(),
                                "--image",
                                firstPicture(run).toString())
                        .code())
                .isZero();

        Path kept = folder.resolve("out/net.onnx-seed-1/rate-100.json");
        Path made = folder.resolve("out/net.onnx-seed-2/rate-50.json");
        byte[] before = Files.readAllBytes(made);
        Files.delete(made);
        Object stamp = Files.getLastModifiedTime(kept);
        Outcome again = small("--seeds", "2", "--threads", "1");
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.out()).isEqualTo(first.out());
        assertThat(Files.readAllBytes(made)).isEqualTo(before);
        assertThat(Files.getLastModifiedTime(kept)).isEqualTo(stamp);

        Outcome other = audit("--preprocess", "plain", "--classes", "3", "--concepts", "5", "--rates", "100,50");
        assertThat(other.code()).isNotZero();
        assertThat(other.err()).contains("net.onnx-seed-1", "other settings", "another folder");
    }

    private static Path firstPicture(Path run) throws IOException {
        try (var files = Files.walk(run.resolve("pictures/train"))) {
            return files.filter(Files::isRegularFile).sorted().findFirst().orElseThrow();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--classes 9|9 classes were asked for",
                "--rates 0|percentages within 1 .. 100",
                "--classes 3 --concepts 1|concepts = 1",
                "--seeds 0 --quick|seeds = 0",
                "--world|--network and --images, or --world, or --chess",
                "--chess|--network and --images, or --world, or --chess",
                "--quick --preprocess keras,plain|one for each",
                "--classes 3 --category breed|index.csv"
            })
    void refusesWhatCannotBeTried(String options, String message) {
        Outcome outcome = audit(options.split(" "));
        assertThat(outcome.code()).isNotZero();
        assertThat(outcome.err()).contains(message);
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
