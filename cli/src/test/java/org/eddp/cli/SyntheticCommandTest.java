package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eddp.files.json.Json;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The command in a process of its own, as a user runs it, on little data. */
@Tag("slow")
class SyntheticCommandTest {
    private static final List<String> RUNS = List.of("eddp", "without-fso");

    @TempDir
    private static Path folder;

    private static Path reference;

    @BeforeAll
    static void anUninterruptedRun() throws Exception {
        reference = folder.resolve("reference");
        Process process = start(reference, "--threads", "2");
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("network accuracy").contains("0.9633").contains("report.html");
    }

    private static Process start(Path out, String... more) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "synthetic",
                "--images-per-class",
                "60",
                "--seed",
                "3",
                "--out",
                out.toString()));
        command.addAll(List.of(more));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static void awaitCheckpoint(Path out, Process process) throws Exception {
        Path checkpoint = out.resolve("eddp").resolve("checkpoint");
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (!Files.exists(checkpoint) && process.isAlive() && System.nanoTime() < end) {
            Thread.sleep(5);
        }
        assertThat(Files.exists(checkpoint)).isTrue();
    }

    /** In another folder, on other threads, stopped or not: everything but the circumstances. */
    private static void assertSameRuns(Path out) {
        for (String file : List.of("results.json", "report.html")) {
            assertThat(out.resolve(file)).hasSameBinaryContentAs(reference.resolve(file));
        }
        for (String run : RUNS) {
            for (String file : List.of("directions.safetensors", "run.json")) {
                assertThat(out.resolve(run).resolve(file))
                        .hasSameBinaryContentAs(reference.resolve(run).resolve(file));
            }
        }
    }

    @Test
    void resultsHoldThePromisedKeys() {
        JsonNode results = Json.readTree(reference.resolve("results.json"));
        assertThat(results.at("/network/testAccuracy").asDouble()).isBetween(0.8, 1.0);
        assertThat(results.at("/estimator/withSubsampling")).hasSize(3);
        assertThat(results.at("/estimator/withoutSubsampling")).hasSize(3);
        for (String run : List.of("/eddp", "/withoutFso")) {
            assertThat(results.at(run + "/iou")).hasSize(3);
            assertThat(results.at(run + "/cosine")).hasSize(3);
            assertThat(results.at(run + "/signalRmse").asDouble()).isPositive();
            assertThat(results.at(run + "/distractorCosine").isNumber()).isTrue();
            assertThat(results.at(run + "/seconds").isMissingNode()).isTrue();
        }
        for (String baseline : List.of("pca", "nmf", "kmeans", "fastica")) {
            assertThat(results.at("/baselines/" + baseline + "/iou").isArray()).isTrue();
            assertThat(results.at("/baselines/" + baseline + "/cosine")).hasSize(3);
        }
        assertThat(reference.resolve("report.html")).content().contains("<svg").contains("EDDP");
    }

    @Test
    void oneThreadGivesTheSameBytesAsTwo() throws Exception {
        Path out = folder.resolve("one-thread");
        Process process = start(out, "--threads", "1");
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isZero();
        assertSameRuns(out);
    }

    @Test
    void killedAndResumedGivesTheSameBytes() throws Exception {
        Path out = folder.resolve("killed");
        Process process = start(out, "--checkpoint-seconds", "0.05");
        awaitCheckpoint(out, process);
        process.destroyForcibly().waitFor();
        assertThat(out.resolve("eddp").resolve("run.json")).doesNotExist();

        Process resumed = start(out, "--resume");
        String output = new String(resumed.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(resumed.waitFor()).as(output).isZero();
        assertSameRuns(out);
    }

    @Test
    void stoppedSavesAndSaysHowToContinue() throws Exception {
        Path out = folder.resolve("stopped");
        Process process = start(out, "--checkpoint-seconds", "0.05");
        awaitCheckpoint(out, process);
        process.toHandle().destroy(); // Process.destroy would also close the output we want to read
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isNotZero();
        assertThat(output).contains("continue with: ./eddp synthetic").contains("--resume");
        assertThat(output).doesNotContain("\tat ").doesNotContain("SIGSEGV");
        assertThat(out.resolve("eddp").resolve("checkpoint")).exists();
    }

    @Test
    void aDamagedCheckpointIsNamedAndKept() throws Exception {
        Path out = folder.resolve("damaged");
        Process process = start(out, "--checkpoint-seconds", "0.05");
        awaitCheckpoint(out, process);
        process.destroyForcibly().waitFor();
        Path checkpoint = out.resolve("eddp").resolve("checkpoint");
        byte[] bytes = Files.readAllBytes(checkpoint);
        Files.write(checkpoint, java.util.Arrays.copyOf(bytes, bytes.length - 100));

        Process resumed = start(out, "--resume");
        String output = new String(resumed.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(resumed.waitFor()).isEqualTo(1);
        assertThat(output).contains("checkpoint").doesNotContain("\tat ");
        assertThat(Files.size(checkpoint)).isEqualTo(bytes.length - 100);
    }
}
