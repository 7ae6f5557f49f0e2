package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eddp.features.FeatureSet;
import org.eddp.files.json.Json;
import org.eddp.influence.Influence;
import org.eddp.network.OutputKind;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A network that ends in a sigmoid, command by command: labels by themselves, and no softmax over them. */
class LabelNetworkTest {
    @TempDir
    private static Path folder;

    @BeforeAll
    static void learn() throws IOException {
        RunCommands.make(folder, "linear", TinyNetworks.labels(false, TinyRun.SIZE, 2, -4.1f, 1.8f, 6.9f));
        RunCommands.make(folder, "deep", TinyNetworks.labels(true, TinyRun.SIZE, 2, 2.3f, 4.6f, 9.6f));
    }

    private static RunCommands.Outcome on(String network, String command, String... more) {
        List<String> args = new ArrayList<>(List.of(
                command,
                "--run",
                folder.resolve(network + "-run").toString(),
                "--class-names",
                folder.resolve(network.equals("one") ? "one-name.txt" : "names.txt")
                        .toString()));
        args.addAll(List.of(more));
        return eddp(args.toArray(String[]::new));
    }

    private static String picture() {
        return folder.resolve("pictures/beech/1.png").toString();
    }

    private static double sigmoid(double logit) {
        return 1 / (1 + Math.exp(-logit));
    }

    @Test
    void theNetworkSaysSo() {
        RunCommands.Outcome outcome =
                eddp("network", folder.resolve("linear.onnx").toString());
        ok(outcome);
        assertThat(outcome.out())
                .contains("ONNX, opset 13, sigmoid at the end left out: labels are independent", "output  3 labels");
    }

    @Test
    void featuresAndTheRunRememberIt() {
        FeatureSet set = FeatureSet.open(folder.resolve("linear-features"));
        assertThat(set.outputs()).isEqualTo(OutputKind.LABELS);
        assertThat(set.readout().orElseThrow().outputs()).isEqualTo(OutputKind.LABELS);
        assertThat(set.predictions()).hasSize(24).anyMatch(labels -> labels.length != 1);
        JsonNode run = Json.readTree(folder.resolve("linear-run/run.json"));
        assertThat(run.at("/data/provenance/outputs").asString()).isEqualTo("LABELS");
        assertThat(run.at("/options/joint/objective/weights/UNCERTAINTY").asDouble())
                .as("one bit pulls as much as the ten of a thousand classes")
                .isEqualTo(2.5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"linear", "deep"})
    void influenceIsOnEveryLabelByItself(String network) {
        RunCommands.Outcome outcome = on(network, "influence", "--noise", "20");
        ok(outcome);
        assertThat(outcome.out()).contains("3 labels", "label 1 beech", "(label, concept) pairs");
        Influence influence = Influence.read(folder.resolve(network + "-run/influence.safetensors"));
        for (int i = 0; i < influence.concepts(); i++) {
            for (int k = 0; k < influence.classes(); k++) {
                if (network.equals("linear")) {
                    assertThat(Math.abs(influence.scores().get(i, k))).isIn(0.0, 1.0);
                }
            }
        }
        for (JsonNode label :
                Json.readTree(folder.resolve(network + "-run/influence.json")).get("classes")) {
            for (JsonNode concept : label.get("concepts")) {
                if (network.equals("linear")) {
                    assertThat(Math.signum(concept.get("effect").asDouble()))
                            .isEqualTo(Math.signum(concept.get("slope").asDouble()));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"linear", "deep"})
    void anExplanationIsOfOneLabel(String network) {
        Path json = folder.resolve(network + "-explanation.json");
        RunCommands.Outcome outcome =
                on(network, "explain", "--image", picture(), "--class", "cedar", "--json", json.toString());
        ok(outcome);
        JsonNode explained = Json.readTree(json);
        assertThat(explained.at("/outputs").asString()).isEqualTo("LABELS");
        JsonNode e = explained.at("/explanation");
        assertThat(e.at("/probability").asDouble())
                .isCloseTo(sigmoid(e.at("/logit").asDouble()), within(1e-12));
        assertThat(e.at("/baselineProbability").asDouble())
                .isCloseTo(sigmoid(e.at("/baselineLogit").asDouble()), within(1e-12));
        assertThat(e.at("/baselineEntropy").asDouble()).isBetween(0.0, 1.0);
        double sum = e.at("/sample").asDouble()
                - e.at("/baseline").asDouble()
                + e.at("/correction").asDouble()
                + e.at("/residual").asDouble()
                + (network.equals("deep") ? e.at("/error").asDouble() : 0);
        assertThat(e.at("/explanationLogit").asDouble()).isCloseTo(sum, within(1e-4));
        assertThat(RunCommands.eddp(
                                "explain",
                                "--run",
                                folder.resolve(network + "-run").toString(),
                                "--image",
                                picture(),
                                "--class",
                                "7")
                        .err())
                .contains("label");
    }

    @Test
    void anEditTurnsLabels() {
        Path json = folder.resolve("edit.json");
        RunCommands.Outcome outcome =
                on("linear", "edit", "--image", picture(), "--search", "--to", "ash", "--json", json.toString());
        ok(outcome);
        JsonNode edited = Json.readTree(json);
        JsonNode after = edited.at("/steps").get(edited.at("/steps").size() - 1).at("/after");
        assertThat(has(after, 0)).as(outcome.out()).isNotEqualTo(has(edited.at("/before"), 0));
        for (JsonNode share : after.at("/shares")) {
            assertThat(share.at("/probability").asDouble() > 0.5)
                    .isEqualTo(has(after, share.at("/label/number").asInt()));
        }
    }

    private static boolean has(JsonNode outlook, int label) {
        for (JsonNode own : outlook.at("/labels")) {
            if (own.at("/number").asInt() == label) {
                return true;
            }
        }
        return false;
    }

    @Test
    void imagesOfALabelAreThoseThatHaveIt() {
        long[] counts = new long[3];
        FeatureSet.open(folder.resolve("linear-features"))
                .predictions()
                .forEach(labels -> Arrays.stream(labels).forEach(k -> counts[k]++));
        int common = counts[0] > 0 ? 0 : counts[1] > 0 ? 1 : 2;
        String name = List.of("ash", "beech", "cedar").get(common);
        RunCommands.Outcome all = on("linear", "class");
        ok(all);
        assertThat(all.out()).contains("label found").containsPattern(counts[common] + "  " + common + " " + name);
        RunCommands.Outcome edit = on("linear", "class", "--class", name, "--remove", "0");
        ok(edit);
        assertThat(edit.out()).contains("of " + counts[common] + " images with the label " + common + " " + name);
        RunCommands.Outcome portrait = on("linear", "class", "--class", name);
        ok(portrait);
        assertThat(portrait.out())
                .contains("8 images of the feature set that are labelled so")
                .doesNotContain("what they are taken for");
    }

    @Test
    void aCorrectionIsJudgedLabelByLabel() throws IOException {
        Path images = folder.resolve("labelled");
        for (String set : List.of("ash", "ash+cedar", "none", "1")) {
            Path place = Files.createDirectories(images.resolve(set));
            TinyRun.picture(place.resolve("x.png"), set.hashCode());
        }
        Path out = folder.resolve("corrected.onnx");
        Path json = folder.resolve("correction.json");
        RunCommands.Outcome outcome = on(
                "linear",
                "correct",
                "--concept",
                "0",
                "--out",
                out.toString(),
                "--evaluate",
                images.toString(),
                "--json",
                json.toString());
        ok(outcome);
        assertThat(outcome.out()).contains("agree to", "with it", "0 ash").doesNotContain("confusion");
        JsonNode evaluation = Json.readTree(json).at("/evaluations/0");
        assertThat(evaluation.at("/confusion").size()).isZero();
        assertThat(evaluation.at("/labels/0/0").asLong())
                .as("ash, and ash with cedar")
                .isEqualTo(2);
        assertThat(evaluation.at("/labels/1/0").asLong()).isEqualTo(1);
        assertThat(evaluation.at("/labels/2/2").asLong()).isEqualTo(3);
        RunCommands.Outcome again = eddp("network", out.toString());
        assertThat(again.out()).as("the sigmoid stays in the file").contains("labels are independent");
        Files.createDirectories(images.resolve("oak"));
        TinyRun.picture(images.resolve("oak/x.png"), 1);
        assertThat(on("linear", "correct", "--concept", "0", "--out", out.toString(), "--evaluate", images.toString())
                        .err())
                .contains("labelled images: label", "oak");
    }

    @Test
    void pagesSpeakOfLabels() throws IOException {
        ok(on("linear", "influence", "--no-test"));
        ok(on("linear", "explain", "--image", picture()));
        ok(on("linear", "edit", "--image", picture(), "--remove", "0"));
        ok(on("linear", "report"));
        String page = Files.readString(folder.resolve("linear-run/report.html"));
        assertThat(page)
                .contains(
                        "Effects and influence of all concepts on all labels",
                        "Labels do not compete",
                        "Likeliest labels")
                .contains("The network finds ")
                .doesNotContain("Likeliest classes", "taken for");
    }

    /** A binary classifier with one logit is the case of one label. */
    @Test
    void oneLabelAlone() throws IOException {
        RunCommands.make(folder, "one", TinyNetworks.labels(false, TinyRun.SIZE, 2, -4.1f));
        Files.writeString(folder.resolve("one-name.txt"), "ash\n");
        RunCommands.Outcome influence = on("one", "influence", "--noise", "10");
        ok(influence);
        assertThat(influence.out()).contains("1 labels", "label 0 ash");
        Path json = folder.resolve("one.json");
        ok(on("one", "explain", "--image", picture(), "--json", json.toString()));
        JsonNode e = Json.readTree(json).at("/explanation");
        assertThat(e.at("/label").asInt()).isZero();
        assertThat(e.at("/probability").asDouble())
                .isCloseTo(sigmoid(e.at("/logit").asDouble()), within(1e-12));
        ok(on("one", "edit", "--image", picture(), "--search", "--json", json.toString()));
        JsonNode edited = Json.readTree(json);
        JsonNode after = edited.at("/steps").get(edited.at("/steps").size() - 1).at("/after");
        assertThat(has(after, 0)).isNotEqualTo(has(edited.at("/before"), 0));
    }
}
