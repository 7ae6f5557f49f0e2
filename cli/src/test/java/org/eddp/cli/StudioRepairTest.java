package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.eddp.files.json.Json;
import org.eddp.studio.StudioSession;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A network repaired in the studio is the one that the command writes, judged by the same numbers. */
class StudioRepairTest {
    @TempDir
    private static Path folder;

    private static Path run;

    @BeforeAll
    static void make() throws Exception {
        run = RunCommands.make(folder, "net", TinyNetworks.undecided(TinyRun.SIZE, 2, -4.1f, 1.8f, 6.9f));
    }

    private static StudioSession session(boolean readOnly) throws Exception {
        return new StudioSession(List.of(run), folder.resolve("names.txt"), readOnly);
    }

    @Test
    void repairsAreThoseOfTheCommand() throws Exception {
        try (StudioSession studio = session(false)) {
            String path = "/api/runs/" + studio.run(0) + "/repair";
            JsonNode page = studio.get(path);
            assertThat(page.at("/labelled").toString()).isEqualTo("[\"pictures\"]");
            assertThat(page.at("/titles")).hasSize(TinyRun.CONCEPTS);
            JsonNode state = studio.job(path, "{\"concepts\": [1, 3], \"merge\": false, \"images\": \"pictures\"}");
            JsonNode shown = state.at("/result");
            assertThat(state.at("/failure").isNull()).as(state.toString()).isTrue();
            assertThat(run.resolve("corrections")).as("looking is not keeping").doesNotExist();

            List<String> command = new ArrayList<>(
                    Arrays.asList(shown.at("/command").asString().split(" ")));
            assertThat(command).contains("correct", "1,3", "--controls");
            Path written = folder.resolve("command-" + shown.at("/file").asString());
            command.set(command.indexOf("--out") + 1, written.toString());
            Path numbers = folder.resolve("repair.json");
            command.addAll(
                    List.of("--class-names", folder.resolve("names.txt").toString(), "--json", numbers.toString()));
            ok(eddp(command.toArray(String[]::new)));
            JsonNode told = Json.readTree(numbers);
            assertThat(shown.at("/results/evaluations")).isEqualTo(told.at("/evaluations"));
            assertThat(shown.at("/results/presence")).isEqualTo(told.at("/presence"));
            assertThat(shown.at("/results/deviation")).isEqualTo(told.at("/deviation"));

            HttpResponse<byte[]> network =
                    studio.raw("/api/jobs/" + state.at("/id").asString() + "/network");
            assertThat(network.body()).isEqualTo(Files.readAllBytes(written));
            assertThat(network.headers().firstValue("Content-Disposition"))
                    .contains("attachment; filename=\"net-without-1-3.onnx\"");

            int changed = shown.at("/fixed").asInt()
                    + shown.at("/broken").asInt()
                    + shown.at("/confused").asInt();
            assertThat(shown.at("/changed").size()).isEqualTo(changed);
            HttpResponse<byte[]> picture =
                    studio.raw("/api/jobs/" + state.at("/id").asString() + "/pictures/0");
            assertThat(picture.statusCode()).isEqualTo(changed > 0 ? 200 : 404);
        }
    }

    /** Without labels the page counts on stored features what the labelled evaluation counts on decoded pictures. */
    @Test
    void withoutLabelsItSaysWhichPredictionsChange() throws Exception {
        try (StudioSession studio = session(true)) {
            String path = "/api/runs/" + studio.run(0) + "/repair";
            JsonNode labelled = studio.job(path, "{\"concepts\": [1, 3], \"merge\": false, \"images\": \"pictures\"}")
                    .at("/result");
            JsonNode state = studio.job(path, "{\"concepts\": [1, 3], \"merge\": false, \"images\": \"\"}");
            JsonNode shown = state.at("/result");
            int changed = labelled.at("/fixed").asInt()
                    + labelled.at("/broken").asInt()
                    + labelled.at("/confused").asInt();
            assertThat(changed).isPositive();
            assertThat(shown.at("/results/predictions/changed").asInt()).isEqualTo(changed);
            assertThat(shown.at("/summary").asString()).contains("(" + changed + " of 24)");
            assertThat(shown.at("/sentences/0").asString())
                    .startsWith("10 random directions of the same length change");
            assertThat(shown.at("/command").asString()).contains("--controls").doesNotContain("--evaluate");
            assertThat(shown.at("/changed").size()).isPositive().isLessThanOrEqualTo(changed);
            for (JsonNode image : shown.at("/changed")) {
                assertThat(image.at("/before")).isNotEqualTo(image.at("/after"));
                assertThat(names(labelled.at("/changed")))
                        .contains(image.at("/name").asString());
            }
            Path numbers = folder.resolve("unlabelled.json");
            List<String> command = new ArrayList<>(
                    Arrays.asList(shown.at("/command").asString().split(" ")));
            command.set(
                    command.indexOf("--out") + 1,
                    folder.resolve("unlabelled.onnx").toString());
            command.addAll(
                    List.of("--class-names", folder.resolve("names.txt").toString(), "--json", numbers.toString()));
            RunCommands.Outcome outcome = eddp(command.toArray(String[]::new));
            ok(outcome);
            assertThat(outcome.out()).contains(shown.at("/summary").asString());
            assertThat(Json.readTree(numbers).at("/predictions")).isEqualTo(shown.at("/results/predictions"));
            String job = "/api/jobs/" + state.at("/id").asString();
            assertThat(studio.raw(job + "/pictures/0").statusCode()).isEqualTo(200);
            assertThat(studio.raw(job + "/network").statusCode()).isEqualTo(200);
        }
    }

    private static List<String> names(JsonNode images) {
        List<String> names = new ArrayList<>();
        images.forEach(image -> names.add(image.at("/name").asString()));
        return names;
    }

    private static List<Path> files() throws Exception {
        try (Stream<Path> all = Files.walk(run)) {
            return all.sorted().toList();
        }
    }

    @Test
    void aReadOnlyStudioWritesNoFiles() throws Exception {
        List<Path> before = files();
        try (StudioSession studio = session(true)) {
            String id = studio.run(0);
            JsonNode state = studio.job(
                    "/api/runs/" + id + "/repair", "{\"concepts\": [0], \"merge\": false, \"images\": \"pictures\"}");
            assertThat(state.at("/result/bytes").asLong()).isPositive();
            StudioSession.json(studio.post(
                    "/api/runs/" + id + "/images/0/edit",
                    "{\"edits\": [{\"concept\": 0, \"value\": 1, \"quantile\": null, \"place\": \"everywhere\"}]}"));
        }
        assertThat(files()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"concepts\": [], \"merge\": false, \"images\": \"\"}",
                "{\"concepts\": [0], \"merge\": false, \"images\": \"../pictures\"}",
                "{\"concepts\": [0], \"merge\": false, \"images\": \"/etc\"}",
                "{\"concepts\": null, \"merge\": false, \"images\": \"\"}",
                "{\"concepts\": [\"x\"], \"merge\": false, \"images\": \"\"}",
                "[]"
            })
    void invalidRequestsAreRefused(String body) throws Exception {
        try (StudioSession studio = session(true)) {
            HttpResponse<String> answer = studio.post("/api/runs/" + studio.run(0) + "/repair", body);
            assertThat(answer.statusCode()).as(answer.body()).isIn(400, 404);
            assertThat(answer.body()).contains("\"error\"").doesNotContain("Exception");
        }
    }

    @Test
    void whatGoesWrongIsSaid() throws Exception {
        try (StudioSession studio = session(true)) {
            String path = "/api/runs/" + studio.run(0) + "/repair";
            assertThat(studio.job(path, "{\"concepts\": [99], \"merge\": false, \"images\": \"\"}")
                            .at("/failure")
                            .asString())
                    .contains("99");
            assertThat(studio.ask("/api/jobs/nothing").statusCode()).isEqualTo(404);
            assertThat(studio.post("/api/jobs/nothing/stop", "{}").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void workIsStoppedWhenItIsNoLongerWanted() throws Exception {
        try (StudioSession studio = session(true)) {
            String path = "/api/runs/" + studio.run(0) + "/repair";
            String request = "{\"concepts\": [0], \"merge\": false, \"images\": \"pictures\"}";
            StudioSession.json(studio.post(path, request)); // the second waits for the first
            String second =
                    StudioSession.json(studio.post(path, request)).at("/id").asString();
            assertThat(studio.post("/api/jobs/" + second + "/stop", "{}").statusCode())
                    .isEqualTo(204);
            JsonNode state = studio.get("/api/jobs/" + second);
            for (int look = 0; !state.at("/ended").asBoolean() && look < 6000; look++) {
                Thread.sleep(50);
                state = studio.get("/api/jobs/" + second);
            }
            assertThat(state.at("/failure").asString()).isEqualTo("stopped");
            assertThat(studio.ask("/api/jobs/" + second + "/network").statusCode())
                    .isEqualTo(404);
        }
    }
}
