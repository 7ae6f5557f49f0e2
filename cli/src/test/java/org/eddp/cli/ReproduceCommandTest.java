package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eddp.cli.RunCommands.Outcome;
import org.eddp.experiments.reproduction.Reproduction;
import org.eddp.experiments.reproduction.ReproductionOptions;
import org.eddp.experiments.reproduction.ReproductionOptions.Size;
import org.eddp.files.Digests;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.files.json.Json;
import org.eddp.images.input.InputPreset;
import org.eddp.intervene.Edit;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.network.LayerAddress;
import org.eddp.study.Ablation;
import org.eddp.study.EditStudy;
import org.eddp.study.InputChoice;
import org.eddp.study.PresetChanges;
import org.eddp.study.Steps;
import org.eddp.testkit.TinyDataset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The whole protocol on pictures too small to say anything: what is made, that it is made once, and what is refused. */
@Tag("slow")
class ReproduceCommandTest {
    private static final int CONCEPTS = 3;
    private static final Size TINY = new Size(3, 40, List.of(Ablation.Table.CUR), false, 2, 2, 1, 2);

    @TempDir
    private static Path folder;

    @BeforeAll
    static void make() {
        Halves.make(folder);
    }

    private static String at(String name) {
        return folder.resolve(name).toString();
    }

    private static String[] command(String out, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "reproduce",
                "--network",
                at("net.onnx"),
                "--dataset",
                at("halves"),
                "--layer",
                "maps",
                "--preprocess",
                "plain",
                "--concepts",
                Integer.toString(CONCEPTS),
                "--quick",
                "--paper",
                "resnet50-mit",
                "--out",
                at(out)));
        words.addAll(Arrays.asList(more));
        return words.toArray(String[]::new);
    }

    @Test
    void everythingIsMadeOnceAndTablesRepeatTheNumbersOfRuns() throws IOException {
        Outcome made = eddp(command("all"));
        ok(made);
        assertThat(made.err()).contains("part 1 of 6: Methods compared", "left after it: counterfactuals");
        assertThat(made.out())
                .contains("eddp-c", "pca-even", "cbe-even", "the paper, Table 8, resnet50-mit", "L^fso", "I2")
                .contains("left out: M, the monosemanticity", "left out: Ablation margin", "Page: ");
        Path out = folder.resolve("all");
        assertThat(out.resolve("index.html"))
                .content()
                .contains("The paper&#39;s protocol on net.onnx", "Counterfactuals", "0.78", "<svg")
                .doesNotContain(folder.toString(), "Not finished yet");
        numbersAreThoseOfTheRuns(out);
        // variants that tables share with the first part are learned once
        assertThat(out.resolve("concepts-3/no-alignment/run.json")).exists();
        assertThat(out.resolve("concepts-3/fso-uur")).doesNotExist();

        Map<String, String> before = digests(out);
        Outcome again = eddp(command("all"));
        ok(again);
        assertThat(again.out()).isEqualTo(made.out());
        assertThat(again.err()).doesNotContain("part 1 of", "./eddp learn", "./eddp dream");
        assertThat(digests(out)).isEqualTo(before);

        assertThat(eddp(command("all", "--seed", "2")).err()).contains("holds the protocol of the paper");
    }

    private static void numbersAreThoseOfTheRuns(Path out) throws IOException {
        List<String> lines = Files.readAllLines(out.resolve("tables/methods.tex"));
        JsonNode rows = Json.readTree(out.resolve("concepts-3/table.json")).at("/rows");
        assertThat(rows.size()).isGreaterThan(15);
        for (JsonNode row : rows) {
            String name = row.at("/name").asString();
            JsonNode metrics =
                    Json.readTree(out.resolve("concepts-3").resolve(name).resolve("metrics.json"));
            String line = lines.stream()
                    .filter(text -> text.contains(" & " + name + " & "))
                    .findFirst()
                    .orElseThrow();
            assertThat(line.replace("\\textbf{", "").replace("}", ""))
                    .as(name)
                    .contains(number(metrics.at("/coverage")), number(metrics.at("/redundancy")))
                    .contains(number(metrics.at("/precision/mean")) + "$\\pm$"
                            + number(metrics.at("/precision/deviation")))
                    .contains(number(metrics.at("/averagePrecision/mean")))
                    .contains(number(metrics.at("/segmentation/s1")), number(metrics.at("/segmentation/s2")));
        }
        assertThat(String.join("\n", lines)).contains("1792 & EDDP-C", "0.76$\\pm$0.16", "\\uparrow");
        assertThat(out.resolve("tables/ablation-fso.tex"))
                .content()
                .contains("\\cmark & \\xmark", "$\\mathcal{L}^{fso}$");
        assertThat(out.resolve("tables/all.tex")).content().contains("\\input{dreams.tex}", "\\input{supervised.tex}");
    }

    private static String number(JsonNode value) {
        return String.format(Locale.ROOT, "%.3f", value.asDouble());
    }

    @Test
    void interruptionAndThreadsDoNotChangeABit() throws IOException {
        Path whole = folder.resolve("whole");
        reproduce(whole, 1, new Notes(null));
        Path broken = folder.resolve("broken");
        for (String last : List.of("baseline", "learn no-alignment", "dream")) {
            assertThatThrownBy(() -> reproduce(broken, 2, new Notes(last)))
                    .as(last)
                    .isInstanceOf(Stopped.class);
        }
        assertThat(broken.resolve("index.html")).content().contains("Not finished yet: Faithfulness");
        Notes rest = new Notes(null);
        reproduce(broken, 2, rest);
        assertThat(rest.made).doesNotContain("baseline", "learn eddp-c", "learn no-alignment");
        assertThat(digests(broken)).isEqualTo(digests(whole));
    }

    private static void reproduce(Path out, int threads, Notes notes) {
        ReproductionOptions options = ReproductionOptions.of(folder.resolve("net.onnx"), folder.resolve("halves"))
                .withLayer(LayerAddress.of("maps"))
                .withPreprocessing(InputChoice.of(InputPreset.PLAIN))
                .withConcepts(List.of(CONCEPTS))
                .withPaper(Optional.empty())
                .withSize(TINY)
                .withThreads(threads);
        Reproduction.run(out, options, new Request("a test", null), notes);
    }

    /** Files that hold results; circumstances differ, and so does the place that origins remember. */
    private static Map<String, String> digests(Path out) throws IOException {
        Map<String, String> digests = new TreeMap<>();
        try (Stream<Path> files = Files.walk(out)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = out.relativize(file).toString().replace('\\', '/');
                if (name.matches("index.html|tables/.*|parts/.*|explanations/.*html|.*/(metrics|labels|dreams)\\.json"
                        + "|.*/directions.safetensors")) {
                    digests.put(name, Digests.of(file));
                }
            }
        }
        assertThat(digests).hasSizeGreaterThan(40);
        return digests;
    }

    /** The command with another word. */
    private static String[] words(String out, int place, String word) {
        String[] words = command(out);
        words[place] = word;
        return words;
    }

    @Test
    void everythingIsCheckedBeforeAnythingIsComputed() throws IOException {
        assertThat(eddp(words("bad", 6, "nowhere")).err()).contains("nowhere").doesNotContain("Exception");
        Path one = folder.resolve("one-split");
        TinyDataset.write(one, (pixel, index) -> 0);
        Path index = one.resolve("index.csv");
        Files.writeString(index, Files.readString(index).replace(",val,", ",train,"));
        assertThat(eddp(words("bad", 4, one.toString())).err())
                .contains("split 'val'")
                .doesNotContain("Exception");
        assertThat(eddp(words("bad", 13, "general")).err()).contains("--paper general is not a network");
        assertThat(folder.resolve("bad/features")).doesNotExist();
    }

    /** Notes the steps that are made, and may stop after one of them has begun. */
    private static final class Notes implements Reproduction.Observer, Ablation.Commands, EditStudy.Wording {
        private final List<String> made = new ArrayList<>();
        private final String last;

        Notes(String last) {
            this.last = last;
        }

        @Override
        public Request request(Steps.Step step) {
            return new Request(step.name() + " ", null);
        }

        @Override
        public Ablation.Commands commands(Path features, Path dataset, int concepts, long seed, PresetChanges changes) {
            return this;
        }

        @Override
        public EditStudy.Wording wording(Steps.Step search) {
            return this;
        }

        @Override
        public Request learn(Path run, Variant variant, PresetChanges changes) {
            return new Request("learn " + run.getFileName(), null);
        }

        @Override
        public Request evaluate(Path run) {
            return new Request("evaluate", null);
        }

        @Override
        public Request influence(Path run, boolean tested) {
            return new Request("influence", null);
        }

        @Override
        public List<String> words(List<Edit> edits) {
            return List.of(edits.toString());
        }

        @Override
        public String replay(List<Edit> edits) {
            return edits.toString();
        }

        @Override
        public void remark(String text) {
            made.add(text.strip());
        }

        @Override
        public void onProgress(long done, long total) {}

        @Override
        public boolean stopRequested() {
            return last != null && made.contains(last);
        }
    }
}
