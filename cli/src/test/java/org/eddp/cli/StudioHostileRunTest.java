package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.TinyRun.eddp;
import static org.eddp.cli.TinyRun.ok;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Run folders that are broken in many ways: the studio opens, says what is wrong in its place, and shows the rest. */
class StudioHostileRunTest {
    @TempDir
    private Path folder;

    /** No answer is a stack trace or "something went wrong". */
    private static HttpResponse<String> answered(StudioSession studio, String path) throws Exception {
        HttpResponse<String> answer = studio.ask(path);
        assertThat(answer.statusCode()).as(path + " " + answer.body()).isIn(200, 404, 422);
        assertThat(answer.body()).doesNotContain("Exception", "went wrong");
        return answer;
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
        Files.delete(TinyRun.copy(run, all.resolve("no-directions")).resolve("directions.safetensors"));
        Files.write(TinyRun.copy(run, all.resolve("random")).resolve("run.json"), new byte[] {0, (byte) 0xFF, 1});
        try (StudioSession studio = new StudioSession(List.of(all), folder.resolve("names.txt"), true)) {
            JsonNode runs = studio.get("/api/runs");
            assertThat(runs).hasSize(7);
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
                    assertThat(!good || answer.statusCode() == 200)
                            .as(path + rest)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void partsThatHaveMovedAreMissedWhereTheyAreNeeded() throws Exception {
        Path run = TinyRun.make(folder, "net", false);
        ok(eddp("influence", "--run", run.toString(), "--no-test"));
        Files.writeString(folder.resolve("pictures/ash/0.png"), "no picture any more");
        Files.move(folder.resolve("net.onnx"), folder.resolve("moved.onnx"));
        try (StudioSession studio = new StudioSession(List.of(run), null, true)) {
            String path = "/api/runs/" + studio.run(0);
            assertThat(studio.get(path + "/concepts").at("/concepts")).hasSize(TinyRun.CONCEPTS);
            JsonNode concept = studio.get(path + "/concepts/1");
            assertThat(concept.at("/bySignal").size()).isPositive();
            assertThat(concept.at("/raised").size() + concept.at("/lowered").size())
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
        ok(eddp("influence", "--run", run.toString(), "--no-test"));
        ok(eddp(
                "learn",
                "--features",
                folder.resolve("net-features").toString(),
                "--concepts",
                "3",
                "--epochs",
                "5,5,5",
                "--overwrite",
                "--out",
                run.toString()));
        try (StudioSession studio = new StudioSession(List.of(run), null, true)) {
            JsonNode page = studio.get("/api/runs/" + studio.run(0));
            assertThat(page.at("/card/concepts").asInt()).isEqualTo(3);
            assertThat(page.at("/remarks").toString()).contains("other directions");
        }
    }
}
