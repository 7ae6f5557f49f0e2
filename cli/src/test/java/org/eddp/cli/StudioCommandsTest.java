package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.files.json.Json;
import org.eddp.studio.StudioSession;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The commands that the pages of runs and concepts show print their numbers. */
class StudioCommandsTest {
    @TempDir
    private Path folder;

    @Test
    void commandsRepeatWhatIsShown() throws Exception {
        Path run = RunCommands.make(folder, "net", false);
        Files.writeString(folder.resolve("given.csv"), "concept,name\n2,bark\n");
        String given = folder.resolve("given.csv").toString();
        ok(eddp("name", "--run", run.toString(), "--import", given));
        ok(eddp("influence", "--run", run.toString(), "--no-test"));
        try (StudioSession studio = new StudioSession(List.of(run), null, true)) {
            String path = "/api/runs/" + studio.run(0);
            JsonNode card = studio.get(path).at("/card");
            JsonNode health = repeated(card.at("/commands/0"));
            assertThat(health.at("/coverage")).isEqualTo(card.at("/coverage"));
            assertThat(health.at("/redundancy")).isEqualTo(card.at("/redundancy"));
            assertThat(health.at("/verdict")).isEqualTo(card.at("/verdict"));

            JsonNode gallery = studio.get(path + "/concepts");
            assertThat(gallery.at("/commands")).hasSize(2);
            JsonNode detectors = repeated(gallery.at("/commands/0"));
            JsonNode names = repeated(gallery.at("/commands/1")).at("/names");
            for (int i = 0; i < TinyRun.CONCEPTS; i++) {
                JsonNode shown = gallery.at("/concepts/" + i);
                assertThat(detectors.at("/detectors/" + i + "/patches").asLong())
                        .isEqualTo(shown.at("/patches").asLong());
                assertThat(detectors.at("/detectors/" + i + "/reliability")).isEqualTo(shown.at("/reliability"));
                assertThat(names.get(i)).isEqualTo(shown.at("/name"));
            }
            assertThat(names.at("/2/given").asString()).isEqualTo("bark");
            assertMoved(studio.get(path + "/concepts/0"));
        }
    }

    @Test
    void commandsRepeatPagesOfConceptsAndClasses() throws Exception {
        Path run = RunCommands.make(folder, "net", false);
        try (StudioSession studio = new StudioSession(List.of(run), null, true)) {
            String path = "/api/runs/" + studio.run(0);
            JsonNode page = studio.get(path + "/concepts/1");
            for (int look = 0; !page.at("/atlas/ready").asBoolean() && look < 6000; look++) {
                Thread.sleep(50);
                page = studio.get(path + "/concepts/1");
            }
            JsonNode told = repeated(last(page.at("/commands")));
            for (String field : List.of(
                    "threshold", "allPatches", "images", "scores", "alike", "byFilter", "bySignal", "companions")) {
                assertThat(told.at("/" + field)).as(field).isEqualTo(page.at("/" + field));
            }
            assertThat(told.at("/patches").asLong())
                    .isEqualTo(page.at("/card/patches").asLong());

            JsonNode classes = studio.get(path + "/classes");
            JsonNode counted = repeated(classes);
            assertThat(counted).hasSameSizeAs(classes.at("/classes"));
            for (int k = 0; k < counted.size(); k++) {
                for (String field : List.of("label", "images")) {
                    assertThat(counted.get(k).at("/" + field))
                            .isEqualTo(classes.at("/classes").get(k).at("/" + field));
                }
            }
            String contents = studio.get(path + "/classes/0").at("/contents").asString();
            assertThat(repeated(contents))
                    .isEqualTo(studio.job(path + "/classes/0/portrait", "{}").at("/result"));

            JsonNode most = studio.get(path + "/classes").at("/classes/0/label/number");
            JsonNode all = studio.job(
                            path + "/everyone",
                            "{\"label\": " + most
                                    + ", \"edits\": [{\"concept\": 1, \"value\": 2, \"quantile\": null, \"place\":"
                                    + " \"everywhere\"}]}")
                    .at("/result");
            String command = all.at("/command").asString();
            assertThat(repeated(command.replace("edits=1", "--add 1 --where everywhere --amount 2")))
                    .isEqualTo(all.at("/outcome"));
        }
    }

    @Test
    void anotherThresholdSelectsWhatTheCommandSays() throws Exception {
        Path run = RunCommands.make(folder, "net", false);
        try (StudioSession studio = new StudioSession(List.of(run), null, true)) {
            String path = "/api/runs/" + studio.run(0) + "/concepts/1";
            double threshold = studio.get(path).at("/threshold").asDouble() - 0.25;
            JsonNode selected = studio.get(path + "/selection?threshold=" + threshold);
            RunCommands.Outcome said = eddp(selected.at("/command").asString().split(" "));
            ok(said);
            assertThat(said.out())
                    .contains("it would fire on " + selected.at("/patches") + " patches, in " + selected.at("/images")
                            + " images");
        }
    }

    @Test
    void explanationsAreThoseOfTheCommand() throws Exception {
        Path run = RunCommands.make(folder, "net", false);
        Path names = folder.resolve("names.txt");
        try (StudioSession studio = new StudioSession(List.of(run), names, true)) {
            String path = "/api/runs/" + studio.run(0);
            Path image = picture(studio, path, 3);
            Path file = folder.resolve("explained.json");
            ok(eddp(
                    "explain",
                    "--run",
                    run.toString(),
                    "--image",
                    image.toString(),
                    "--class-names",
                    names.toString(),
                    "--out",
                    folder.resolve("explanations").toString(),
                    "--json",
                    file.toString()));
            JsonNode page = studio.get(path + "/images/3");
            assertThat(page.at("/explained/explanation"))
                    .isEqualTo(Json.readTree(file).at("/explanation"));
            assertThat(page.at("/command").asString()).contains("explain --run", image.toString());
            JsonNode against = studio.get(path + "/images/3?class=0&against=2");
            assertThat(against.at("/explained/explanation/against").asInt()).isEqualTo(2);
        }
    }

    @Test
    void editsAreThoseOfTheCommand() throws Exception {
        Path run = RunCommands.make(folder, "net", false);
        try (StudioSession studio = new StudioSession(List.of(run), folder.resolve("names.txt"), false)) {
            String path = "/api/runs/" + studio.run(0);
            Path file = folder.resolve("edited.json");
            ok(eddp(
                    "edit",
                    "--run",
                    run.toString(),
                    "--image",
                    picture(studio, path, 2).toString(),
                    "--add",
                    "1",
                    "--where",
                    "everywhere",
                    "--amount",
                    "q0.005",
                    "--out",
                    folder.resolve("edits").toString(),
                    "--json",
                    file.toString()));
            JsonNode asked = StudioSession.json(studio.post(
                    path + "/images/2/edit",
                    "{\"edits\": [{\"concept\": 1, \"value\": null, \"quantile\": 0.995, \"place\":"
                            + " \"everywhere\"}]}"));
            JsonNode told = Json.readTree(file);
            assertThat(asked.at("/after/0/probability").asDouble())
                    .isEqualTo(told.at("/steps/0/after/probability").asDouble());
            assertThat(asked.at("/steps/0/target").asDouble())
                    .isEqualTo(told.at("/steps/0/target").asDouble());
        }
    }

    private Path picture(StudioSession studio, String path, int image) throws Exception {
        return folder.resolve("pictures")
                .resolve(studio.get(path + "/images?text=")
                        .at("/images/" + image + "/name")
                        .asString());
    }

    @Test
    void theCommandSaysThatAFolderHasNoRuns() {
        assertThat(eddp("studio", folder.resolve("nowhere").toString(), "--no-browser")
                        .err())
                .contains("nowhere");
    }

    private static JsonNode last(JsonNode list) {
        return list.get(list.size() - 1);
    }

    /** Class by class, as the command has them. */
    private void assertMoved(JsonNode page) {
        JsonNode told = repeated(page.at("/commands/2"));
        List<JsonNode> moved = new ArrayList<>();
        page.at("/effects/raised").forEach(moved::add);
        page.at("/effects/lowered").forEach(moved::add);
        assertThat(moved).isNotEmpty();
        assertThat(page.at("/effects/untested").asString()).isEqualTo("effects were not tested");
        assertThat(told.at("/classes")).hasSize(moved.size());
        for (JsonNode each : moved) {
            assertThat(each.at("/qValue").isNull()).as("chance was not asked").isTrue();
            assertThat(effect(told, each.at("/label/number").asInt(), 0))
                    .isEqualTo(each.at("/effect").asDouble());
        }
    }

    private static double effect(JsonNode told, int label, int concept) {
        for (JsonNode each : told.at("/classes")) {
            for (JsonNode score : each.at("/concepts")) {
                if (each.at("/label/number").asInt() == label
                        && score.at("/concept/number").asInt() == concept) {
                    return score.at("/effect").asDouble();
                }
            }
        }
        throw new AssertionError("class " + label + " is not in " + told);
    }

    private JsonNode repeated(JsonNode repeat) {
        return repeated(repeat.at("/command").asString());
    }

    private JsonNode repeated(String command) {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        int json = words.indexOf("--json");
        if (json >= 0) {
            words.subList(json, json + 2).clear();
        }
        Path file = folder.resolve("told.json");
        words.addAll(List.of("--json", file.toString()));
        ok(eddp(words.toArray(new String[0])));
        return Json.readTree(file);
    }
}
