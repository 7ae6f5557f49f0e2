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
import java.util.stream.Stream;
import org.eddp.cli.RunCommands.Outcome;
import org.eddp.files.json.Json;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Other methods beside a run, as fair as they can be. */
class BaselinesCommandTest {
    @TempDir
    private static Path folder;

    @BeforeAll
    static void learn() {
        Halves.make(folder);
        ok(eddp("learn", "--features", at("f"), "--concepts", "3", "--epochs", "60,60,20", "--out", at("run")));
    }

    private static String at(String name) {
        return folder.resolve(name).toString();
    }

    private static List<String> names(String table) {
        List<String> names = new ArrayList<>();
        for (JsonNode row : Json.readTree(folder.resolve(table)).at("/rows")) {
            names.add(row.at("/name").asString());
        }
        return names;
    }

    @Test
    void bothThresholdsInOneTable() throws IOException {
        String[] command = {
            "baselines",
            "--run",
            at("run"),
            "--dataset",
            at("halves"),
            "--methods",
            "natural,pca,ica,ibd",
            "--seed",
            "3",
            "--out",
            at("all")
        };
        Outcome made = eddp(command);
        ok(made);
        assertThat(names("all/table.json"))
                .containsExactly("run", "natural", "natural-even", "pca", "pca-even", "ica", "ica-even", "ibd");
        assertThat(made.out())
                .contains("top 0.5 %", "top 20 %", "top 1/3", "learned", "by labels", "I1")
                .contains("\u2020 another number of directions than run has (3)")
                .containsOnlyOnce("Diagram");
        // at the paper's share too few patches are left for any signal vector, so influence is missing, not 0
        JsonNode rows = Json.readTree(folder.resolve("all/table.json")).at("/rows");
        assertThat(rows.get(1).at("/influence").isNull()).isTrue();
        assertThat(rows.get(2).at("/influence").asDouble()).isPositive();
        assertThat(folder.resolve("all/table.html")).content().contains("pca-even", "top 1/3", "--share 1/3");

        // the command that the run names makes a new fit, and gives the same directions
        String alone =
                Json.readTree(folder.resolve("all/ica-even/commands.json")).toString();
        assertThat(alone).contains("--method ica", "--share 1/3", "--seed 3");
        ok(eddp(
                "baseline",
                "--method",
                "ica",
                "--features",
                at("f"),
                "--concepts",
                "3",
                "--share",
                "1/I",
                "--seed",
                "3",
                "--out",
                at("alone")));
        for (String file : List.of("directions.safetensors", "run.json")) {
            assertThat(folder.resolve("alone").resolve(file))
                    .as(file)
                    .hasSameBinaryContentAs(folder.resolve("all/ica-even").resolve(file));
        }
        assertThat(folder.resolve("all/ica/directions.safetensors").toFile())
                .satisfies(other -> assertThat(
                                Files.mismatch(other.toPath(), folder.resolve("all/ica-even/directions.safetensors")))
                        .isNotNegative());

        // a process that was killed after influence was measured and before it was drawn
        Path diagram;
        try (Stream<Path> drawn = Files.list(folder.resolve("all/pca/figures"))) {
            diagram = drawn.filter(file -> file.toString().endsWith(".png"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
        byte[] picture = Files.readAllBytes(diagram);
        Files.delete(diagram);

        Outcome again = eddp(command);
        ok(again);
        assertThat(again.out() + again.err()).contains("ica-even").doesNotContain("./eddp baseline ", "(0 s)");
        assertThat(diagram).hasBinaryContent(picture);
        // and one that was killed before it noted how the metrics were made
        Path notes = folder.resolve("all/ica/commands.json");
        Files.delete(notes);
        ok(eddp(command));
        assertThat(notes).content().contains("metrics.json");
        command[command.length - 3] = "4";
        assertThat(eddp(command).err()).contains("holds baselines with other settings");
    }

    @Test
    void picturesWithoutAnnotations() {
        Outcome made = eddp(
                "baselines", "--features", at("f"), "--concepts", "3", "--methods", "pca,pcav", "--out", at("bare"));
        ok(made);
        assertThat(made.out() + made.err()).contains("pcav is left out: it learns from labels");
        assertThat(made.out()).contains("Coverage", "Redundancy", "I1").doesNotContain("Precision", "S2");
        assertThat(names("bare/table.json")).containsExactly("pca", "pca-even");
        assertThat(Json.readTree(folder.resolve("bare/table.json"))
                        .at("/rows/1/metrics/redundancy")
                        .asDouble())
                .isEqualTo(1, within(0.01));
        assertThat(folder.resolve("bare/table.html"))
                .content()
                .contains("36 images without labels")
                .doesNotContain("Detector by detector", "Concept by concept");
        // monosemanticity needs no labels either
        Outcome embedded = eddp(
                "evaluate", "--run", at("bare/pca"), "--embedder", at("net.onnx"), "--embedder-preprocess", "plain");
        ok(embedded);
        assertThat(embedded.out()).contains(" M ").doesNotContain("Precision");
        assertThat(eddp("evaluate", "--run", at("bare/pca"), "--linear-or").err())
                .contains("annotated dataset");
        ok(eddp("report", "--run", at("bare/pca"), "--pictures", "0"));

        ok(eddp("evaluate", "--run", at("bare/pca"), "--dataset", at("halves")));
        assertThat(eddp("evaluate", "--run", at("bare/pca")).err())
                .contains("was evaluated on the annotated dataset halves", "would be lost");
        assertThat(eddp("compare", at("bare/pca"), at("bare/pca-even")).err())
                .contains("on different datasets", "without labels (36 images): pca-even");
        assertThat(eddp("label", "--run", at("bare/pca")).err()).contains("Missing required option: '--dataset=DIR'");
    }

    @Test
    void saysWhatIsWrong() {
        assertThat(eddp("baselines", "--features", at("f"), "--out", at("none")).err())
                .contains("give --run, or --features and --concepts");
        String[] baseline = {"baseline", "--method", "pca", "--features", at("f"), "--share", "a/3", "--out", at("x")};
        assertThat(eddp(baseline).err()).contains("--share a/3 is not a number, a fraction as 1/64, or 1/I");
        assertThat(eddp(
                                "baseline",
                                "--method",
                                "ibd",
                                "--features",
                                at("f"),
                                "--dataset",
                                at("halves"),
                                "--share",
                                "1/I",
                                "--out",
                                at("x"))
                        .err())
                .contains("ibd takes its thresholds from labels");
    }
}
