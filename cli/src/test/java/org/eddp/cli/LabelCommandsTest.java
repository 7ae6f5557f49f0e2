package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eddp.cli.RunCommands.Outcome;
import org.eddp.files.json.Json;
import org.eddp.labels.Concept;
import org.eddp.labels.Labels;
import org.eddp.network.onnx.file.Model;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Names and numbers for a run on a dataset of coloured halves. */
class LabelCommandsTest {
    @TempDir
    private static Path folder;

    @BeforeAll
    static void learnFromColours() {
        Halves.make(folder);
        Outcome learned =
                eddp("learn", "--features", at("f"), "--concepts", "3", "--epochs", "60,60,20", "--out", at("run"));
        assertThat(learned.code()).as(learned.err()).isZero();
    }

    private static String at(String name) {
        return folder.resolve(name).toString();
    }

    /** Three directions, where the method takes a number. */
    private static Outcome baseline(String method, String out, String... more) {
        List<String> fit =
                new ArrayList<>(List.of("baseline", "--method", method, "--features", at("f"), "--out", out));
        if (List.of("pca", "nmf").contains(method)) {
            fit.addAll(List.of("--concepts", "3"));
        }
        fit.addAll(List.of(more));
        return eddp(fit.toArray(String[]::new));
    }

    @Test
    void namesDetectors() {
        Outcome labelled = eddp("label", "--run", at("run"), "--dataset", at("halves"));
        assertThat(labelled.code()).as(labelled.err()).isZero();
        assertThat(labelled.out()).contains("detectors are interpretable").containsAnyOf("red", "green", "blue");
        assertThat(folder.resolve("run/labels.json")).exists();
    }

    @Test
    void saysHowManyDetectorsItDoesNotList() {
        String run = at("many");
        String[] fit = {
            "baseline", "--method", "sae", "--features", at("f"), "--concepts", "24", "--iterations", "3", "--out", run
        };
        assertThat(eddp(fit).code()).isZero();
        Outcome labelled = eddp("label", "--run", run, "--dataset", at("halves"));
        assertThat(labelled.code()).as(labelled.err()).isZero();
        assertThat(labelled.out()).contains("... and 4 more; all are in " + folder.resolve("many/labels.json"));
        assertThat(eddp("label", "--run", at("run"), "--dataset", at("halves")).out())
                .doesNotContain(" more; all");
    }

    @Test
    void refusesANumberOfDirectionsThatAMethodWouldNotHeed() {
        String[] wrong = {"baseline", "--method", "natural", "--features", at("f"), "--concepts", "3", "--out", at("no")
        };
        Outcome refused = eddp(wrong);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("--concepts 3", "one direction per feature, 12 here");
        assertThat(folder.resolve("no")).doesNotExist();
        wrong[6] = "12";
        assertThat(eddp(wrong).code()).isZero();
        Outcome again = eddp(wrong);
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err()).contains("is not empty; add --overwrite").doesNotContain("--resume");
        wrong[2] = "ibd";
        Outcome taught = eddp(Stream.concat(Arrays.stream(wrong), Stream.of("--dataset", at("halves")))
                .toArray(String[]::new));
        assertThat(taught.err()).contains("one direction per concept that it is taught");
    }

    @Test
    void measuresAndCompares() {
        Outcome evaluated = eddp(
                "evaluate",
                "--run",
                at("run"),
                "--dataset",
                at("halves"),
                "--linear-or",
                "--supervised-thresholds",
                "--embedder",
                at("net.onnx"),
                "--embedder-preprocess",
                "plain");
        assertThat(evaluated.code()).as(evaluated.err()).isZero();
        assertThat(evaluated.out())
                .contains("Precision", "S2", "mIoU", " M ", "run, linear or", "run, supervised thresholds")
                .doesNotContain("*");
        Outcome compared = eddp(
                "compare",
                at("run"),
                at("run"),
                "--json",
                at("table.json"),
                "--csv",
                at("table.csv"),
                "--latex",
                at("table.tex"));
        assertThat(compared.code()).as(compared.err()).isZero();
        JsonNode table = Json.readTree(folder.resolve("table.json"));
        assertThat(table.at("/rows")).hasSize(2);
        assertThat(table.at("/rows/0/metrics/coverage").asDouble()).isBetween(0.0, 1.0);
        assertThat(folder.resolve("table.csv")).content().startsWith("method,concepts,thresholds,Coverage");
        assertThat(folder.resolve("table.tex")).content().contains("\\textbf{").contains("Redundancy $\\downarrow$");
    }

    @Test
    void countsByEitherConvention() {
        String run = at("counted");
        assertThat(eddp("baseline", "--method", "natural", "--features", at("f"), "--out", run)
                        .code())
                .isZero();
        Outcome evaluated = eddp(
                "evaluate", "--run", run, "--dataset", at("halves"), "--counting", "ALL_IMAGES", "--threshold", "0.9");
        assertThat(evaluated.code()).as(evaluated.err()).isZero();
        JsonNode labels = Json.readTree(folder.resolve("counted/labels.json"));
        assertThat(labels.at("/counting").asString()).isEqualTo("ALL_IMAGES");
        assertThat(labels.at("/interpretableAbove").asDouble()).isEqualTo(0.9);
        JsonNode metrics = Json.readTree(folder.resolve("counted/metrics.json"));
        assertThat(metrics.at("/counting").asString()).isEqualTo("ALL_IMAGES");
        assertThat(metrics.at("/interpretableAbove").asDouble()).isEqualTo(0.9);
        assertThat(eddp("evaluate", "--run", run, "--dataset", at("halves"), "--threshold", "2")
                        .err())
                .contains("--threshold 2.0 must be");
    }

    /** Folders of datasets may have the same name; a table must not mix them. */
    @Test
    void refusesToCompareAcrossDatasets() throws IOException {
        List<String> runs = List.of(at("here"), at("there"));
        for (String run : runs) {
            assertThat(eddp("baseline", "--method", "natural", "--features", at("f"), "--out", run)
                            .code())
                    .isZero();
            assertThat(eddp("evaluate", "--run", run, "--dataset", at("halves")).code())
                    .isZero();
        }
        Path metrics = folder.resolve("there/metrics.json");
        TinyRun.edit(metrics, text -> text.replace("\"images\": 12", "\"images\": 13"));
        assertThat(eddp("compare", runs.get(0), runs.get(1)).err())
                .contains(
                        "different datasets (halves (12 images): here; halves (13 images): there)",
                        "evaluate them alike");
    }

    /** A folder of an ablation may hold a run that was evaluated by hand since. */
    @Test
    void refusesToMixWaysOfCounting() throws IOException {
        List<String> runs = List.of(at("usual"), at("unusual"));
        for (String run : runs) {
            assertThat(eddp("baseline", "--method", "natural", "--features", at("f"), "--out", run)
                            .code())
                    .isZero();
        }
        String[] usual = {"evaluate", "--run", runs.get(0), "--dataset", at("halves")};
        assertThat(eddp(usual).code()).isZero();
        String[] unusual = {"evaluate", "--run", runs.get(1), "--dataset", at("halves"), "--counting", "ALL_IMAGES"};
        assertThat(eddp(unusual).code()).isZero();
        assertThat(eddp("compare", runs.get(0), runs.get(1)).err())
                .contains("by different rules", "counting ALL_IMAGES above 0.04: unusual", "evaluate them alike");
        // a run that was labelled again by another rule keeps its row of the table, but its names are not used
        assertThat(eddp("label", "--run", runs.get(0), "--dataset", at("halves"), "--threshold", "0.5")
                        .code())
                .isZero();
        assertThat(eddp("compare", runs.get(0), "--html", at("other.html")).code())
                .isZero();
        assertThat(folder.resolve("other.html")).content().doesNotContain("What kind of things were found");
        assertThat(eddp(usual).code()).isZero();
        assertThat(eddp("compare", runs.get(0), "--html", at("other.html")).code())
                .isZero();
        assertThat(folder.resolve("other.html")).content().contains("What kind of things were found");
    }

    @Test
    void comparesOnAPage() throws IOException {
        List<String> runs = new ArrayList<>();
        for (String method : List.of("natural", "pca")) {
            String run = at("page-" + method);
            assertThat(baseline(method, run).code()).isZero();
            assertThat(eddp("evaluate", "--run", run, "--dataset", at("halves"), "--linear-or")
                            .code())
                    .isZero();
            runs.add(run);
        }
        Outcome compared =
                eddp("compare", runs.get(0), runs.get(1), "--against", runs.get(1), "--html", at("compared.html"));
        assertThat(compared.code()).as(compared.err()).isZero();
        assertThat(folder.resolve("compared.html"))
                .content()
                .contains("2 sets of concepts compared on halves", "page-natural", "Against page-pca")
                .contains("./eddp baseline --method pca", "./eddp evaluate --run", "./eddp compare")
                .doesNotContain("measured together");
        assertThat(eddp("compare", runs.get(0), "--against", at("run"), "--html", at("x.html"))
                        .err())
                .contains("not one of the runs given", "page-natural");

        // the run is learned again, but its metrics are still those of the former directions
        TinyRun.giveDirections(folder.resolve("page-pca"), folder.resolve("page-natural/directions.safetensors"));
        assertThat(eddp("compare", runs.get(0), runs.get(1)).err()).contains("page-pca was evaluated before");
        assertThat(eddp("report", "--run", runs.get(1), "--pictures", "0").code())
                .isZero();
        assertThat(folder.resolve("page-pca/report.html"))
                .content()
                .contains("metrics.json was computed with other directions")
                .doesNotContain("How interpretable they are");
    }

    @Test
    void baselinesAreRunsLikeAnyOther() {
        for (String method : List.of("natural", "pca", "nmf", "ibd")) {
            Outcome fitted = baseline(method, at("runs-" + method), "--dataset", at("halves"));
            assertThat(fitted.code()).as(fitted.err()).isZero();
            assertThat(fitted.out()).contains("coverage");
            Outcome evaluated = eddp("evaluate", "--run", at("runs-" + method), "--dataset", at("halves"));
            assertThat(evaluated.code()).as(method + evaluated.err()).isZero();
        }
        // taught one colour each, and measured for it whatever they agree with best
        String ibd = at("runs-ibd");
        String[] taught = {"evaluate", "--run", ibd, "--dataset", at("halves"), "--taught-labels"};
        Outcome asTaught = eddp(taught);
        assertThat(asTaught.code()).as(asTaught.err()).isZero();
        JsonNode concepts = Json.readTree(folder.resolve("runs-ibd/run.json")).at("/concepts");
        JsonNode detectors =
                Json.readTree(folder.resolve("runs-ibd/metrics.json")).at("/detectors");
        assertThat(concepts).hasSize(3);
        for (int i = 0; i < 3; i++) {
            assertThat(detectors.get(i).get("concept")).isEqualTo(concepts.get(i));
        }
        // or taught what another run was found to know
        String[] asFound = {
            "baseline",
            "--method",
            "pcav",
            "--features",
            at("f"),
            "--dataset",
            at("halves"),
            "--labels-of",
            at("runs-pca"),
            "--out",
            at("runs-as-found")
        };
        Outcome found = eddp(asFound);
        assertThat(found.code()).as(found.err()).isZero();
        Set<Concept> known =
                Json.read(folder.resolve("runs-pca/labels.json"), Labels.class).concepts();
        assertThat(known).isNotEmpty().hasSizeLessThan(3);
        assertThat(Json.readTree(folder.resolve("runs-as-found/run.json")).at("/concepts"))
                .hasSize(known.size());
        asFound[2] = "nmf";
        assertThat(eddp(asFound).err()).contains("--labels-of", "nmf", "without labels");
        asFound[2] = "ibd";
        asFound[8] = at("f");
        asFound[10] = at("runs-as-not-found");
        assertThat(eddp(asFound).err()).contains(at("f") + " is not a finished run");
        taught[2] = at("runs-pca");
        assertThat(eddp(taught).err()).contains("--taught-labels", "not taught any", "ibd or pcav");
        assertThat(eddp("baseline", "--method", "magic", "--features", at("f")).err())
                .contains("magic", "pca");
        assertThat(eddp("baseline", "--method", "ibd", "--features", at("f")).err())
                .contains("--dataset");
    }

    @Test
    void comparesTheInfluenceOfSignalVectorsAndPatternCavs() {
        Outcome learned = eddp(
                "learn", "--features", at("f"), "--concepts", "3", "--epochs", "60,60,20", "--out", at("patterns"));
        assertThat(learned.code()).as(learned.err()).isZero();
        String[] influence = {"influence", "--run", at("patterns"), "--no-test", "--dataset", at("halves")};
        assertThat(eddp(influence).err()).contains("no labels", "(eddp label)");
        assertThat(eddp("label", "--run", at("patterns"), "--dataset", at("halves"))
                        .code())
                .isZero();
        Outcome compared = eddp(influence);
        assertThat(compared.code()).as(compared.err()).isZero();
        assertThat(compared.out()).contains("I2 ", "over 3 labels");
        JsonNode patterns =
                Json.readTree(folder.resolve("patterns/influence.json")).at("/patterns");
        assertThat(patterns.at("/labels").asInt()).isEqualTo(3);
        // one signal vector per label, and its score can only be beaten where the Pattern-CAV's is larger
        assertThat(patterns.at("/influence").asDouble()).isBetween(0.0, 1.0);
        Outcome without = eddp("influence", "--run", at("patterns"), "--no-test");
        assertThat(without.out()).contains("I1").doesNotContain("I2");
        assertThat(eddp("influence", "--run", at("patterns"), "--dataset", at("halves"), "--label-split", "test")
                        .err())
                .contains("test");
    }

    private static Outcome ablate(String features, int concepts, String out, String... more) {
        List<String> arguments = new ArrayList<>(List.of("ablate", "--grid", "losses", "--dataset", at("halves")));
        arguments.addAll(List.of("--features", at(features), "--concepts", Integer.toString(concepts)));
        arguments.addAll(List.of("--out", at(out)));
        arguments.addAll(List.of(more));
        return eddp(arguments.toArray(String[]::new));
    }

    @Test
    @Tag("slow")
    void runsAnAblation() throws IOException {
        Outcome ablated = ablate("f", 3, "ablation");
        assertThat(ablated.code()).as(ablated.err()).isZero();
        assertThat(ablated.out()).contains("orthonormal", "free + fs + eac", "S2", "I1", "SDC", "SCDP");
        assertThat(folder.resolve("ablation/losses.tex")).exists();
        // every step says what it found, as its own command does
        assertThat(ablated.out()).contains("natural basis", "losses-free-fs ", "mean size of scores");
        assertThat(folder.resolve("ablation/losses-free-fs/report.html")).exists();
        assertThat(folder.resolve("ablation/losses-free-fs/figures")).isNotEmptyDirectory();
        JsonNode rows = Json.readTree(folder.resolve("ablation/losses.json")).at("/rows");
        for (JsonNode row : rows) {
            assertThat(row.at("/influence").isNumber()).isTrue();
            assertThat(row.at("/significantPairs").asInt())
                    .isGreaterThanOrEqualTo(row.at("/significantDirections").asInt());
        }
        assertThat(ablate("f", 2, "ablation").err())
                .contains("ablation holds the grid losses with other settings", "losses-settings.json");
        forgetInfluence("ablation");
        // a process that was killed after learning and before it wrote the page
        Path page = folder.resolve("ablation/losses-free-fs/report.html");
        byte[] written = Files.readAllBytes(page);
        Files.delete(page);
        Outcome skipped = ablate("f", 3, "ablation", "--no-influence");
        assertThat(skipped.code()).as(skipped.err()).isZero();
        assertThat(skipped.out()).contains("S2").doesNotContain("I1");
        assertThat(page).hasBinaryContent(written);
    }

    private static void forgetInfluence(String ablation) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve(ablation))) {
            for (Path file : files.filter(f -> f.getFileName().toString().startsWith("influence."))
                    .toList()) {
                Files.delete(file);
            }
        }
    }

    /** Significance would ask the network too often, and without the network there is no influence to measure. */
    @Test
    @Tag("slow")
    void anAblationAsksADeepHeadForScoresOnly() throws IOException {
        Model.write(folder.resolve("deep.onnx"), TinyNetworks.network(true));
        Halves.extract(folder, "deep.onnx", "deep-f");
        Outcome scored = ablate("deep-f", 2, "deep-ablation", "--learn-options", "--epochs 2,2,2");
        assertThat(scored.code()).as(scored.err()).isZero();
        assertThat(scored.out()).contains("S2", "I1").doesNotContain("SDC", "SCDP");
        forgetInfluence("deep-ablation");
        Model.write(folder.resolve("deep.onnx"), TinyNetworks.network(false));
        Outcome changed = ablate("deep-f", 2, "deep-ablation", "--learn-options", "--epochs 2,2,2");
        assertThat(changed.code()).as(changed.err()).isZero();
        assertThat(changed.err()).contains("influence is left out", "has changed", "deep.onnx");
        Files.delete(folder.resolve("deep.onnx"));
        Outcome without = ablate("deep-f", 2, "deep-ablation", "--learn-options", "--epochs 2,2,2");
        assertThat(without.code()).as(without.err()).isZero();
        assertThat(without.err()).contains("influence is left out", "deep.onnx");
        assertThat(without.out()).contains("S2").doesNotContain("I1");
    }

    @Test
    void saysWhatIsMissing() {
        assertThat(eddp("compare", at("f")).err()).contains("not a finished run");
        assertThat(eddp("compare", at("run")).err()).contains("no metrics.json");
        assertThat(eddp("label", "--run", at("f"), "--dataset", at("halves")).err())
                .contains("not a finished run");
        assertThat(eddp("label", "--run", at("run"), "--dataset", at("nowhere")).code())
                .isEqualTo(1);
        assertThat(eddp("label", "--run", at("run"), "--dataset", at("halves"), "--score-split", "test")
                        .err())
                .contains("test");
    }
}
