package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.eddp.directions.Directions;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run goes out as a dictionary and comes back as a run that detects the same. */
@Tag("slow")
class ImportCommandTest {
    @TempDir
    private static Path folder;

    private static Path run;

    @BeforeAll
    static void learn() throws IOException {
        run = RunCommands.make(folder, "net", false);
    }

    private static RunCommands.Outcome imported(Path file, String format, Path out, String... more) {
        String[] fixed = {
            "import",
            file.toString(),
            "--format",
            format,
            "--features",
            folder.resolve("net-features").toString(),
            "--out",
            out.toString()
        };
        String[] all = Arrays.copyOf(fixed, fixed.length + more.length);
        System.arraycopy(more, 0, all, fixed.length, more.length);
        return eddp(all);
    }

    private static Directions directions(Path folder) {
        return Directions.read(folder.resolve("directions.safetensors"));
    }

    @Test
    void directionsOfARunComeBackToTheByte() throws IOException {
        Path again = folder.resolve("again");
        ok(imported(run.resolve("directions.safetensors"), "safetensors", again));
        assertThat(again.resolve("directions.safetensors"))
                .hasSameBinaryContentAs(run.resolve("directions.safetensors"));
        assertThat(Files.readString(again.resolve("run.json"))).contains("\"imported\"");
    }

    @Test
    void anAutoencodersArraysMakeARunThatEveryCommandTakes() throws IOException {
        Directions learned = directions(run);
        Path file = folder.resolve("sae.safetensors");
        new SafetensorsFile()
                .add("W_enc", learned.filters())
                .add("b_enc", learned.detectors().offsets())
                .add("W_dec", learned.signals().transpose())
                .write(file);
        Path out = folder.resolve("sae");
        RunCommands.Outcome outcome = imported(file, "safetensors", out);
        ok(outcome);
        assertThat(outcome.out()).contains("mean: that of the features").contains("coverage");
        Directions back = directions(out);
        assertThat(back.filters()).isEqualTo(learned.filters());
        assertThat(back.thresholds()).containsExactly(learned.thresholds());
        assertThat(difference(back.signals(), learned.signals())).isLessThan(1e-5);

        String picture = folder.resolve("pictures/ash/0.png").toString();
        ok(eddp("influence", "--run", out.toString(), "--noise", "3"));
        ok(eddp("explain", "--run", out.toString(), "--image", picture));
        ok(eddp("edit", "--run", out.toString(), "--image", picture, "--remove", "0"));
        ok(eddp(
                "correct",
                "--run",
                out.toString(),
                "--concept",
                "1",
                "--out",
                folder.resolve("fixed.onnx").toString()));
        ok(eddp("evaluate", "--run", out.toString()));
        ok(eddp("evaluate", "--run", run.toString()));
        ok(eddp("health", "--run", out.toString(), "--against", run.toString()));
        ok(eddp("report", "--run", out.toString()));
        RunCommands.Outcome table = eddp("compare", run.toString(), out.toString());
        ok(table);
        assertThat(table.out()).contains("imported");
    }

    private static double difference(Matrix a, Matrix b) {
        return a.minus(b).frobenius();
    }

    @Test
    void whatCannotBeImportedIsSaidInOneMessage() throws IOException {
        Path wrong = folder.resolve("wrong.safetensors");
        new SafetensorsFile().add("W_enc", new Matrix(3, 2)).write(wrong);
        RunCommands.Outcome outcome = imported(wrong, "safetensors", folder.resolve("never"));
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err())
                .contains("is it a dictionary of another layer?")
                .doesNotContain("\tat ");
        assertThat(folder.resolve("never/run.json")).doesNotExist();
        assertThat(imported(wrong, "onnx", folder.resolve("never")).err())
                .contains("safetensors, npy, overcomplete, saev");
    }
}
