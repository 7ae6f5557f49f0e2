package org.eddp.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two worker processes give the rows of one process. */
class LocalClusterTest {
    private static List<Row> rows(SparkSession spark, Path folder, int partitions) {
        ConceptDetector detector =
                new ConceptDetector().setRun(folder.resolve("run").toString()).setReasonCol("notDetected");
        ConceptExplainer explainer =
                new ConceptExplainer().setRun(folder.resolve("run").toString());
        return explainer
                .transform(detector.transform(Sessions.pictures(spark, folder.resolve("pictures"), partitions)))
                .drop("content")
                .orderBy("path")
                .collectAsList();
    }

    @Tag("slow")
    @Test
    void transformersOnTwoWorkers(@TempDir Path folder) throws Exception {
        TinyRun.make(folder);
        List<Row> local;
        try (SparkSession spark = Sessions.local()) {
            local = rows(spark, folder, 1);
        }
        assertThat(local).hasSize(TinyRun.PICTURES + 1);
        Path home = folder.resolve("cluster");
        LocalCluster cluster = LocalCluster.start(home, LocalCluster.Options.of(2));
        try (cluster;
                SparkSession spark = Sessions.builder(cluster.address())
                        .config("spark.executor.memory", "512m")
                        .config("spark.executor.cores", 1)
                        .getOrCreate()) {
            assertThat(rows(spark, folder, 2)).isEqualTo(local);
            assertThat(rows(spark, folder, 7)).isEqualTo(local);
            try (Stream<Path> work = Files.walk(home)) {
                assertThat(work.filter(file -> file.endsWith("stderr")))
                        .as("executors")
                        .hasSize(2);
            }
        }
        assertThat(home).doesNotExist();
    }

    @Test
    void optionsOfTheCommandAreChecked() {
        LocalCluster.Options options = SparkLocal.options(List.of("--workers", "3", "--memory", "800m"));
        assertThat(options.workers()).isEqualTo(3);
        assertThat(options.memory()).isEqualTo("800m");
        for (List<String> wrong : List.of(
                List.of("--workers"), List.of("--workers", "0"), List.of("--memory", "much"), List.of("--jobs", "3"))) {
            assertThatThrownBy(() -> SparkLocal.options(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
