package org.eddp.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.eddp.Eddp;
import org.eddp.features.FeatureSet;
import org.eddp.files.Digests;
import org.eddp.images.ImageReader;
import org.eddp.influence.InfluenceOptions;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.AnnotatedDatasetWriter;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Distributor;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.Evaluation;
import org.eddp.study.Extraction;
import org.eddp.study.InfluenceStudy;
import org.eddp.study.InputChoice;
import org.eddp.study.Labelling;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Metrics and influence by two worker processes are byte for byte those of this process. */
@Tag("slow")
class SparkStudiesTest {
    private static final int IMAGES = 16;

    @TempDir
    private static Path folder;

    private static LocalCluster cluster;
    private static SparkSession spark;
    private static JavaSparkContext context;

    @BeforeAll
    static void make() throws IOException {
        TinyRun.make(folder);
        writeDataset(folder.resolve("dataset"));
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
        }
    }

    private static void writeDataset(Path dataset) throws IOException {
        AnnotatedDatasetWriter writer = new AnnotatedDatasetWriter(
                dataset,
                List.of("object"),
                List.of(
                        AnnotatedDataset.Label.of(1, "left", "object"),
                        AnnotatedDataset.Label.of(2, "right", "object")));
        for (int n = 0; n < IMAGES; n++) {
            Path file = folder.resolve("drawn.png");
            TinyRun.picture(file, 200 + n);
            writer.add(new AnnotatedDatasetWriter.LabelledPicture(
                    String.format("%02d.png", n),
                    n % 3 == 2 ? "val" : "train",
                    new ImageReader().read(file),
                    2,
                    2,
                    Map.of("object", List.of(new int[] {1, 2, 1, 2})),
                    Map.of()));
        }
        writer.finish();
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
        Evaluation.Options measured = new Evaluation.Options(
                Labelling.Options.of(folder.resolve("dataset")), false, true, false, null, "torchvision");
        Evaluation.run(run, measured, distributor, Monitor.NONE);
        InfluenceStudy.Options tested =
                new InfluenceStudy.Options(InfluenceOptions.of(1).withNoise(30), true, null, null, "train", null, 2);
        InfluenceStudy.run(run, tested, distributor, Monitor.NONE);
        List<String> digests = new ArrayList<>();
        written.forEach(file -> digests.add(Digests.of(file)));
        return digests;
    }

    @Test
    void metricsAndInfluenceAreTheSameBytesInAnyNumberOfTasks() throws IOException {
        Extraction.Options two = new Extraction.Options( // images in a shard
                TinyRun.LAYER, InputChoice.of("plain"), null, false, 2, 2 * 16 * TinyRun.WIDTH * 4, false, false, 1);
        FeatureSet set = Extraction.run(
                folder.resolve("tiny.onnx"), folder.resolve("dataset"), folder.resolve("f"), two, Monitor.NONE);
        assertThat(set.units()).hasSize(IMAGES / 2);
        try (Run run = new Eddp().learn(set, TinyRun.CONCEPTS, folder.resolve("studied"))) {
            List<String> here = study(run, Distributor.HERE);
            for (int tasks : new int[] {1, 2, 3, 7}) {
                assertThat(study(run, new SparkDistributor(context, tasks))).isEqualTo(here);
            }
        }
    }
}
