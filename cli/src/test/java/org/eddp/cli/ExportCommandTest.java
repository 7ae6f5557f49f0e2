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
import java.util.Map;
import org.eddp.files.json.Json;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.input.Preprocessing;
import org.eddp.network.Network;
import org.eddp.network.load.DeclaredPreprocessing;
import org.eddp.network.load.Networks;
import org.eddp.network.onnx.file.ModelMetadata;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code eddp export}: what its file computes is what {@code eddp explain} says. */
class ExportCommandTest {
    @TempDir
    private static Path folder;

    private static Path run;

    @BeforeAll
    static void learn() throws IOException {
        run = RunCommands.make(folder, "plain", false);
    }

    private static RunCommands.Outcome on(Path which, String command, String... more) {
        List<String> args = new ArrayList<>(List.of(command, "--run", which.toString()));
        args.addAll(List.of(more));
        return eddp(args.toArray(String[]::new));
    }

    @Test
    void contributionsAreThoseOfExplanations() {
        Path out = folder.resolve("new/with-concepts.onnx");
        Path json = folder.resolve("export.json");
        String names = folder.resolve("names.txt").toString();
        RunCommands.Outcome outcome =
                on(run, "export", "--out", out.toString(), "--maps", "--class-names", names, "--json", json.toString());
        ok(outcome);
        assertThat(outcome.out())
                .contains(
                        "concept_scores",
                        "d0 x 6 x 8 x 8",
                        "concept_contributions",
                        "concept_maps",
                        "differ by",
                        "4 pictures of the run");
        JsonNode agreement = Json.readTree(json).at("/agreement");
        assertThat(agreement.at("/difference").asDouble())
                .isLessThan(1e-5 * (1 + agreement.at("/largest").asDouble()));
        for (String picture : List.of("ash/0.png", "beech/1.png", "cedar/5.png")) {
            Path image = folder.resolve("pictures").resolve(picture);
            Path told = folder.resolve("explanation.json");
            ok(on(run, "explain", "--image", image.toString(), "--json", told.toString()));
            JsonNode concepts = Json.readTree(told).at("/explanation/concepts");
            double[] contributions = output(out, image, "concept_contributions");
            double[] patches = output(out, image, "concept_patches");
            for (int i = 0; i < TinyRun.CONCEPTS; i++) {
                JsonNode concept = concepts.get(i);
                assertThat(contributions[i])
                        .isCloseTo(concept.at("/contribution").asDouble(), within(1e-4));
                assertThat(patches[i]).isEqualTo(concept.at("/present").asInt());
            }
        }
    }

    /** An output that is a number per concept, in this program's own engine. */
    private static double[] output(Path file, Path image, String name) {
        Preprocessing told = DeclaredPreprocessing.of(file).orElseThrow().preprocessing();
        try (Network network = Networks.load(file, name);
                Scope scope = Scope.open()) {
            return network.logits(Tensor.of(
                            told.apply(new ImageReader().read(image)), 1, 3, told.cropHeight(), told.cropWidth()))
                    .toDoubles();
        }
    }

    @Test
    void theFileSaysWhatItsConceptsAre() {
        Path out = folder.resolve("noted.onnx");
        ok(on(
                run,
                "export",
                "--out",
                out.toString(),
                "--class-names",
                folder.resolve("names.txt").toString()));
        Map<String, String> notes = ModelMetadata.read(out);
        JsonNode concepts = Json.parse(out, "its note", notes.get("eddp.concepts"));
        assertThat(concepts.at("/layer").asString()).isEqualTo("maps");
        assertThat(concepts.at("/directions").asString()).hasSize(64);
        assertThat(concepts.at("/concepts").size()).isEqualTo(TinyRun.CONCEPTS);
        assertThat(concepts.at("/classes/1/name").asString()).isEqualTo("beech");
        assertThat(concepts.at("/grid/0").asInt()).isEqualTo(8);
        assertThat(notes.get("eddp.preprocessing")).contains("cropHeight");
        RunCommands.Outcome network = eddp("network", out.toString(), "--output", "logits");
        ok(network);
        assertThat(network.out()).contains("maps");
    }

    @Test
    void otherHeadsGetScoresAndPresence() throws IOException {
        Path own = Files.createDirectories(folder.resolve("token"));
        Path token = RunCommands.make(own, "transformer", TinyNetworks.transformer(TinyRun.SIZE), "--grid", "4x16");
        Path out = own.resolve("with-concepts.onnx");
        RunCommands.Outcome outcome = on(token, "export", "--out", out.toString(), "--maps");
        ok(outcome);
        assertThat(outcome.err()).contains("contributions need a linear head");
        assertThat(outcome.out())
                .contains("concept_scores", "6 x 4 x 16", "concept_presence", "concept_patches")
                .doesNotContain("concept_contributions", "concept_maps", "predicted_class");
    }

    @Test
    void wrongRequestsAreRefusedBeforeAnythingIsWritten() throws IOException {
        Path network = folder.resolve("plain.onnx");
        byte[] before = Files.readAllBytes(network);
        assertThat(on(run, "export", "--out", network.toString()).err()).contains("would replace the original");
        Path link = Files.createSymbolicLink(folder.resolve("link.onnx"), network);
        assertThat(on(run, "export", "--out", link.toString()).err()).contains("would replace the original");
        assertThat(network).hasBinaryContent(before);
        Path other = folder.resolve("concepts.pt");
        RunCommands.Outcome format = on(run, "export", "--out", other.toString());
        assertThat(format.code()).isEqualTo(2);
        assertThat(format.err()).contains("ends in .onnx");
        assertThat(other).doesNotExist();
        assertThat(on(run, "export").code()).isEqualTo(2);
        assertThat(on(run, "export").err()).contains("--out");
    }

    @Test
    void outputsAreAddedOnce() throws IOException {
        Path out = folder.resolve("once.onnx");
        ok(on(run, "export", "--out", out.toString()));
        Path own = Files.createDirectories(folder.resolve("again"));
        Files.copy(out, own.resolve("once.onnx"));
        ok(eddp(
                "features",
                "--network",
                own.resolve("once.onnx").toString(),
                "--layer",
                "maps",
                "--output",
                "logits",
                "--images",
                folder.resolve("pictures").toString(),
                "--out",
                own.resolve("features").toString()));
        ok(eddp(
                "learn",
                "--features",
                own.resolve("features").toString(),
                "--concepts",
                "3",
                "--epochs",
                "2,2,2",
                "--out",
                own.resolve("run").toString()));
        RunCommands.Outcome again = on(
                own.resolve("run"), "export", "--out", own.resolve("twice.onnx").toString());
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("'concept_scores' already");
    }
}
