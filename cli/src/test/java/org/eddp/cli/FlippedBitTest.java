package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eddp.cli.RunCommands.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One bit of the features is flipped. Commands that read them fail and name the file, instead of giving other numbers. */
class FlippedBitTest {
    @TempDir
    private static Path folder;

    @BeforeAll
    static void flip() throws IOException {
        Halves.make(folder);
        ok(eddp(words("learn --features @f --concepts 4 --epochs 10,10,10 --out @run")));
        ok(eddp(words("label --run @run --dataset @halves")));
        Path shard = folder.resolve("f/features-00000.npy");
        byte[] bytes = Files.readAllBytes(shard);
        bytes[bytes.length / 2] ^= 1;
        Files.write(shard, bytes);
    }

    private static String[] words(String command) {
        return command.replace("@", folder + "/").split(" ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "learn --features @f --concepts 4 --epochs 2,2,2 --out @again",
                "baseline --features @f --method pca --concepts 4 --out @pca",
                "import --format safetensors --features @f --out @imported @run/directions.safetensors",
                "label --run @run --dataset @halves",
                "evaluate --run @run --dataset @halves",
                "influence --run @run --noise 10",
                "health --run @run",
                "report --run @run",
                "edit --run @run --image @halves/images/p1.png --search"
            })
    void isNoticed(String command) {
        Outcome outcome = eddp(words(command));
        assertThat(outcome.code()).as(outcome.out() + outcome.err()).isEqualTo(1);
        assertThat(outcome.err()).contains("features-00000.npy").contains("again");
        assertThat(outcome.err().lines().filter(line -> line.startsWith("eddp: ")))
                .hasSize(1);
    }
}
