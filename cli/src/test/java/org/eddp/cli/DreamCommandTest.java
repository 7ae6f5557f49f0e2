package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eddp.directions.Directions;
import org.eddp.files.json.Json;
import org.eddp.tensor.Matrix;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Dreams of the concepts of a small network. */
class DreamCommandTest {
    @TempDir
    private static Path folder;

    private static Path run;

    @BeforeAll
    static void learn() throws IOException {
        run = RunCommands.make(folder, "linear", false);
    }

    private static RunCommands.Outcome on(Path of, String... more) {
        return eddp(with(new String[] {"dream", "--run", of.toString()}, more));
    }

    @Test
    void dreamsOfConcepts() {
        Path json = folder.resolve("dreams.json");
        RunCommands.Outcome outcome = on(
                run,
                "--concepts",
                "0,3",
                "--images",
                "1",
                "--iterations",
                "6",
                "--literal",
                "2",
                "--json",
                json.toString());
        ok(outcome);
        assertThat(outcome.out()).contains("with sub-sampling", "by the literal protocol", "own signal vector nearest");
        JsonNode results = Json.readTree(json);
        assertThat(results.at("/concepts").size()).isEqualTo(2);
        assertThat(results.at("/concepts/0/cosine").asDouble()).isBetween(-1.0, 1.0);
        assertThat(results.at("/pictures/0/after").asString()).startsWith("data:image/jpeg");
        assertThat(run.resolve("dreams/histogram.png")).isNotEmptyFile();
        assertThat(run.resolve("dreams/histogram.svg"))
                .content()
                .contains("Without sub-sampling", "Literal, with sub-sampling", "Literal, without sub-sampling");
        assertThat(run.resolve("dreams/dreams.html")).content().contains("Literal, with sub-sampling", "from 5 on");
        assertThat(outcome.out()).contains("for ever more images, from 5 on");

        assertThat(results.at("/start").asString()).isEqualTo("TYPICAL");
        assertThat(results.at("/concepts/0/literal/cosine").asDouble()).isBetween(-1.0, 1.0);
        List<Double> literal = results.at("/concepts")
                .valueStream()
                .flatMap(concept -> concept.at("/literal/images").valueStream())
                .map(image -> image.get("cosine").asDouble())
                .toList();
        assertThat(literal).hasSize(4);
        assertThat(results.at("/shareLiteral").asDouble())
                .as("of images, not of concepts")
                .isEqualTo(literal.stream().filter(cosine -> cosine >= 0.7).count() / 4.0);
        assertThat(results.at("/literal/iterations").asInt()).isEqualTo(40);
        assertThat(results.at("/literal/smoothness").asDouble()).isZero();
        assertThat(results.at("/literal/fit").asString()).isEqualTo("POOLED");
        assertThat(results.at("/concepts/0/control/rank").asInt()).isBetween(1, 8);

        // a look at one concept does not cost the study of two
        String[] one = {"--concepts", "0", "--images", "1", "--iterations", "6", "--literal", "0"};
        RunCommands.Outcome refused = on(run, one);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("a study of 2 concepts, this one is of 1", "--out", "--overwrite");
        ok(on(run, with(one, "--out", folder.resolve("apart").toString())));
        assertThat(concepts(folder.resolve("apart"))).isEqualTo(1);
        assertThat(concepts(run)).isEqualTo(2);
        ok(on(run, with(one, "--overwrite")));
        assertThat(concepts(run)).isEqualTo(1);
    }

    @Test
    void choosesConceptsAtRandomBySeed() {
        String[] two = {"--random", "2", "--images", "1", "--iterations", "1", "--pictures", "0", "--literal", "0"};
        Set<String> seen = new HashSet<>();
        for (String seed : List.of("1", "1", "2", "3", "4")) {
            Path out = folder.resolve("random-" + seed);
            ok(on(run, with(two, "--seed", seed, "--out", out.toString(), "--overwrite")));
            assertThat(concepts(out)).isEqualTo(2);
            JsonNode found = Json.readTree(out.resolve("dreams.json"));
            assertThat(found.at("/shareLiteral").isNumber()).as("left out").isFalse();
            seen.add(found.at("/concepts/0/concept/number") + " " + found.at("/concepts/1/concept/number"));
        }
        assertThat(seen).hasSizeBetween(2, 4);
        assertThat(on(run, "--random", "0").err()).contains("--random 0");
    }

    private static String[] with(String[] options, String... more) {
        return Stream.concat(Stream.of(options), Stream.of(more)).toArray(String[]::new);
    }

    private static int concepts(Path of) {
        return Json.readTree(of.resolve("dreams.json")).at("/concepts").size();
    }

    @Test
    void aConceptWithoutSignalVectorCannotBeDreamedOf() throws IOException {
        Path lacking = TinyRun.copy(run, folder.resolve("lacking"));
        Directions whole = Directions.read(run.resolve("directions.safetensors"));
        Matrix signals = whole.signals().copy();
        for (int d = 0; d < signals.rows(); d++) {
            signals.set(d, 1, 0);
        }
        new Directions(whole.filters(), whole.thresholds(), signals, whole.mean())
                .write(lacking.resolve("directions.safetensors"));
        TinyRun.giveDirections(lacking, lacking.resolve("directions.safetensors"));
        RunCommands.Outcome refused = on(lacking, "--concepts", "1");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("[1] have no signal vector", "choose other concepts with --concepts");
    }
}
