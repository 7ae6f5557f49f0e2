package org.eddp.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.eddp.features.FeatureSet;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Run folders that are broken in many ways: the studio opens, says what is wrong in its place, and shows the rest. */
class StudioHostileRunTest {
    private static final List<String> NAMES = List.of("labels.json", "words.json", "given-names.json");

    @TempDir
    private Path folder;

    /** No answer is a stack trace or "something went wrong". */
    private static HttpResponse<String> answered(StudioSession studio, String path) throws Exception {
        HttpResponse<String> answer = studio.ask(path);
        assertThat(answer.statusCode()).as(path + " " + answer.body()).isIn(200, 404, 422);
        assertThat(answer.body()).doesNotContain("Exception", "went wrong");
        return answer;
    }

    /** Nothing but names is broken: every view but the explanation of an image has the rest to show. */
    private static boolean isNameless(String run) {
        return NAMES.stream().anyMatch(run::endsWith);
    }

    private static String problems(JsonNode card) {
        return card.at("/problems").toString();
    }

    @Test
    void whatIsWrongIsSaidInItsPlaceAndTheRestIsShown() throws Exception {
        Path run = TinyRun.make(folder, "net", false);
        Path all = Files.createDirectory(folder.resolve("all"));
        TinyRun.copy(run, all.resolve("a-good"));
        for (String file : List.of("run.json", "directions.safetensors", "circumstances.json", "health.json")) {
            Path broken = TinyRun.copy(run, all.resolve("broken-" + file));
            Files.writeString(broken.resolve(file), "{\"eddp\": [");
        }
        for (String file : NAMES) {
            Files.writeString(TinyRun.copy(run, all.resolve("broken-" + file)).resolve(file), "{\"eddp\": [");
        }
        Files.delete(TinyRun.copy(run, all.resolve("no-directions")).resolve("directions.safetensors"));
        Files.write(TinyRun.copy(run, all.resolve("random")).resolve("run.json"), new byte[] {0, (byte) 0xFF, 1});
        try (StudioSession studio = new StudioSession(List.of(all), folder.resolve("names.txt"), true)) {
            JsonNode runs = studio.get("/api/runs");
            assertThat(runs).hasSize(10);
            for (JsonNode card : runs) {
                boolean good = card.at("/name").asString().equals("a-good");
                assertThat(problems(card).equals("[]")).as(card.toString()).isEqualTo(good);
                String path = "/api/runs/" + card.at("/id").asString();
                for (String rest : List.of(
                        "",
                        "/concepts",
                        "/concepts/0",
                        "/images?text=",
                        "/images/0",
                        "/classes",
                        "/classes/0",
                        "/repair",
                        "/pictures/0")) {
                    HttpResponse<String> answer = answered(studio, path + rest);
                    boolean needed = good || isNameless(card.at("/name").asString()) && !rest.startsWith("/images/");
                    assertThat(!needed || answer.statusCode() == 200)
                            .as(path + rest + " " + answer.body())
                            .isTrue();
                }
            }
        }
    }

    @Test
    void partsThatHaveMovedAreMissedWhereTheyAreNeeded() throws Exception {
        Path run = TinyRun.make(folder, "net", false);
        TinyRun.influence(run);
        Files.writeString(folder.resolve("pictures/ash/0.png"), "no picture any more");
        Files.move(folder.resolve("net.onnx"), folder.resolve("moved.onnx"));
        try (StudioSession studio = new StudioSession(List.of(run), null, true)) {
            String path = "/api/runs/" + studio.run(0);
            assertThat(studio.get(path + "/concepts").at("/concepts")).hasSize(TinyRun.CONCEPTS);
            JsonNode concept = studio.get(path + "/concepts/1");
            assertThat(concept.at("/alike").asDouble()).isPositive();
            assertThat(concept.at("/effects/raised").size()
                            + concept.at("/effects/lowered").size())
                    .as("what was measured needs no network")
                    .isPositive();
            assertThat(answered(studio, path + "/images/1").body()).contains("net.onnx");
            int broken = 0;
            int shown = 0;
            for (JsonNode image : studio.get(path + "/images?text=").at("/images")) {
                int status = answered(
                                studio, path + "/pictures/" + image.at("/image").asInt())
                        .statusCode();
                broken += status == 422 ? 1 : 0;
                shown += status == 200 ? 1 : 0;
            }
            assertThat(broken).isEqualTo(1);
            assertThat(shown).isEqualTo(23);
            assertThat(studio.job(path + "/repair", "{\"concepts\": [0], \"merge\": false, \"images\": \"\"}")
                            .at("/failure")
                            .asString())
                    .contains("net.onnx");
        }
    }

    @Test
    void resultsOfOtherDirectionsAreSaidToBeStale() throws Exception {
        Path run = TinyRun.make(folder, "net", false);
        TinyRun.influence(run);
        TinyRun.learn(FeatureSet.open(folder.resolve("net-features")), 3, List.of(5, 5, 5), run);
        try (StudioSession studio = new StudioSession(List.of(run), null, true)) {
            JsonNode page = studio.get("/api/runs/" + studio.run(0));
            assertThat(page.at("/card/concepts").asInt()).isEqualTo(3);
            assertThat(page.at("/remarks").toString()).contains("other directions");
        }
    }

    @Test
    void aFolderThatMayNotBeLookedIntoHidesNoOther() throws Exception {
        Path all = Files.createDirectory(folder.resolve("all"));
        TinyRun.copy(TinyRun.make(folder, "net", false), all.resolve("good"));
        Path loop = Files.createDirectory(all.resolve("a-loop"));
        Files.createSymbolicLink(loop.resolve("again"), loop);
        Path closed = Files.createDirectories(all.resolve("closed/inside"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
        try (StudioSession studio = new StudioSession(List.of(all), null, true)) {
            assertThat(studio.get("/api/runs")).hasSize(1);
        } finally {
            Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void changesByOtherProgramsAreSeen() throws Exception {
        Path all = Files.createDirectory(folder.resolve("all"));
        Path made = TinyRun.make(folder, "net", false);
        Path run = TinyRun.copy(made, all.resolve("first"));
        try (StudioSession studio = new StudioSession(List.of(all), null, true)) {
            String path = "/api/runs/" + studio.run(0);
            assertThat(title(studio, path, 2)).isEqualTo("concept 2");
            TinyRun.name(run, 2, "bark");
            assertThat(title(studio, path, 2)).isEqualTo("2 bark (by hand)");

            TinyRun.copy(made, all.resolve("second"));
            assertThat(studio.get("/api/runs")).hasSize(2);

            TinyRun.learn(FeatureSet.open(folder.resolve("net-features")), 4, List.of(5, 5, 2), run);
            assertThat(studio.get(path + "/concepts").at("/concepts")).hasSize(4);
            assertThat(studio.get(path + "/images/0").at("/scores/0")).hasSize(4);
        }
    }

    private static String title(StudioSession studio, String path, int concept) throws Exception {
        return studio.get(path + "/concepts")
                .at("/concepts/" + concept + "/title")
                .asString();
    }
}
