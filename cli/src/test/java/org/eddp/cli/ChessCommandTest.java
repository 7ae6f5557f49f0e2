package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;

import java.nio.file.Files;
import java.nio.file.Path;
import org.eddp.cli.RunCommands.Outcome;
import org.eddp.files.json.Json;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The command on networks that are hardly trained: what it prints and writes, not what it finds. */
class ChessCommandTest {
    @TempDir
    private Path folder;

    private Outcome chess(String out, String... more) {
        String[] arguments = new String[7 + more.length];
        String[] few = {
            "chess",
            "--epochs",
            "5",
            "--concepts",
            "3",
            "--out",
            folder.resolve(out).toString()
        };
        System.arraycopy(few, 0, arguments, 0, few.length);
        System.arraycopy(more, 0, arguments, few.length, more.length);
        return eddp(arguments);
    }

    @Test
    @Tag("slow")
    void aSeedIsTheSameAloneAndAmongOthersOnAnyNumberOfThreads() throws Exception {
        Outcome both = chess("both", "--seed", "4", "--seeds", "2", "--threads", "2");
        assertThat(both.code()).as(both.err()).isZero();
        assertThat(both.out())
                .contains("    4 ", "    5 ", "of 2 seeds", "random directions that correct the network as well")
                .contains("of 20")
                .contains("report.html");
        JsonNode summary = Json.readTree(folder.resolve("both/results.json"));
        assertThat(summary.get("randomDirections").asInt()).isEqualTo(20);
        assertThat(summary.get("seeds")).hasSize(2);
        assertThat(folder.resolve("both/report.html")).content().contains("All seeds", "Best random");

        Outcome alone = chess("alone", "--seed", "5", "--threads", "1");
        assertThat(alone.code()).as(alone.err()).isZero();
        assertThat(alone.out()).contains("cosine with the mark's Pattern-CAV", "best of ten random directions");
        for (String file : new String[] {"network.onnx", "corrected.onnx", "directions.safetensors"}) {
            assertThat(Files.readAllBytes(folder.resolve("alone").resolve(file)))
                    .as(file)
                    .isEqualTo(Files.readAllBytes(folder.resolve("both/seed-5").resolve(file)));
        }
        assertThat(Json.readTree(folder.resolve("alone/results.json")))
                .isEqualTo(summary.get("seeds").get(1));
        assertThat(chess("alone").err()).contains("alone", "not empty", "--overwrite");
    }

    @Test
    void badInputIsRefusedBeforeAnythingIsWritten() {
        assertThat(chess("out", "--seeds", "0").err()).contains("--seeds 0", "1 .. 10000");
        Outcome missing = chess("out", "--images", folder.resolve("nowhere").toString());
        assertThat(missing.code()).isNotZero();
        assertThat(missing.err()).contains("nowhere").doesNotContain("\tat ");
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
