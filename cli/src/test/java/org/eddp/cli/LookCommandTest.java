package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.TinyRun.eddp;
import static org.eddp.cli.TinyRun.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.files.Digests;
import org.eddp.files.Json;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a network and pictures to a page, in one command. */
@Tag("slow")
class LookCommandTest {
    @TempDir
    private static Path folder;

    @BeforeAll
    static void make() throws IOException {
        TinyRun.make(folder, "net", false);
    }

    private static TinyRun.Outcome look(String out, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "look",
                folder.resolve("net.onnx").toString(),
                folder.resolve("pictures").toString(),
                "--epochs",
                "20,20,20",
                "--class-names",
                folder.resolve("names.txt").toString(),
                "--out",
                folder.resolve(out).toString()));
        arguments.addAll(List.of(more));
        return eddp(arguments.toArray(String[]::new));
    }

    @Test
    void choosesSaysWhyAndEndsWithPictures() throws IOException {
        TinyRun.Outcome first = look("look");
        ok(first);
        assertThat(first.err()).contains("preprocessing: nothing says", "layer: ", "I = ");
        Path index = folder.resolve("look/index.html");
        assertThat(first.out()).contains("Page: " + index);
        String page = Files.readString(index);
        int pictures = page.indexOf("data:image");
        assertThat(pictures).isPositive().isLessThan(page.indexOf("id=\"health\""));
        assertThat(page).contains("of the patches", "./eddp explain --run");

        Path run = folder.resolve("look/run");
        String directions = Digests.of(run.resolve("directions.safetensors"));
        TinyRun.Outcome again = look("look");
        ok(again);
        assertThat(again.err()).contains("as before").doesNotContain("nothing says");
        assertThat(Digests.of(run.resolve("directions.safetensors"))).isEqualTo(directions);
        assertThat(Files.readString(index)).isEqualTo(page);
        ok(eddp("health", "--run", run.toString()));
        ok(eddp("report", "--run", run.toString()));
    }

    @Test
    void everyChoiceCanBeMade() {
        TinyRun.Outcome outcome = look("own", "--layer", "maps", "--preprocess", "plain", "--concepts", "3");
        ok(outcome);
        assertThat(outcome.err()).doesNotContain("nothing says", "I = ");
        Path features = folder.resolve("own/features/features.json");
        assertThat(Json.readTree(features).at("/provenance/layer").stringValue())
                .isEqualTo("maps");
        assertThat(Json.readTree(folder.resolve("own/run/run.json"))
                        .at("/options/concepts")
                        .intValue())
                .isEqualTo(3);
    }

    @Test
    void whatIsWrongIsSaidOnce() {
        TinyRun.Outcome outcome = look("wrong", "--layer", "mapz");
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("mapz", "maps").doesNotContain("\tat ");
    }
}
