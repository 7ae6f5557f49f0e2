package org.eddp.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.split;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.eddp.features.FeatureExtraction;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSet.ImageRecord;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.input.InputPreset;
import org.eddp.images.source.ImageFailure;
import org.eddp.images.source.ImageFiles;
import org.eddp.images.source.ImageList;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.parts.Distributor;
import org.eddp.study.Extraction;
import org.eddp.study.InputChoice;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures in Parquet files that Spark wrote are those in the folder that it read. */
@Tag("slow")
class ParquetPicturesTest {
    private static final int ALL = TinyRun.PICTURES + 1;

    @TempDir
    private static Path folder;

    private static SparkSession spark;

    @BeforeAll
    static void make() throws IOException {
        TinyRun.make(folder);
        spark = Sessions.local();
    }

    @AfterAll
    static void stop() {
        if (spark != null) {
            spark.stop();
        }
    }

    private static Dataset<Row> table() {
        return spark.read().format("binaryFile").load(folder.resolve("pictures").toString());
    }

    private static Path write(String name, Dataset<Row> table) {
        Path place = folder.resolve(name);
        table.coalesce(1).write().option("parquet.block.size", 3000).parquet(place.toString());
        return place;
    }

    private static Path file(Path table) throws IOException {
        try (Stream<Path> files = Files.list(table)) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static FeatureSet extract(Path images, String out, Distributor distributor) {
        Extraction.Options options = Extraction.Options.of(LayerAddress.of(TinyRun.LAYER))
                .withPreprocessing(InputChoice.of(InputPreset.PLAIN))
                .withStorage(
                        FeatureExtraction.Options.DEFAULT.withBatchImages(2).withShardBytes(4 * 16 * TinyRun.WIDTH * 4))
                .withThreads(2);
        return Extraction.run(
                folder.resolve("tiny.onnx"), images, folder.resolve(out), options, distributor, Monitor.NONE);
    }

    private static Map<String, String> numbers(String set) throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> all = Files.list(folder.resolve(set))) {
            for (Path file :
                    all.filter(file -> file.toString().endsWith(".npy")).toList()) {
                found.put(file.getFileName().toString(), Digests.of(file));
            }
        }
        return found;
    }

    private static List<String> names(ImageList list) {
        return list.entries().stream()
                .map(entry -> entry.name().substring(entry.name().lastIndexOf('/') + 1))
                .toList();
    }

    @Test
    void featuresAreTheBytesOfThoseOfTheFolder() throws IOException {
        FeatureSet expected = extract(folder.resolve("pictures"), "of-folder", Distributor.HERE);
        Path table = write("table.parquet", table().orderBy(col("length").desc()));
        FeatureSet set = extract(table, "of-table", Distributor.HERE);
        assertThat(numbers("of-table")).isEqualTo(numbers("of-folder")).hasSizeGreaterThan(4);
        assertThat(set.records().stream().map(ImageRecord::sha256))
                .isEqualTo(expected.records().stream().map(ImageRecord::sha256).toList());
        String called = file(table).getFileName().toString();
        assertThat(set.records().stream().map(ImageRecord::name))
                .isEqualTo(expected.records().stream()
                        .map(record -> called + "/" + record.name())
                        .toList());
        assertThat(set.skipped()).singleElement().satisfies(record -> {
            assertThat(record.name()).isEqualTo(called + "/" + TinyRun.DAMAGED);
            assertThat(record.skipped()).contains("ends early");
        });
        extract(file(table), "of-file", new SparkDistributor(new JavaSparkContext(spark.sparkContext())));
        assertThat(numbers("of-file")).isEqualTo(numbers("of-folder"));
    }

    @Test
    void severalRowGroupsAreReadInAnyOrderByManyThreads() throws IOException {
        Dataset<Row> rows = table().filter(col("path").endsWith("0.png"));
        Dataset<Row> many = rows;
        for (int i = 0; i < 7; i++) {
            many = many.union(many);
        }
        Path table = folder.resolve("groups.parquet");
        many.coalesce(1)
                .write()
                .option("parquet.block.size", 1000)
                .option("parquet.enable.dictionary", "false")
                .option("parquet.page.size.row.check.min", 10)
                .option("parquet.page.size.row.check.max", 10)
                .option("parquet.page.size", 100)
                .parquet(table.toString());
        int groups = ParquetFormat.reading(
                file(table), reader -> reader.getRowGroups().size());
        assertThat(groups).isGreaterThan(1);
        ImageList list = ImageList.of(table);
        assertThat(names(list)).hasSize(128).startsWith("00000000", "00000001").endsWith("00000127");
        String digest = Digests.of(folder.resolve("pictures/0.png"));
        assertThat(IntStream.range(0, 500)
                        .parallel()
                        .mapToObj(n -> ImageFiles.digest(
                                list.entries().get(n * 37 % 128).path()))
                        .distinct())
                .containsExactly(digest);
    }

    @Test
    void structuresOfBytesAndLabelsAreUnderstood() throws IOException {
        Column name = element_at(split(col("path"), "/"), -1);
        Dataset<Row> table = table().select(
                        struct(col("content").as("bytes"), name.as("path")).as("image"),
                        when(name.equalTo("1.png"), lit(null))
                                .otherwise(col("length").mod(lit(3)))
                                .as("label"));
        ImageList list = ImageList.of(write("faces.parquet", table));
        assertThat(names(list)).hasSize(ALL).contains("0.png", TinyRun.DAMAGED);
        for (ImageList.Entry entry : list.entries()) {
            Path original = folder.resolve("pictures")
                    .resolve(entry.path().getFileName().toString());
            assertThat(ImageFiles.digest(entry.path())).isEqualTo(Digests.of(original));
            assertThat(entry.className())
                    .isEqualTo(original.endsWith("1.png") ? null : Long.toString(Files.size(original) % 3));
        }
        ImageList words = ImageList.of(write(
                "words.parquet",
                table().select(col("content").as("anything"), lit("dog").as("label"))));
        assertThat(words.entries()).allMatch(entry -> entry.className().equals("dog"));
        assertThat(names(words)).startsWith("00000000").hasSize(ALL);
    }

    @Test
    void rowsWithoutAPictureFailAlone() {
        Dataset<Row> table = table().select(
                        col("path"),
                        when(col("path").endsWith("3.png"), lit(null))
                                .otherwise(col("content"))
                                .as("content"));
        ImageList list = ImageList.of(write("nulls.parquet", table));
        assertThat(list.size()).isEqualTo(ALL);
        ImageReader reader = new ImageReader();
        for (ImageList.Entry entry : list.entries()) {
            if (entry.name().endsWith("/3.png")) {
                assertThatThrownBy(() -> reader.read(entry.path()))
                        .isInstanceOf(ImageFailure.class)
                        .hasMessageContaining("3.png: there are no bytes of a picture");
            } else if (!entry.name().endsWith(TinyRun.DAMAGED)) {
                assertThat(reader.read(entry.path()).width()).isEqualTo(TinyRun.SIZE);
            }
        }
    }

    @Test
    void tablesWithoutPicturesOrWithTooManyColumnsAreSaid() {
        Path none = write("none.parquet", table().select("path", "length"));
        assertThatThrownBy(() -> ImageList.of(file(none)))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("no images in " + none);
        Path two = write(
                "two.parquet",
                table().select(col("content").as("a"), col("content").as("b")));
        assertThatThrownBy(() -> ImageList.of(two))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("several columns of bytes (a, b)");
    }

    @Test
    void damagedFilesAreReadOrRefused() throws IOException {
        byte[] whole = Files.readAllBytes(file(write("whole.parquet", table())));
        Path file = Files.createDirectories(folder.resolve("damaged")).resolve("x.parquet");
        Random random = new Random(1);
        for (int trial = 0; trial < 300; trial++) {
            byte[] changed = whole.clone();
            if (trial < 50) {
                changed = Arrays.copyOf(whole, whole.length * trial / 50);
            } else {
                int from = trial % 2 == 0 ? whole.length - 1500 : 0; // every other time where the table is described
                changed[from + random.nextInt(whole.length - from)] = (byte) random.nextInt(256);
            }
            Files.write(file, changed);
            try {
                for (ImageList.Entry entry : ImageList.of(file).entries()) {
                    new ImageReader().content(entry.path(), entry.name());
                }
            } catch (FileFailure | ImageFailure e) {
                assertThat(e).hasMessageContaining("x.parquet").hasMessageContaining("; ");
            }
        }
    }
}
