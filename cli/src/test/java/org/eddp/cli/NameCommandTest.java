package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eddp.files.json.Json;
import org.eddp.network.onnx.file.Model;
import org.eddp.tensor.Matrix;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.eddp.words.WordList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Names by words and by hand, and where they come from, in everything that is shown. */
@Tag("slow")
class NameCommandTest {
    @TempDir
    private static Path folder;

    private static Path made;

    @BeforeAll
    static void learn() throws IOException {
        made = RunCommands.make(folder, "net", false);
    }

    private static String at(String name) {
        return folder.resolve(name).toString();
    }

    private static RunCommands.Outcome byWords(Path run, String... more) {
        return eddp(
                Stream.concat(Stream.of(byWordsArguments(run)), Stream.of(more)).toArray(String[]::new));
    }

    private static String[] byWordsArguments(Path run) {
        return new String[] {
            "name",
            "--run",
            run.toString(),
            "--images",
            at("pictures"),
            "--image-encoder",
            at("net.onnx"),
            "--encoder-layer",
            "maps",
            "--preprocess",
            "plain",
            "--words",
            at("names.txt"),
            "--word-embeddings",
            at("net-features/readout.safetensors"),
            "--shuffles",
            "49"
        };
    }

    @Test
    void wordsAreNamesOnlyWhereTheyFitBetterThanChance() throws IOException {
        Path run = TinyRun.copy(made, folder.resolve("worded"));
        RunCommands.Outcome outcome = byWords(run);
        ok(outcome);
        assertThat(outcome.out()).contains("of 6 detectors have a word that fits better than chance");
        JsonNode concepts = Json.readTree(run.resolve("words.json")).at("/concepts");
        assertThat(concepts).hasSize(TinyRun.CONCEPTS);
        ok(eddp("influence", "--run", run.toString(), "--no-test", "--json", at("influence.json")));
        String page = "(by words)";
        boolean named =
                concepts.valueStream().anyMatch(c -> c.at("/significant").asBoolean());
        ok(eddp("report", "--run", run.toString()));
        assertThat(Files.readString(run.resolve("report.html")))
                .contains("Words were chosen from 3", "Polysemanticity", named ? page : "closest word: ");
        String first = Files.readString(run.resolve("words.json"));
        ok(byWords(run, "--threads", "1"));
        assertThat(Files.readString(run.resolve("words.json")).replaceAll("\"(command|digest)\": .*", ""))
                .isEqualTo(first.replaceAll("\"(command|digest)\": .*", ""));
    }

    /** A text encoder that knows three words gives what their embeddings from a file give. */
    @Test
    void wordsAreEmbeddedHere() throws IOException {
        Matrix known = WordList.read(folder.resolve("names.txt"), folder.resolve("net-features/readout.safetensors"))
                .embeddings();
        float[] table = new float[known.rows() * known.columns()];
        for (int i = 0; i < table.length; i++) {
            table[i] = (float) known.get(i / known.columns(), i % known.columns());
        }
        Model.write(folder.resolve("text.onnx"), TinyNetworks.textEncoder(table, known.rows()));
        Files.writeString(
                folder.resolve("tokenizer.json"),
                "{\"pre_tokenizer\": {\"type\": \"WhitespaceSplit\"}, \"model\": {\"type\": \"WordPiece\","
                        + " \"unk_token\": \"ash\", \"vocab\": {\"ash\": 0, \"beech\": 1, \"cedar\": 2}}}");
        Path run = TinyRun.copy(made, folder.resolve("embedded"));
        ok(byWords(run));
        JsonNode given = Json.readTree(run.resolve("words.json")).at("/concepts");
        String[] arguments = byWordsArguments(run);
        List<String> embedded = new ArrayList<>(List.of(arguments));
        int at = embedded.indexOf("--word-embeddings");
        embedded.set(at, "--text-encoder");
        embedded.set(at + 1, at("text.onnx"));
        embedded.addAll(List.of("--tokenizer", at("tokenizer.json")));
        ok(eddp(embedded.toArray(String[]::new)));
        JsonNode computed = Json.readTree(run.resolve("words.json")).at("/concepts");
        for (int i = 0; i < TinyRun.CONCEPTS; i++) {
            assertThat(computed.get(i).at("/candidates/0/word"))
                    .isEqualTo(given.get(i).at("/candidates/0/word"));
        }
        embedded.removeAll(List.of("--tokenizer", at("tokenizer.json")));
        assertThat(eddp(embedded.toArray(String[]::new)).err()).contains("--text-encoder and --tokenizer");
    }

    @Test
    void namesByHandAreTakenFromATableAndSaidToBeByHand() throws IOException {
        Path run = TinyRun.copy(made, folder.resolve("handed"));
        RunCommands.Outcome exported = eddp("name", "--run", run.toString(), "--export-crops", at("crops"));
        ok(exported);
        Path table = folder.resolve("crops/names.csv");
        List<String> lines = Files.readAllLines(table);
        assertThat(lines).hasSize(TinyRun.CONCEPTS + 1).first().asString().startsWith("concept,name,");
        try (Stream<Path> crops = Files.walk(folder.resolve("crops"))) {
            assertThat(crops.filter(f -> f.toString().endsWith(".png"))).isNotEmpty();
        }
        Files.writeString(table, "concept,name\n2,mossy bark\n4,\n");
        RunCommands.Outcome taken = eddp("name", "--run", run.toString(), "--import", table.toString());
        ok(taken);
        assertThat(taken.out()).contains("2 mossy bark (by hand)").contains("1 of 6 concepts");

        String picture = at("pictures/ash/0.png");
        RunCommands.Outcome explained =
                eddp("explain", "--run", run.toString(), "--image", picture, "--json", at("explained.json"));
        ok(explained);
        assertThat(explained.out()).contains("mossy bark (by hand)");
        JsonNode concept = Json.readTree(folder.resolve("explained.json")).findParents("given").stream()
                .filter(c -> c.at("/number").asInt() == 2)
                .findFirst()
                .orElseThrow();
        assertThat(concept.at("/origin").asString()).isEqualTo("HAND");
        assertThat(concept.at("/name").asString()).isEqualTo("mossy bark");
        ok(eddp("edit", "--run", run.toString(), "--image", picture, "--remove", "Mossy Bark"));
        ok(eddp("report", "--run", run.toString()));
        assertThat(Files.readString(run.resolve("report.html"))).contains("Concept 2: mossy bark (by hand)");
    }

    @Test
    void saysWhatIsMissingOrContradictsItself() throws IOException {
        Path run = TinyRun.copy(made, folder.resolve("refused"));
        assertThat(eddp("name", "--run", run.toString()).err())
                .contains("--image-encoder, --words and either --word-embeddings");
        assertThat(byWords(run, "--import", at("names.txt")).err()).contains("one at a time");
        Files.writeString(folder.resolve("two.txt"), "oak\nelm\n");
        RunCommands.Outcome outcome = byWords(run, "--words", at("two.txt"));
        assertThat(outcome.code()).isNotZero();
        assertThat(run.resolve("words.json")).doesNotExist();
    }
}
