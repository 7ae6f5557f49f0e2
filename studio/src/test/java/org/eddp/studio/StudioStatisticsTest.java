package org.eddp.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.eddp.files.FolderLock;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The statistics of concept values are computed once, whichever request needs them first, and whether or not they can be written
 * into the run.
 */
class StudioStatisticsTest {
    private static final String STATISTICS = "concepts.safetensors";
    private static final String SAID = "statistics of";

    @TempDir
    private static Path folder;

    private static Path made;

    @BeforeAll
    static void make() throws Exception {
        made = TinyRun.make(folder, "net", false);
        assertThat(made.resolve(STATISTICS)).doesNotExist();
    }

    private static JsonNode repair(StudioSession studio, int concept) throws Exception {
        JsonNode state = studio.job(
                "/api/runs/" + studio.run(0) + "/repair",
                "{\"concepts\": [" + concept + "], \"merge\": false, \"images\": \"\"}");
        assertThat(state.at("/failure").isNull()).as(state.toString()).isTrue();
        return state.at("/remarks");
    }

    @Test
    void theyAreTakenOnceWhereNothingIsKept() throws Exception {
        Path run = TinyRun.copy(made, folder.resolve("read-only"));
        try (StudioSession studio = new StudioSession(List.of(run), folder.resolve("names.txt"), true)) {
            assertThat(repair(studio, 0).toString()).contains(SAID);
            assertThat(repair(studio, 1).toString()).doesNotContain(SAID);
            JsonNode found = studio.job("/api/runs/" + studio.run(0) + "/images/0/search", "{\"to\": null}");
            assertThat(found.at("/remarks").toString()).doesNotContain(SAID);
            JsonNode everyone = studio.job(
                    "/api/runs/" + studio.run(0) + "/everyone",
                    "{\"label\": " + label(studio)
                            + ", \"edits\": [{\"concept\": 0, \"value\": 1, \"quantile\": null, \"place\":"
                            + " \"everywhere\"}]}");
            assertThat(everyone.at("/failure").isNull()).as(everyone.toString()).isTrue();
            assertThat(everyone.at("/remarks").toString()).doesNotContain(SAID);
        }
        assertThat(run.resolve(STATISTICS)).doesNotExist();
    }

    private static int label(StudioSession studio) throws Exception {
        return studio.get("/api/runs/" + studio.run(0) + "/images/0")
                .at("/prediction/label")
                .asInt();
    }

    @Test
    void aRepairKeepsThemWhereItMay() throws Exception {
        Path run = TinyRun.copy(made, folder.resolve("kept"));
        try (StudioSession studio = new StudioSession(List.of(run), folder.resolve("names.txt"), false)) {
            repair(studio, 0);
            assertThat(run.resolve(STATISTICS)).exists();
        }
        try (StudioSession next = new StudioSession(List.of(run), folder.resolve("names.txt"), false)) {
            assertThat(repair(next, 0).toString()).doesNotContain(SAID);
        }
    }

    @Test
    void theyAreOfUseThoughSomebodyElseIsWriting() throws Exception {
        Path run = TinyRun.copy(made, folder.resolve("locked"));
        try (StudioSession studio = new StudioSession(List.of(run), folder.resolve("names.txt"), false);
                FolderLock writing = FolderLock.take(run)) {
            assertThat(repair(studio, 0).toString()).contains("not kept");
            assertThat(repair(studio, 0).toString()).doesNotContain(SAID);
        }
        assertThat(run.resolve(STATISTICS)).doesNotExist();
    }
}
