package org.eddp.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.eddp.Eddp;
import org.eddp.monitor.Monitor;
import org.eddp.report.RunReport;
import org.eddp.run.Run;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Start page, gallery and concepts of the studio show the crops, the order and the effects of the page of {@code eddp report}. */
class StudioTilesTest {
    private static final Pattern TITLE = Pattern.compile("class=\"name\">Concept (\\d+)");
    private static final int MOST_LOOKS = 600;

    @TempDir
    private static Path folder;

    private static Path run;
    private static StudioSession studio;
    private static String path;
    private static String report;

    @BeforeAll
    static void start() throws Exception {
        run = TinyRun.make(folder, "net", false);
        TinyRun.influence(run);
        try (Run opened = new Eddp().open(run)) {
            new Eddp().health(opened);
            report = RunReport.html(RunReport.content(opened, 10, 4, Monitor.NONE));
        }
        studio = new StudioSession(List.of(run), null, false);
        path = "/api/runs/" + studio.run(0);
    }

    @AfterAll
    static void stop() {
        studio.close();
    }

    private static JsonNode gallery() throws Exception {
        JsonNode gallery = studio.get(path + "/concepts");
        for (int look = 0; !gallery.at("/atlas/ready").asBoolean() && look < MOST_LOOKS; look++) {
            Thread.sleep(50);
            gallery = studio.get(path + "/concepts");
        }
        assertThat(gallery.at("/atlas/failure").isNull()).as(gallery.toString()).isTrue();
        return gallery;
    }

    /** The concepts that have pictures, in the order of their places. */
    private static List<JsonNode> tiles() throws Exception {
        List<JsonNode> tiles = new ArrayList<>();
        gallery().at("/concepts").forEach(card -> {
            if (!card.at("/examples").isEmpty()) {
                tiles.add(card);
            }
        });
        tiles.sort(Comparator.comparing(card -> card.at("/place").asInt()));
        return tiles;
    }

    @Test
    void tilesHaveTheOrderOfTheReport() throws Exception {
        List<Integer> written = TITLE.matcher(report)
                .results()
                .map(found -> Integer.valueOf(found.group(1)))
                .toList();
        assertThat(written).isNotEmpty();
        assertThat(tiles()).extracting(card -> card.at("/name/number").asInt()).containsExactlyElementsOf(written);
    }

    @Test
    void cropsAreThoseOfTheReport() throws Exception {
        for (JsonNode card : tiles()) {
            for (JsonNode image : card.at("/examples")) {
                HttpResponse<byte[]> crop =
                        studio.raw(path + "/concepts/" + card.at("/name/number") + "/crops/" + image.asInt());
                assertThat(crop.headers().firstValue("Content-Type")).contains("image/jpeg");
                assertThat(report).contains(Base64.getEncoder().encodeToString(crop.body()));
            }
        }
        assertThat(studio.raw(path + "/concepts/0/crops/0?large=1").body())
                .isNotEqualTo(studio.raw(path + "/concepts/0/crops/0").body());
        assertThat(studio.raw(path + "/concepts/0/crops/999").statusCode()).isEqualTo(404);
        assertThat(studio.raw(path + "/concepts/999/crops/0").statusCode()).isEqualTo(404);
    }

    @Test
    void chipsNameTheClassesOfTheReport() throws Exception {
        JsonNode effects = tiles().get(0).at("/effects");
        assertThat(effects.at("/raised").size() + effects.at("/lowered").size()).isPositive();
        effects.at("/raised")
                .forEach(moved -> assertThat(report)
                        .contains(moved.at("/name").asString() + " (+"
                                + String.format("%.1f", moved.at("/effect").asDouble()) + ")"));
    }

    @Test
    void theStartPageShowsTheFirstConcepts() throws Exception {
        List<JsonNode> tiles = tiles();
        JsonNode card = studio.get("/api/runs").get(0);
        assertThat(card.at("/examples").size()).isBetween(1, 4);
        for (int k = 0; k < card.at("/examples").size(); k++) {
            assertThat(card.at("/examples").get(k).at("/concept"))
                    .isEqualTo(tiles.get(k).at("/name/number"));
            assertThat(card.at("/examples").get(k).at("/image"))
                    .isEqualTo(tiles.get(k).at("/examples/0"));
        }
        assertThat(card.at("/images").asInt()).isEqualTo(24);
        assertThat(card.at("/health").asString()).isIn("good", "fair", "poor");
        assertThat(card.at("/made").asString()).matches("\\d{4}-\\d\\d-\\d\\d");
    }

    @Test
    void aConceptBeginsWithASentenceAndHasOnlyNeighboursAboveChance() throws Exception {
        JsonNode card = tiles().get(0);
        JsonNode page = studio.get(path + "/concepts/" + card.at("/name/number"));
        assertThat(page.at("/sentence").asString())
                .matches("Concept \\d+.* is on \\d+\\.\\d % of the patches, in \\d+ of 24 pictures; it (raises|lowers)"
                        + " .*\\.");
        for (int i = 0; i < TinyRun.CONCEPTS; i++) {
            JsonNode each = studio.get(path + "/concepts/" + i);
            assertThat(each.at("/alike").asDouble()).isBetween(0.0, 1.0);
            for (String list : List.of("/bySignal", "/byFilter")) {
                each.at(list)
                        .forEach(other -> assertThat(other.at("/cosine").asDouble())
                                .isGreaterThan(each.at("/alike").asDouble()));
            }
        }
    }

    /** The page reports progress while it searches, and shows results of health at once. */
    @Test
    void aSearchSaysWhatItDoesAndTilesDoNotWaitForIt() throws Exception {
        Path copy = TinyRun.copy(run, folder.resolve("again"));
        Files.deleteIfExists(copy.resolve("atlas.json"));
        try (StudioSession another = new StudioSession(List.of(copy), null, true)) {
            String id = another.run(0);
            JsonNode gallery = another.get("/api/runs/" + id + "/concepts");
            assertThat(gallery.at("/atlas/doing").asString())
                    .isIn("opening the run", "looking through 24 pictures for those that show each of 6 concepts best");
            assertThat(gallery.at("/concepts/0/effects").isNull()).isFalse();
        }
    }

    /** Zero is the mean of the patches without a concept, one that of the patches with it. */
    @Test
    void slidersGoFromAbsentToTypical() throws Exception {
        JsonNode page = studio.get(path + "/images/0");
        for (JsonNode range : page.at("/ranges")) {
            assertThat(range.at("/with").asDouble())
                    .isGreaterThan(range.at("/without").asDouble());
            assertThat(range.at("/without").asDouble())
                    .isGreaterThanOrEqualTo(range.at("/least").asDouble());
            assertThat(range.at("/with").asDouble())
                    .isLessThanOrEqualTo(range.at("/most").asDouble());
        }
    }
}
