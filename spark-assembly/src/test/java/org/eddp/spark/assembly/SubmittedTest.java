package org.eddp.spark.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.eddp.cli.Main;
import org.eddp.files.Digests;
import org.eddp.spark.LocalCluster;
import org.eddp.spark.ScaleGuide;
import org.eddp.spark.TinyDataset;
import org.eddp.spark.TinyRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/scale.md says of spark-submit, on a cluster that has Spark and nothing of eddp. */
@Tag("slow")
class SubmittedTest {
    private static final String JAR = "eddp-spark-assembly.jar";

    @TempDir
    private static Path folder;

    private static LocalCluster cluster;
    private static SparkCommands shell;

    @BeforeAll
    static void start() throws IOException {
        Files.createSymbolicLink(folder.resolve(JAR), Path.of(System.getProperty("eddp.assembly")));
        String spark = SparkAlone.classPath();
        assertThat(spark).doesNotContain("eddp-").doesNotContain("bytedeco").doesNotContain("jackson-annotations-2.22");
        Path home = folder.resolve("cluster");
        CompletableFuture<LocalCluster> starting = CompletableFuture.supplyAsync(() ->
                LocalCluster.start(home, LocalCluster.Options.of(1).withCores(2).withClassPath(spark)));
        try {
            TinyRun.make(Files.createDirectory(folder.resolve("data")));
            TinyDataset.write(folder.resolve("data/broden1_224"), 8);
        } finally {
            cluster = starting.join();
        }
        shell = new SparkCommands(folder, home);
    }

    @AfterAll
    static void end() {
        if (cluster != null) {
            cluster.close();
        }
    }

    /** The same lines for the files and the cluster here. */
    private static String here(String documented) {
        String data = folder.resolve("data").toString();
        return documented
                .replace("spark://host:7077", cluster.address())
                .replace("--layer layer4", "--layer " + TinyRun.LAYER)
                .replace("--preprocess torchvision", "--preprocess plain --batch 2 --shard 0.002")
                .replace("/data/model.onnx", data + "/tiny.onnx")
                .replace("/data/photos", data + "/pictures")
                .replace("/data/runs/photos", data + "/run")
                .replace(" /data/", " " + data + "/");
    }

    private static SparkCommands.Outcome submit(String documented) throws Exception {
        SparkCommands.Outcome outcome = shell.run(here(documented));
        assertThat(outcome.code()).as("%s%n%s", outcome.out(), outcome.err()).isZero();
        return outcome;
    }

    /** The command that a line submits, for this process: without Spark. */
    private static String[] arguments(String line) {
        String command = line.substring(line.indexOf(JAR) + JAR.length()).replace("\\\n", " ");
        return Arrays.stream(here(command).strip().split("\\s+"))
                .filter(word -> !word.equals("--spark"))
                .toArray(String[]::new);
    }

    private static Map<String, String> files(Path set) throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> all = Files.list(set)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                found.put(file.getFileName().toString(), Digests.of(file));
            }
        }
        return found;
    }

    /** Of the second command only what is behind the jar is tried, in this process: another executor would take as long as the first. */
    @Test
    void commandsGiveTheBytesOfOneProcess() throws Exception {
        List<String> lines =
                List.of(ScaleGuide.blocks("spark-submit", "bash").get(1).split("(?m)^(?=spark-submit)"));
        assertThat(lines).hasSize(2);
        Path features = folder.resolve("data/features/broden");
        assertThat(Main.run(arguments(lines.get(0)))).isZero();
        Map<String, String> expected = files(features);
        assertThat(expected.keySet())
                .filteredOn(name -> name.startsWith("features-"))
                .hasSizeGreaterThan(2);
        Files.move(features, folder.resolve("features-here"));

        SparkCommands.Outcome outcome = submit(lines.get(0));
        assertThat(files(features)).isEqualTo(expected);
        assertThat(outcome.out()).contains("8 images");
        assertThat(outcome.err()).doesNotContain("Exception");
        assertThat(outcome.err().lines()).as("what Spark says while it starts").hasSizeLessThan(10);
        assertThat(Main.run(arguments(lines.get(1)))).isZero();
    }

    @Test
    void aProgramWithTheTransformers() throws Exception {
        Files.writeString(folder.resolve("Concepts.java"), ScaleGuide.program());
        SparkCommands.Outcome outcome =
                submit(ScaleGuide.blocks("spark-submit", "bash").get(2));
        assertThat(folder.resolve("data/table/_SUCCESS")).exists();
        assertThat(outcome.out()).containsPattern("(?m)^\\|NULL *\\|cannot decode the picture: .*\\|1 +\\|$");
    }

    @Test
    void whatFailsIsAMessageAndAnExitCode() throws Exception {
        SparkCommands.Outcome refused = shell.run("spark-submit --master " + cluster.address() + " " + JAR
                + " features --network none --layer x --images none --out out --spark yarn");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .contains("eddp: the Spark master yarn was asked for in a process started for " + cluster.address())
                .doesNotContain("Exception");
    }
}
