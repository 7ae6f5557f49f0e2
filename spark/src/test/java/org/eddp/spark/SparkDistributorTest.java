package org.eddp.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.eddp.testkit.TinyRun.picture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.eddp.Eddp;
import org.eddp.features.FeatureExtraction;
import org.eddp.features.FeatureSample;
import org.eddp.features.FeatureSet;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.images.input.InputPreset;
import org.eddp.influence.InfluenceOptions;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.network.onnx.file.Model;
import org.eddp.parts.Distributor;
import org.eddp.parts.Work;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.Extraction;
import org.eddp.study.InputChoice;
import org.eddp.study.Learning;
import org.eddp.study.PresetChanges;
import org.eddp.study.measure.Evaluation;
import org.eddp.study.measure.InfluenceStudy;
import org.eddp.study.measure.Labelling;
import org.eddp.testkit.TinyNetworks;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What two worker processes make is byte for byte what this process makes. */
@Tag("slow")
class SparkDistributorTest {
    private static final int IMAGES = 22;

    @TempDir
    private static Path folder;

    private static LocalCluster cluster;
    private static SparkSession spark;
    private static JavaSparkContext context;
    private static Map<String, String> expected;
    private static List<Row> transformedHere;

    @BeforeAll
    static void make() throws IOException {
        TinyRun.make(folder);
        TinyDataset.write(folder.resolve("dataset"), IMAGES);
        extract(folder.resolve("dataset"), "here", false, Distributor.HERE);
        expected = files(folder.resolve("here"));
        assertThat(expected.keySet())
                .filteredOn(name -> name.startsWith("features-"))
                .hasSize(IMAGES / 2);
        try (SparkSession local = Sessions.local()) {
            transformedHere = transformed(local, 1);
        }
        cluster = LocalCluster.start(folder.resolve("cluster"), LocalCluster.Options.of(2));
        spark = Sessions.builder(cluster.address())
                .config("spark.executor.memory", "512m")
                .config("spark.executor.cores", 1)
                .getOrCreate();
        context = new JavaSparkContext(spark.sparkContext());
    }

    @AfterAll
    static void stop() {
        if (spark != null) {
            spark.stop();
        }
        if (cluster != null) {
            cluster.close();
            assertThat(folder.resolve("cluster")).doesNotExist();
        }
    }

    /** Two images in a shard. */
    private static FeatureSet extract(Path images, String name, boolean strict, Distributor distributor) {
        Extraction.Options options = Extraction.Options.of(LayerAddress.of(TinyRun.LAYER))
                .withPreprocessing(InputChoice.of(InputPreset.PLAIN))
                .withStorage(FeatureExtraction.Options.DEFAULT
                        .withBatchImages(2)
                        .withShardBytes(2 * 16 * TinyRun.WIDTH * 4)
                        .withStrict(strict))
                .withThreads(1);
        return Extraction.run(
                folder.resolve("tiny.onnx"), images, folder.resolve(name), options, distributor, Monitor.NONE);
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

    @Test
    void featuresAndLabelsAreTheSameBytesInAnyNumberOfTasks() throws IOException {
        Path labels;
        byte[] whole;
        FeatureSet set = FeatureSet.open(folder.resolve("here"));
        try (Run run = new Eddp().learn(set, TinyRun.CONCEPTS, folder.resolve("labelled"))) {
            Labelling.Options options = Labelling.Options.of(folder.resolve("dataset"));
            Labelling.label(run, options, Monitor.NONE);
            labels = run.path(Results.LABELS);
            whole = Files.readAllBytes(labels);
            for (int tasks : new int[] {1, 2, 3, 7}) {
                SparkDistributor distributor = new SparkDistributor(context, tasks);
                extract(folder.resolve("dataset"), "spark-" + tasks, false, distributor);
                assertThat(files(folder.resolve("spark-" + tasks))).isEqualTo(expected);

                Files.delete(labels);
                Labelling.label(run, options, distributor, Monitor.NONE);
                assertThat(Files.readAllBytes(labels)).isEqualTo(whole);
            }
            Murderous murderous = new Murderous(1);
            Files.delete(labels);
            Labelling.label(run, options, murderous, Monitor.NONE);
            assertThat(murderous.killed).hasValue(1);
            assertThat(Files.readAllBytes(labels)).isEqualTo(whole);
            Path shard = folder.resolve("here")
                    .resolve(expected.keySet().stream()
                            .filter(name -> name.startsWith("features-"))
                            .findFirst()
                            .orElseThrow());
            Path aside = Files.move(shard, folder.resolve("aside"));
            assertThatThrownBy(() -> Labelling.label(run, options, new SparkDistributor(context), Monitor.NONE))
                    .isInstanceOf(FileFailure.class)
                    .hasMessageContaining(shard.getFileName().toString());
            assertThat(Files.readAllBytes(labels)).isEqualTo(whole);
            Files.move(aside, shard);
        }
    }

    private static List<String> study(Run run, Distributor distributor) throws IOException {
        List<Path> written = List.of(
                run.path(Results.LABELS),
                run.path(Results.METRICS),
                run.path(Results.LINEAR_OR),
                run.path(Results.SCORES),
                run.path(Results.INFLUENCE));
        for (Path file : written) {
            Files.deleteIfExists(file);
        }
        Evaluation.Options measured = Evaluation.Options.of(Labelling.Options.of(folder.resolve("dataset")))
                .withLinearOr(true);
        Evaluation.run(run, measured, distributor, Monitor.NONE);
        InfluenceStudy.Options tested = InfluenceStudy.Options.of(1)
                .withMeasured(InfluenceOptions.of(1)
                        .withNoise(InfluenceOptions.Noise.of(1).withDirections(30)))
                .withTop(2);
        InfluenceStudy.run(run, tested, distributor, Monitor.NONE);
        List<String> digests = new ArrayList<>();
        written.forEach(file -> digests.add(Digests.of(file)));
        return digests;
    }

    @Test
    void metricsAndInfluenceAreTheSameBytesInAnyNumberOfTasks() throws IOException {
        FeatureSet set = FeatureSet.open(folder.resolve("here"));
        try (Run run = new Eddp().learn(set, TinyRun.CONCEPTS, folder.resolve("studied"))) {
            List<String> here = study(run, Distributor.HERE);
            for (int tasks : new int[] {1, 2, 3, 7}) {
                assertThat(study(run, new SparkDistributor(context, tasks))).isEqualTo(here);
            }
        }
    }

    private static List<Row> transformed(SparkSession session, int partitions) {
        ConceptDetector detector =
                new ConceptDetector().setRun(folder.resolve("run").toString()).setReasonCol("notDetected");
        ConceptExplainer explainer =
                new ConceptExplainer().setRun(folder.resolve("run").toString());
        return explainer
                .transform(detector.transform(Sessions.pictures(session, folder.resolve("pictures"), partitions)))
                .drop("content")
                .orderBy("path")
                .collectAsList();
    }

    @Test
    void transformersGiveTheSameRowsInAnyPartitions() {
        assertThat(transformedHere).hasSize(TinyRun.PICTURES + 1);
        assertThat(transformed(spark, 2)).isEqualTo(transformedHere);
        assertThat(transformed(spark, 7)).isEqualTo(transformedHere);
    }

    /** Strips of a batch, of which there are four here, are what steps of learning are cut into. */
    @Test
    void directionsAreTheSameBytesInAnyNumberOfTasks() throws IOException {
        FeatureSet set = wideFeatures();
        byte[] here = learn(set, "learned-here", Distributor.HERE);
        for (int tasks : new int[] {1, 2, 3, 7}) {
            assertThat(learn(set, "learned-" + tasks, new SparkDistributor(context, tasks)))
                    .isEqualTo(here);
        }
        // in the middle of a pass, of a step in the middle
        Murderous murderous = new Murderous(29);
        assertThat(learn(set, "learned-survived", murderous)).isEqualTo(here);
        assertThat(murderous.killed).hasValue(1);
    }

    /** 4096 patches of 128 features fill a tile, and a batch has 16384 of them. */
    private static FeatureSet wideFeatures() throws IOException {
        Path images = Files.createDirectories(folder.resolve("many"));
        for (int n = 0; n < 1100; n++) {
            picture(images.resolve(n + ".png"), TinyRun.SIZE, n);
        }
        Path network = folder.resolve("wide.onnx");
        Model.write(network, TinyNetworks.network(false, TinyRun.SIZE, 2, 128));
        return org.eddp.testkit.TinyRun.features(network, images, folder.resolve("wide"));
    }

    private static byte[] learn(FeatureSet set, String name, Distributor distributor) throws IOException {
        PresetChanges.Course few = PresetChanges.Course.NONE.withEpochs(List.of(2, 2, 3));
        Learning.Options options = Learning.Options.of(20).withChanges(PresetChanges.NONE.withCourse(few));
        Learning.learn(set, folder.resolve(name), options, distributor, Monitor.NONE);
        return Files.readAllBytes(folder.resolve(name).resolve(Results.DIRECTIONS.name()));
    }

    @Test
    void anExecutorKilledInTheMiddleChangesNothing() throws IOException {
        Murderous murderous = new Murderous(1);
        extract(folder.resolve("dataset"), "survived", false, murderous);
        assertThat(murderous.killed).hasValue(1);
        assertThat(files(folder.resolve("survived"))).isEqualTo(expected);
    }

    /** Kills an executor with -9 when so many units have been handed over. */
    private static final class Murderous implements Distributor {
        private final SparkDistributor sparks = new SparkDistributor(context);
        private final AtomicInteger killed = new AtomicInteger();
        private int untilThen;

        Murderous(int untilThen) {
            this.untilThen = untilThen;
        }

        @Override
        public <R> void run(Work<R> work, int first, int end, Consumer<? super R> inOrder) {
            sparks.run(work, first, end, result -> {
                if (--untilThen == 0) {
                    killed.addAndGet(killOne());
                }
                inOrder.accept(result);
            });
        }
    }

    private static int killOne() {
        return (int) executors().limit(1).filter(ProcessHandle::destroyForcibly).count();
    }

    private static Stream<ProcessHandle> executors() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend"));
    }

    /** No file may grow beyond so many bytes, which is as good as a full disk. Of all executors, since Spark decides which of them gets work. */
    private static void limitFiles(List<ProcessHandle> executors, String bytes)
            throws IOException, InterruptedException {
        for (ProcessHandle executor : executors) {
            Process limiting = new ProcessBuilder("prlimit", "--pid", Long.toString(executor.pid()), "--fsize=" + bytes)
                    .inheritIO()
                    .start();
            assertThat(limiting.waitFor()).isZero();
        }
    }

    @Test
    void aFullDiskOfWorkersIsOneMessage() throws IOException, InterruptedException {
        extract(folder.resolve("dataset"), "before", false, new SparkDistributor(context)); // there are executors now
        List<ProcessHandle> executors = executors().toList();
        limitFiles(executors, "1000:unlimited");
        try {
            assertThatThrownBy(() -> extract(folder.resolve("dataset"), "full", false, new SparkDistributor(context)))
                    .isInstanceOf(FileFailure.class)
                    .hasMessageMatching(
                            "cannot write \\S*full\\S*-000\\d\\d\\.npy\\.part: File too large; .* \\(on 127.0.0.1\\)");
        } finally {
            limitFiles(executors, "unlimited:unlimited");
        }
        assertThatThrownBy(() -> FeatureSet.open(folder.resolve("full"))).isInstanceOf(FileFailure.class);
        awaitNoParts(folder.resolve("full"));
        extract(folder.resolve("dataset"), "full", false, new SparkDistributor(context));
        assertThat(files(folder.resolve("full"))).isEqualTo(expected);
    }

    /** Spark reports the first failure while tasks of other executors still run; they finish or remove their files soon after. */
    private static void awaitNoParts(Path place) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!unfinished(place).isEmpty() && System.nanoTime() < end) {
            Thread.sleep(100);
        }
        assertThat(unfinished(place)).isEmpty();
    }

    private static List<String> unfinished(Path place) throws IOException {
        try (Stream<Path> all = Files.list(place)) {
            return all.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".part") || name.contains(".tmp-"))
                    .toList();
        }
    }

    @Test
    void aPoisonedPictureIsOneMessage() throws IOException {
        Path poisoned = Files.createDirectories(folder.resolve("poisoned"));
        for (int n = 0; n < 6; n++) {
            picture(poisoned.resolve(n + ".png"), TinyRun.SIZE, n);
        }
        byte[] picture = Files.readAllBytes(poisoned.resolve("4.png"));
        Files.write(poisoned.resolve("4.png"), Arrays.copyOf(picture, picture.length / 2));
        assertThatThrownBy(() -> extract(poisoned, "strict", true, new SparkDistributor(context)))
                .isInstanceOf(FileFailure.class)
                .hasMessage(
                        "cannot decode 4.png: the PNG data is damaged (it ends early); replace the file or take it off"
                                + " the list");
        assertThatThrownBy(() -> FeatureSet.open(folder.resolve("strict"))).isInstanceOf(FileFailure.class);
        assertThat(extract(poisoned, "lenient", false, new SparkDistributor(context))
                        .skipped())
                .hasSize(1);
    }

    @Test
    void aSampleIsTheSameBytesInAnyNumberOfTasks() throws IOException {
        FeatureSet all = FeatureSet.open(folder.resolve("here"));
        FeatureSample.Options some = FeatureSample.Options.of(5);
        Map<String, String> here =
                files(FeatureSample.draw(all, folder.resolve("some"), some, Distributor.HERE, Monitor.NONE)
                        .folder());
        for (int tasks : new int[] {1, 3}) {
            Path there = folder.resolve("some-" + tasks);
            FeatureSample.draw(all, there, some, new SparkDistributor(context, tasks), Monitor.NONE);
            assertThat(files(there)).isEqualTo(here);
        }
    }

    @Test
    void aFileThatCannotBeReadForAMomentIsReadAgain() {
        List<Integer> results = new ArrayList<>();
        FlakyWork flaky = new FlakyWork(folder.resolve("flaky").toString(), 3);
        new SparkDistributor(context).run(flaky, 0, 1, results::add);
        assertThat(results).containsExactly(42);
        FlakyWork broken = new FlakyWork(folder.resolve("unreadable").toString(), 9);
        assertThatThrownBy(() -> new SparkDistributor(context).run(broken, 0, 1, results::add))
                .isInstanceOf(FileFailure.class)
                .hasMessageMatching("cannot read \\S*unreadable: .* \\(on 127.0.0.1\\)");
        assertThat(folder.resolve("unreadable")).isDirectoryContaining(file -> true);
        assertThat(folder.resolve("unreadable").toFile().list()).hasSize(4);
    }

    @Test
    void theWebPageSaysWhatIsDone() throws IOException {
        Path some = Files.createDirectories(folder.resolve("watched"));
        for (int n = 0; n < 3; n++) {
            picture(some.resolve(n + ".png"), TinyRun.SIZE, n);
        }
        Files.write(some.resolve("3.png"), new byte[0]);
        Watcher watcher =
                Watcher.of(context.sc(), () -> extract(some, "watched-features", false, new SparkDistributor(context)));
        assertThat(watcher.described()).containsExactly("eddp: features, units 1 to 2 of 2");
        assertThat(watcher.counted()).containsEntry("pictures", 4L).containsEntry("broken pictures", 1L);
    }
}
