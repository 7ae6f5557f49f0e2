package org.eddp.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.testkit.TinyRun.picture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.eddp.network.onnx.file.Model;
import org.eddp.testkit.TinyNetworks;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a table of pictures to a table of features, as docs/scale.md shows it. */
@Tag("slow")
class TablesTest {
    @TempDir
    private static Path folder;

    private static SparkSession spark;

    @BeforeAll
    static void make() throws IOException {
        Model.write(folder.resolve("tiny.onnx"), TinyNetworks.network(false, TinyRun.SIZE, 2, TinyRun.WIDTH));
        Path files = Files.createDirectories(folder.resolve("files"));
        for (int n = 0; n < 12; n++) {
            picture(files.resolve(String.format("%02d.png", n)), TinyRun.SIZE, n % 7); // seven different ones
        }
        Files.write(files.resolve("12.png"), new byte[] {1, 2, 3});
        spark = Sessions.local();
        Sessions.pictures(spark, files, 3)
                .selectExpr("row_number() over (order by path) as id", "content", "'mine' as own")
                .write()
                .parquet(at("photos"));
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    private static String at(String name) {
        return folder.resolve(name).toString();
    }

    private static Dataset<Row> digested() {
        return spark.read().parquet(at("photos")).withColumn("digest", functions.expr("sha2(content, 256)"));
    }

    private static List<Row> written(int partitions, int batch) {
        String place = at("features-" + partitions + "-" + batch);
        ConceptFeatures features = new ConceptFeatures()
                .setNetwork(at("tiny.onnx"))
                .setLayer(TinyRun.LAYER)
                .setPreprocessing("plain")
                .setPooling("patches")
                .setArrays(true)
                .setBatch(batch);
        features.transform(digested()
                        .dropDuplicates("digest")
                        .select("digest", "content")
                        .repartition(partitions))
                .drop("content")
                .orderBy("digest")
                .write()
                .parquet(place);
        return spark.read().parquet(place).collectAsList();
    }

    @Test
    void equalPicturesAreComputedOnceAndRowsAreTheSameInAnyPartitions() {
        List<Row> rows = written(1, 1);
        assertThat(rows).hasSize(8);
        assertThat(rows.stream().map(row -> row.<String>getAs("digest")).toList())
                .isSorted();
        assertThat(written(3, 2)).isEqualTo(rows);
        assertThat(written(8, 8)).isEqualTo(rows);
        Dataset<Row> joined = digested()
                .drop("content")
                .join(spark.read().parquet(at("features-1-1")), "digest")
                .where("reason is null");
        assertThat(joined.count()).isEqualTo(12);
        assertThat(joined.columns()).contains("id", "own", "features").doesNotContain("content");
    }

    /** Spark's source drops empty files, as docs/scale.md says. */
    @Test
    void sparkDropsEmptyFiles() throws IOException {
        Path some = Files.createDirectories(folder.resolve("some"));
        Files.write(some.resolve("empty.png"), new byte[0]);
        picture(some.resolve("full.png"), TinyRun.SIZE, 1);
        assertThat(Sessions.pictures(spark, some, 1).count()).isEqualTo(1);
    }
}
