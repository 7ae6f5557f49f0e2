package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;
import static org.eddp.cli.RunCommands.ok;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eddp.network.onnx.file.Model;
import org.eddp.testkit.TinyDataset;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts as a scheduler runs them: processes of their own, at the same time, one of them killed and started again. */
@Tag("slow")
class PartProcessesTest {
    /** One image of 4 x 4 x 12 numbers: 36 shards, and between any two of them a moment to be killed in. */
    private static final String SHARD = Double.toString(16 * 12 * 4 / (double) (1 << 20));

    /** How something was made: labels by evaluate, if one process does both, and by label, if parts do. */
    private static final Set<String> NOTES = Set.of("circumstances.json", "commands.json");

    @TempDir
    private Path folder;

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    private Process start(List<String> command, String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.awt.headless=true",
                "-XX:TieredStopAtLevel=1", // they live for seconds
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        words.addAll(command);
        words.addAll(List.of(more));
        return new ProcessBuilder(words).redirectErrorStream(true).start();
    }

    private static void succeeds(Process process) throws IOException, InterruptedException {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private List<String> features(String out) {
        return List.of(
                "features",
                "--network",
                at("net.onnx"),
                "--layer",
                "maps",
                "--images",
                at("halves"),
                "--preprocess",
                "plain",
                "--shard",
                SHARD,
                "--threads",
                "1",
                "--out",
                at(out));
    }

    private static void awaitFile(Path file, Process process) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (!Files.exists(file) && process.isAlive() && System.nanoTime() < end) {
            Thread.sleep(1);
        }
        assertThat(file).exists();
    }

    private static void assertSameFiles(Path one, Path other) throws IOException {
        try (Stream<Path> files = Files.list(one)) {
            List<String> names = files.map(f -> f.getFileName().toString()).toList();
            assertThat(other.toFile().list()).containsExactlyInAnyOrderElementsOf(names);
            for (String name : names) {
                if (!NOTES.contains(name)) {
                    assertThat(other.resolve(name)).hasSameBinaryContentAs(one.resolve(name));
                }
            }
        }
    }

    @Test
    void processesAtTheSameTimeMakeWhatOneMakes() throws IOException, InterruptedException {
        TinyDataset.write(folder.resolve("halves"), (pixel, index) -> pixel * (index + 3) % 41);
        Model.write(folder.resolve("net.onnx"), TinyNetworks.network(false));
        ok(eddp(features("whole").toArray(String[]::new)));
        Process killed = start(features("parts"), "--part", "1/2");
        Process other = start(features("parts"), "--part", "2/2");
        awaitFile(folder.resolve("parts.parts/1-of-2/images-00000.json"), killed);
        killed.destroyForcibly().waitFor();
        succeeds(other);
        succeeds(start(features("parts"), "--part", "1/2"));
        succeeds(start(features("parts"), "--merge"));
        assertSameFiles(folder.resolve("whole"), folder.resolve("parts"));

        ok(eddp("learn", "--features", at("parts"), "--concepts", "6", "--epochs", "20,20,20", "--out", at("run")));
        Path run = TinyRun.copy(folder.resolve("run"), folder.resolve("divided"));
        for (List<String> command : List.of(
                List.of("label", "--dataset", at("halves"), "--run"),
                List.of("evaluate", "--dataset", at("halves"), "--run"),
                List.of("influence", "--noise", "20", "--out", at("figures"), "--run"))) {
            ok(eddp(Stream.concat(command.stream(), Stream.of(at("run"))).toArray(String[]::new)));
            Process first = start(command, run.toString(), "--part", "1/2");
            Process second = start(command, run.toString(), "--part", "2/2");
            succeeds(first);
            succeeds(second);
            ok(eddp(Stream.concat(command.stream(), Stream.of(run.toString(), "--merge"))
                    .toArray(String[]::new)));
            assertSameFiles(folder.resolve("run"), run);
        }
    }
}
