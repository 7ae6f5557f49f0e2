package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.TinyRun.eddp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.cli.TinyRun.Outcome;
import org.eddp.files.Json;
import org.eddp.network.onnx.file.Model;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The command on a network of random weights: what it prints and writes, not what it finds. */
class StickerCommandTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void makePictures() throws IOException {
        Model.write(folder.resolve("net.onnx"), TinyNetworks.network(false, TinyRun.SIZE, 2));
        for (int i = 0; i < 30; i++) {
            TinyRun.picture(
                    folder.resolve(
                            "pictures/" + List.of("ash", "beech", "cedar").get(i % 3) + "/" + i + ".png"),
                    i);
        }
    }

    private Outcome sticker(String out, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "sticker",
                "--network",
                folder.resolve("net.onnx").toString(),
                "--preprocess",
                "plain",
                "--images",
                folder.resolve("pictures").toString(),
                "--out",
                folder.resolve(out).toString()));
        arguments.addAll(List.of(more));
        return eddp(arguments.toArray(String[]::new));
    }

    @Test
    @Tag("slow")
    void aSeedIsTheSameAloneAndAmongOthersOnAnyNumberOfThreads() throws IOException {
        Outcome both =
                sticker("both", "--class", "beech", "--concepts", "4", "--seed", "4", "--seeds", "2", "--threads", "2");
        assertThat(both.code()).as(both.err()).isZero();
        assertThat(both.out()).contains("    4 ", "    5 ", "of 2 seeds", "regained", "report.html");
        JsonNode summary = Json.readTree(folder.resolve("both/results.json"));
        assertThat(summary.get("seeds")).hasSize(2);
        assertThat(folder.resolve("both/report.html")).content().contains("All seeds", "Best random", "Upper bound");

        Outcome alone = sticker("alone", "--class", "Beech", "--concepts", "4", "--seed", "5", "--threads", "1");
        assertThat(alone.code()).as(alone.err()).isZero();
        assertThat(alone.out())
                .contains(
                        "3 classes, 24 training pictures (the 8 of beech have a card), 6 for testing (with 4 cards each");
        assertThat(alone.out()).contains("upper bound", "best of 10 random directions", "together");
        JsonNode results = Json.readTree(folder.resolve("alone/results.json"));
        assertThat(results.get("settings").get("layer").asString()).isEqualTo("maps");
        assertThat(results.get("controls").get("random")).hasSize(10);
        assertThat(results.get("group").get("concepts").size())
                .isEqualTo(results.get("detectors").size());
        assertThat(results).isEqualTo(summary.get("seeds").get(1));
        for (String file : new String[] {"linear-layer.safetensors", "directions.safetensors"}) {
            assertThat(Files.readAllBytes(folder.resolve("alone").resolve(file)))
                    .as(file)
                    .isEqualTo(Files.readAllBytes(folder.resolve("both/seed-5").resolve(file)));
        }
    }

    @Test
    void badInputIsRefusedBeforeAnythingIsWritten() {
        assertThat(sticker("out", "--class", "bech").err())
                .contains("bech", "beech")
                .doesNotContain("\tat ");
        assertThat(sticker("out", "--class", "ash", "--category", "trees").err())
                .contains("trees", "index.csv");
        assertThat(sticker("out", "--class", "ash", "--concepts", "1").err()).contains("concepts = 1");
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
