package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.nio.file.Path;
import java.util.List;
import org.eddp.files.json.Json;
import org.eddp.studio.StudioSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Edits in the studio: painted patches, the smallest edit, and the same edit on all images of a class. */
class StudioWhatIfTest {
    @TempDir
    private static Path folder;

    private static Path run;
    private static StudioSession studio;
    private static String id;

    @BeforeAll
    static void make() throws Exception {
        run = RunCommands.make(folder, "net", false);
        studio = new StudioSession(List.of(run), null, false);
        id = studio.run(0);
    }

    @AfterAll
    static void close() {
        studio.close();
    }

    private static String path(String rest) {
        return "/api/runs/" + id + rest;
    }

    private static Path image(int number) throws Exception {
        return folder.resolve("pictures")
                .resolve(studio.get(path("/images?text="))
                        .at("/images/" + number + "/name")
                        .asString());
    }

    private static JsonNode edit(int image, String edits) throws Exception {
        return StudioSession.json(studio.post(path("/images/" + image + "/edit"), "{\"edits\": " + edits + "}"));
    }

    @Test
    void paintedPatchesAreThoseOfTheCommand() throws Exception {
        double value = studio.get(path("/images/1")).at("/ranges/2/present").asDouble();
        JsonNode asked = edit(
                1, "[{\"concept\": 2, \"value\": " + value + ", \"quantile\": null, \"place\": \"patches:0.3.5\"}]");
        assertThat(asked.at("/steps/0/cells").toString()).isEqualTo("[0,3,5]");
        Path file = folder.resolve("painted.json");
        ok(eddp(
                "edit",
                "--run",
                run.toString(),
                "--image",
                image(1).toString(),
                "--add",
                "2",
                "--where",
                "patches:0.3.5",
                "--amount",
                Double.toString(value),
                "--out",
                folder.resolve("edits").toString(),
                "--json",
                file.toString()));
        JsonNode told = Json.readTree(file).at("/steps/0");
        assertThat(told.at("/cells")).isEqualTo(asked.at("/steps/0/cells"));
        assertThat(told.at("/after/probability").asDouble())
                .isEqualTo(asked.at("/after/0/probability").asDouble());
    }

    @Test
    void theSmallestEditIsThatOfTheCommandAndChangesTheClass() throws Exception {
        Path file = folder.resolve("searched.json");
        ok(eddp(
                "edit",
                "--run",
                run.toString(),
                "--image",
                image(2).toString(),
                "--search",
                "--out",
                folder.resolve("edits").toString(),
                "--json",
                file.toString()));
        JsonNode told = Json.readTree(file);
        JsonNode found = studio.job(path("/images/2/search"), "{\"to\": null}").at("/result");
        assertThat(found.at("/tried")).isEqualTo(told.at("/search/tried"));
        assertThat(found.at("/edits").size()).isEqualTo(told.at("/steps").size());
        JsonNode outcome = edit(2, found.at("/edits").toString());
        assertThat(outcome.at("/changed").asBoolean()).isTrue();
        int last = told.at("/steps").size() - 1;
        assertThat(outcome.at("/after/0/probability").asDouble())
                .isEqualTo(told.at("/steps/" + last + "/after/probability").asDouble());
        assertThat(studio.job(path("/images/2/search"), "{\"to\": \"99\"}")
                        .at("/failure")
                        .asString())
                .contains("99");
    }

    @Test
    void allImagesOfAClassAreEditedAsOne() throws Exception {
        int label =
                studio.get(path("/images/0")).at("/likeliest/0/label/number").asInt();
        double value = studio.get(path("/images/0")).at("/ranges/1/present").asDouble();
        String edits = "[{\"concept\": 1, \"value\": " + value + ", \"quantile\": null, \"place\": \"everywhere\"}]";
        JsonNode all = studio.job(path("/everyone"), "{\"label\": " + label + ", \"edits\": " + edits + "}")
                .at("/result/outcome");
        int images = 0;
        int changed = 0;
        for (int n = 0; n < 24; n++) {
            JsonNode one = edit(n, edits);
            if (one.at("/before/label/number").asInt() == label) {
                images++;
                changed += one.at("/changed").asBoolean() ? 1 : 0;
            }
        }
        assertThat(all.at("/images").asInt()).isEqualTo(images);
        assertThat(all.at("/changed").asInt()).isEqualTo(changed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"patches:1.2.", "patches:999999", "99", "x", "-1", "1.2", "patches:1.2.3.1000000"})
    void invalidPlacesAreRefused(String place) throws Exception {
        assertThat(studio.post(
                                path("/images/0/edit"),
                                "{\"edits\": [{\"concept\": 0, \"value\": 1, \"quantile\": null, \"place\": \"" + place
                                        + "\"}]}")
                        .statusCode())
                .isEqualTo(400);
    }
}
