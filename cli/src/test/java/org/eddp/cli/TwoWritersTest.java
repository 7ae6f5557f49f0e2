package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.eddp.cli.RunCommands.Outcome;
import org.eddp.files.FolderLock;
import org.eddp.testkit.TinyDataset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** While one writes into a folder, every command that would write there too ends at once; readers go on. */
class TwoWritersTest {
    @TempDir
    private static Path folder;

    @BeforeAll
    static void makeRun() throws IOException {
        RunCommands.make(folder, "net", false);
        TinyDataset.write(folder.resolve("masks"), (pixel, index) -> pixel % 40);
        Files.writeString(folder.resolve("names.csv"), "concept,name\n2,mossy bark\n");
    }

    private static String[] words(String command) {
        String[] words = command.split(" ", -1);
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].replace("@", folder + "/");
        }
        return words;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "learn --features @net-features --concepts 4 --epochs 2,2,2 --out @busy",
                "baseline --features @net-features --method pca --concepts 4 --out @busy",
                "baselines --run @net-run --methods pca --out @busy",
                "features --network @net.onnx --layer maps --images @pictures --preprocess plain --out @busy",
                "synthetic --images-per-class 20 --out @busy",
                "world --train 8 --val 4 --out @busy",
                "chess --epochs 1 --out @busy",
                "look @net.onnx @pictures --concepts 3 --out @busy",
                "ablate --grid fso --features @net-features --dataset @masks --concepts 3 --no-influence --out @busy",
                "import --format safetensors --features @net-features --out @busy @net-run/directions.safetensors",
                "dream --run @net-run --concepts 0 --images 1 --iterations 2 --out @busy",
                "edit --run @net-run --image @pictures/ash/0.png --search --out @busy",
                "explain --run @net-run --image @pictures/ash/0.png --out @busy"
            })
    void theSecondWriterIsToldAtOnce(String command) throws IOException {
        Files.createDirectories(folder.resolve("busy"));
        Outcome second;
        try (FolderLock first = CompletableFuture.supplyAsync(() -> FolderLock.take(folder.resolve("busy")))
                .join()) {
            second = eddp(words(command));
        }
        assertThat(second.code()).as(second.err()).isEqualTo(1);
        assertThat(second.err()).contains("is being written by another");
        assertThat(folder.resolve("busy")).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "label --run @net-run --dataset @masks",
                "name --run @net-run --import @names.csv",
                "report --run @net-run",
                "evaluate --run @net-run",
                "influence --run @net-run --no-test",
                "health --run @net-run",
                "learn --features @net-features --concepts 6 --epochs 20,20,20 --resume --out @net-run"
            })
    void aRunHasOneWriter(String command) {
        Outcome second;
        try (FolderLock first = CompletableFuture.supplyAsync(() -> FolderLock.take(folder.resolve("net-run")))
                .join()) {
            second = eddp(words(command));
        }
        assertThat(second.code()).as(second.err()).isEqualTo(1);
        assertThat(second.err()).contains("is being written by another");
    }

    @Test
    void whoOnlyReadsIsNotConcerned() {
        try (FolderLock first = CompletableFuture.supplyAsync(() -> FolderLock.take(folder.resolve("net-run")))
                .join()) {
            ok(eddp(words("explain --run @net-run --image @pictures/ash/0.png --out @explained")));
        }
    }
}
