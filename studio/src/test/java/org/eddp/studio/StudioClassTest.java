package org.eddp.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The page of a class holds what the images themselves say. */
class StudioClassTest {
    @TempDir
    private Path folder;

    @Test
    void aClassIsWhatItsImagesAre() throws Exception {
        Path run = TinyRun.make(folder, "net", TinyNetworks.undecided(TinyRun.SIZE, 2, -4.1f, 1.8f, 6.9f));
        try (StudioSession studio = new StudioSession(List.of(run), folder.resolve("names.txt"), true)) {
            String path = "/api/runs/" + studio.run(0);
            JsonNode classes = studio.get(path + "/classes").at("/classes");
            assertThat(classes).hasSize(3);
            int all = 0;
            for (JsonNode each : classes) {
                all += each.at("/images").asInt();
            }
            assertThat(all).isEqualTo(24);
            JsonNode page = studio.get(path + "/classes/1");
            assertThat(page.at("/label/name").asString()).isEqualTo("beech");
            assertThat(page.at("/effects").isNull()).isTrue();
            assertThat(page.at("/command").asString()).contains("influence");
            assertThat(page.at("/sentence").isNull())
                    .as("predictions are not known yet")
                    .isTrue();

            JsonNode portrait = studio.job(path + "/classes/1/portrait", "{}").at("/result");
            assertThat(portrait.at("/labelled").asBoolean()).isTrue();
            assertThat(portrait.at("/images").asInt()).isEqualTo(8);
            assertContents(studio, path, portrait);
            assertPictures(studio, path);
            assertThat(studio.ask(path + "/classes/3").statusCode()).isEqualTo(404);
            assertThat(studio.post(path + "/classes/3/portrait", "{}").statusCode())
                    .isEqualTo(404);
        }
        TinyRun.influence(run);
        try (StudioSession studio = new StudioSession(List.of(run), null, true)) {
            String path = "/api/runs/" + studio.run(0);
            JsonNode page = studio.get(path + "/classes/1");
            assertThat(page.at("/effects/tested").asBoolean()).isFalse();
            assertThat(page.at("/effects/raising").size()
                            + page.at("/effects/lowering").size())
                    .isPositive();
            assertThat(studio.job(path + "/classes/1/portrait", "{}")
                            .at("/result/labelled")
                            .asBoolean())
                    .as("folders are not names of classes here")
                    .isFalse();
        }
    }

    /** Of every picture that is taken for the class, the page says whether rightly; so does the list of classes. */
    private static void assertPictures(StudioSession studio, String path) throws Exception {
        JsonNode page = studio.get(path + "/classes/1");
        JsonNode listed = studio.get(path + "/classes").at("/classes/1");
        int right = page.at("/right/count").asInt();
        int wrong = page.at("/wrong/count").asInt();
        int missed = page.at("/missed/count").asInt();
        assertThat(listed.at("/right").asInt()).isEqualTo(right);
        assertThat(listed.at("/wrong").asInt()).isEqualTo(wrong);
        assertThat(right + wrong).isEqualTo(listed.at("/images").asInt());
        assertThat(right + missed).isEqualTo(8);
        assertThat(page.at("/sentence").asString())
                .isEqualTo("The network takes %d of 24 pictures for beech, %d of them rightly, and misses %d."
                        .formatted(right + wrong, right, missed));
        for (JsonNode image : page.at("/missed/shown")) {
            assertThat(image.at("/name").asString()).startsWith("beech/");
            assertThat(image.at("/taken/0/number").asInt()).isNotEqualTo(1);
        }
        for (JsonNode each : studio.get(path + "/classes").at("/classes")) {
            assertThat(each.at("/picture").isNull())
                    .isEqualTo(each.at("/images").asInt() == 0);
            if (!each.at("/picture").isNull()) {
                assertThat(studio.get(path + "/images/" + each.at("/picture").asInt())
                                .at("/likeliest/0/label/number"))
                        .isEqualTo(each.at("/label/number"));
            }
        }
    }

    /** Counted once more, image by image. */
    private static void assertContents(StudioSession studio, String path, JsonNode portrait) throws Exception {
        int[] present = new int[TinyRun.CONCEPTS];
        int wrong = 0;
        for (JsonNode image : studio.get(path + "/images?text=beech").at("/images")) {
            JsonNode page = studio.get(path + "/images/" + image.at("/image").asInt());
            wrong += page.at("/likeliest/0/label/number").asInt() == 1 ? 0 : 1;
            for (int i = 0; i < present.length; i++) {
                boolean fires = false;
                for (JsonNode patch : page.at("/scores")) {
                    fires |= patch.get(i).asDouble() > 0;
                }
                present[i] += fires ? 1 : 0;
            }
        }
        for (JsonNode content : portrait.at("/contents")) {
            assertThat(content.at("/share").asDouble())
                    .isCloseTo(present[content.at("/concept").asInt()] / 8.0, within(1e-12));
        }
        int confused = 0;
        for (JsonNode confusion : portrait.at("/confusions")) {
            confused += confusion.at("/images").asInt();
        }
        assertThat(confused).isEqualTo(wrong);
    }
}
