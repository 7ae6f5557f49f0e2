package org.eddp.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.eddp.Eddp;
import org.eddp.explain.Explanation.Contribution;
import org.eddp.features.FeatureExtraction;
import org.eddp.features.FeatureSet;
import org.eddp.images.input.InputPreset;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageList;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.run.Run;
import org.eddp.study.ExplanationStudy;
import org.eddp.study.Extraction;
import org.eddp.study.InputChoice;
import org.eddp.study.OpenImage;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The transformers give the numbers of the library, and behave as Spark's own do. */
@Tag("slow")
class TransformersTest {
    @TempDir
    private static Path folder;

    private static SparkSession spark;
    private static Path pictures;

    @BeforeAll
    static void make() throws IOException {
        TinyRun.make(folder);
        pictures = folder.resolve("pictures");
        spark = Sessions.local();
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    private static ConceptFeatures features() {
        return new ConceptFeatures()
                .setNetwork(folder.resolve("tiny.onnx").toString())
                .setLayer(TinyRun.LAYER)
                .setPreprocessing("plain");
    }

    private static ConceptDetector detector() {
        return new ConceptDetector().setRun(folder.resolve("run").toString());
    }

    private static ConceptExplainer explainer() {
        return new ConceptExplainer().setRun(folder.resolve("run").toString());
    }

    /** Rows by the name of their picture. */
    private static Map<String, Row> byName(Dataset<Row> rows) {
        Map<String, Row> found = new TreeMap<>();
        for (Row row : rows.drop("content").collectAsList()) {
            String path = row.getAs("path");
            found.put(path.substring(path.lastIndexOf('/') + 1), row);
        }
        return found;
    }

    private static Map<String, Row> ask(ImageTransformer<?> transformer) {
        return byName(transformer.transform(Sessions.pictures(spark, pictures, 3)));
    }

    private static ImageList.Entry image(String name) {
        return new ImageList.Entry(name, pictures.resolve(name), null);
    }

    private static double[] vector(Row row, String column) {
        return row.<Vector>getAs(column).toArray();
    }

    @Test
    void featuresAreThoseOfAFeatureSet() {
        Extraction.Options single = Extraction.Options.of(LayerAddress.of(TinyRun.LAYER))
                .withPreprocessing(InputChoice.of(InputPreset.PLAIN))
                .withStorage(FeatureExtraction.Options.DEFAULT.withBatchImages(1))
                .withThreads(1);
        FeatureSet set =
                Extraction.run(folder.resolve("tiny.onnx"), pictures, folder.resolve("single"), single, Monitor.NONE);
        Map<String, Row> pooled = ask(features());
        Map<String, Row> patches = ask(features().setPooling("patches").setOutputCol("rows"));
        List<FeatureSet.ImageRecord> present =
                set.records().stream().filter(FeatureSet.ImageRecord::present).toList();
        assertThat(present).hasSize(TinyRun.PICTURES);
        try (Scope scope = Scope.open()) {
            int cells = set.grid().cells();
            for (int n = 0; n < present.size(); n++) {
                Matrix expected = set.range(n, 1).rows(0, 1).toMatrix();
                double[][] found = patches.get(present.get(n).name()).<Vector>getList(1).stream()
                        .map(Vector::toArray)
                        .toArray(double[][]::new);
                assertThat(found).hasDimensions(cells, TinyRun.WIDTH);
                for (int p = 0; p < cells; p++) {
                    for (int d = 0; d < TinyRun.WIDTH; d++) {
                        assertThat(found[p][d]).isEqualTo(expected.get(p, d));
                    }
                }
                assertThat(vector(pooled.get(present.get(n).name()), "features"))
                        .isEqualTo(PatchVectors.mean(expected).toArray());
            }
        }
    }

    @Test
    void detectionsAndExplanationsAreThoseOfTheRun() {
        Map<String, Row> detected = ask(detector());
        Map<String, Row> explained = ask(explainer());
        Eddp eddp = new Eddp();
        try (Run run = eddp.open(folder.resolve("run"))) {
            ExplanationStudy study = new ExplanationStudy(run, ExplanationStudy.Options.DEFAULT, Monitor.NONE);
            for (int i = 0; i < TinyRun.PICTURES; i++) {
                String name = i + ".png";
                Matrix scores = OpenImage.of(run, image(name)).scores();
                double[] largest = IntStream.range(0, TinyRun.CONCEPTS)
                        .mapToDouble(c -> IntStream.range(0, scores.rows())
                                .mapToDouble(p -> scores.get(p, c))
                                .max()
                                .orElseThrow())
                        .toArray();
                double[] presence = IntStream.range(0, TinyRun.CONCEPTS)
                        .mapToDouble(c -> IntStream.range(0, scores.rows())
                                        .filter(p -> scores.get(p, c) > 0)
                                        .count()
                                / (double) scores.rows())
                        .toArray();
                assertThat(vector(detected.get(name), "scores")).isEqualTo(largest);
                assertThat(vector(detected.get(name), "presence")).isEqualTo(presence);

                var expected = study.explain(image(name)).explanation();
                assertThat(explained.get(name).<Integer>getAs("class")).isEqualTo(expected.label());
                assertThat(vector(explained.get(name), "contributions"))
                        .isEqualTo(expected.concepts().stream()
                                .mapToDouble(Contribution::contribution)
                                .toArray());
            }
            assertThat(detector().conceptNames()).hasSize(TinyRun.CONCEPTS);
        }
    }

    @Test
    void aClassCanBeChosenAndSetAgainstAnother() {
        Map<String, Row> second = ask(explainer().setLabel("2").setAgainst("0"));
        assertThat(second.get("1.png").<Integer>getAs("class")).isEqualTo(2);
        assertThat(vector(second.get("1.png"), "contributions"))
                .isNotEqualTo(vector(ask(explainer().setLabel("2")).get("1.png"), "contributions"));
    }

    @Test
    void aDamagedPictureGivesNullAndTheReason() {
        for (ImageTransformer<?> transformer : List.of(features(), detector(), explainer())) {
            Map<String, Row> rows = ask(transformer);
            Row damaged = rows.get(TinyRun.DAMAGED);
            assertThat(damaged.<String>getAs("reason")).contains("ends early");
            for (String output : transformer.outputs()) {
                assertThat((Object) damaged.getAs(output)).isNull();
                assertThat((Object) rows.get("1.png").getAs(output)).isNotNull();
            }
            assertThat(rows.get("1.png").<String>getAs("reason")).isNull();
        }
        Dataset<Row> nothing = spark.sql("select cast(null as binary) as content");
        assertThat(features().transform(nothing).first().<String>getAs("reason"))
                .contains("bytes are null");
    }

    @Test
    void theSchemaIsKnownBeforehandAndWrongOnesAreRefused() {
        Dataset<Row> rows = Sessions.pictures(spark, pictures, 1);
        for (ImageTransformer<?> transformer : List.of(features(), detector(), explainer())) {
            assertThat(transformer.transformSchema(rows.schema()))
                    .isEqualTo(transformer.transform(rows).schema());
        }
        StructType text = new StructType().add("content", DataTypes.StringType);
        assertThatThrownBy(() -> features().transformSchema(text)).hasMessageContaining("string, not binary");
        assertThatThrownBy(() -> features().setInputCol("bytes").transformSchema(rows.schema()))
                .hasMessageContaining("no column 'bytes'");
        assertThatThrownBy(() -> features().setOutputCol("path").transformSchema(rows.schema()))
                .hasMessageContaining("already is a column 'path'");
        assertThatThrownBy(() -> new ConceptFeatures().setNetwork("x").transform(rows))
                .hasMessageContaining("ConceptFeatures needs 'preprocessing'");
        assertThatThrownBy(() -> features().setPooling("max").transform(rows)).hasMessageContaining("'mean' or");
        assertThatThrownBy(() -> features().setGrid("4").transform(rows)).hasMessageContaining("such as 14x14");
    }

    @Test
    void whatIsMissingOnAnExecutorIsSaidInOneMessage() {
        assertThatThrownBy(() -> ask(features().setNetwork("gone.onnx")))
                .hasStackTraceContaining("the network gone.onnx is not on")
                .hasStackTraceContaining("--files");
        assertThatThrownBy(() -> ask(features().setLayer("other"))).hasStackTraceContaining("other");
    }

    @Test
    void filesSentBySparkAreFoundByName() {
        spark.sparkContext().addFile(folder.resolve("tiny.onnx").toString());
        spark.sparkContext().addFile(folder.resolve("run").toString(), true);
        assertThat(ask(features().setNetwork("tiny.onnx"))).isEqualTo(ask(features()));
        assertThat(ask(detector().setRun("run").setNetwork("tiny.onnx"))).isEqualTo(ask(detector()));
    }

    @Test
    void copiesAndSavedOnesAreTheSame() throws IOException {
        ConceptExplainer own = explainer().setLabel("1").setContributionsCol("why");
        ConceptExplainer copy = own.copy(new ParamMap().put(own.label().w("2")));
        assertThat(copy.uid()).isEqualTo(own.uid());
        assertThat(copy.getLabel()).isEqualTo("2");
        assertThat(own.getLabel()).isEqualTo("1");
        assertThat(copy.getContributionsCol()).isEqualTo("why");

        Path saved = folder.resolve("saved");
        features()
                .setPooling("patches")
                .write()
                .overwrite()
                .save(saved.resolve("features").toString());
        ConceptFeatures loaded = ConceptFeatures.load(saved.resolve("features").toString());
        assertThat(loaded.getPooling()).isEqualTo("patches");
        assertThat(ask(loaded)).isEqualTo(ask(features().setPooling("patches")));

        PipelineModel pipeline = new Pipeline()
                .setStages(new PipelineStage[] {
                    detector().setReasonCol("notDetected"), own.setReasonCol("notExplained"),
                })
                .fit(Sessions.pictures(spark, pictures, 1));
        pipeline.write().overwrite().save(saved.resolve("pipeline").toString());
        Map<String, Row> rows =
                byName(PipelineModel.load(saved.resolve("pipeline").toString())
                        .transform(Sessions.pictures(spark, pictures, 2)));
        assertThat(vector(rows.get("3.png"), "why")).isEqualTo(vector(ask(own).get("3.png"), "why"));
        assertThat(ConceptDetector.read()).isNotNull();
        assertThat(Files.isDirectory(saved.resolve("pipeline"))).isTrue();
    }

    @Test
    void allTransformersShareOneNetwork() {
        ask(features());
        ask(detector());
        ask(explainer());
        assertThat(SharedNetworks.HERE.count()).isEqualTo(1);
    }

    /** A filter by what the network gave must not run it a second time, nor by what came before. */
    @Test
    void aFilterDoesNotRepeatTheWork() {
        Dataset<Row> whole = detector().transform(Sessions.pictures(spark, pictures, 1));
        String plan =
                whole.filter("reason is null").queryExecution().optimizedPlan().toString();
        assertThat(plan.split("MapPartitions ", -1)).as(plan).hasSize(2);
        assertThat(whole.filter("reason is null").count()).isEqualTo(TinyRun.PICTURES);
    }

    /** Nine pictures in three partitions, so that some batches are full and others are not. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8})
    void batchesChangeNoBit(int batch) {
        for (ImageTransformer<?> transformer : List.of(features().setPooling("patches"), detector(), explainer())) {
            Map<String, Row> together = ask(transformer.setBatch(batch));
            assertThat(together).isEqualTo(ask(transformer.setBatch(1)));
        }
        assertThatThrownBy(() -> features().setBatch(0)).hasMessageContaining("batch");
    }

    @Test
    void aNetworkWhoseBitsDependOnTheBatchIsNoticed() {
        Preprocessing small = InputPreset.PLAIN.preprocessing().withSize(4, 4);
        assertThat(PatchAnswers.sameBits(input -> input.times(3), small, 4)).isTrue();
        assertThat(PatchAnswers.sameBits(input -> input.times(1 + input.size(0) * 1e-7), small, 4))
                .isFalse();
    }

    @Test
    void arraysAreNullWhereThereIsNoPictureAndAnyQueryTakesThem() {
        Dataset<Row> found = detector().setArrays(true).transform(Sessions.pictures(spark, pictures, 2));
        assertThat(found.schema().apply("scores").dataType().catalogString()).isEqualTo("array<float>");
        Map<String, Row> rows = byName(found.selectExpr(
                "path", "scores", "scores[0] as first", "aggregate(presence, 0D, (a, b) -> a + b)" + " as sum"));
        assertThat((Object) rows.get(TinyRun.DAMAGED).getAs("first")).isNull();
        double[] vector = vector(ask(detector()).get("1.png"), "scores");
        List<Float> array = rows.get("1.png").getList(1);
        assertThat(array).hasSize(TinyRun.CONCEPTS);
        for (int i = 0; i < vector.length; i++) {
            assertThat(array.get(i)).isEqualTo((float) vector[i]);
        }
        assertThat(rows.get("1.png").<Float>getAs("first")).isEqualTo(array.get(0));
        StructType patches = features()
                .setPooling("patches")
                .setArrays(true)
                .transform(Sessions.pictures(spark, pictures, 2))
                .schema();
        assertThat(patches.apply("features").dataType().catalogString()).isEqualTo("array<array<float>>");
    }

    /** Spark's function refuses null vectors; docs/scale.md says how to keep them from it. */
    @Test
    void vectorsBecomeArraysWhereTheyAreNotNull() {
        Column vector = functions.col("scores");
        Map<String, Row> rows = byName(detector()
                .transform(Sessions.pictures(spark, pictures, 2))
                .withColumn(
                        "numbers",
                        functions.when(
                                vector.isNotNull(), org.apache.spark.ml.functions.vector_to_array(vector, "float64"))));
        assertThat((Object) rows.get(TinyRun.DAMAGED).getAs("numbers")).isNull();
        assertThat(rows.get("1.png").<Double>getList(rows.get("1.png").fieldIndex("numbers")))
                .hasSize(TinyRun.CONCEPTS);
    }

    @Test
    void anEmptyPictureHasAReasonToo() {
        Dataset<Row> nothing = spark.sql("select cast('' as binary) as content");
        assertThat(features().transform(nothing).first().<String>getAs("reason"))
                .isEqualTo("cannot decode the picture: the file is empty; replace the file or take it off the list");
    }

    @Test
    void otherColumnsStayAsTheyAre() {
        Dataset<Row> wide = Sessions.pictures(spark, pictures, 1)
                .withColumn("price", functions.expr("cast(12.50 as decimal(10,2))"))
                .withColumn("day", functions.expr("date'2026-01-02'"))
                .withColumn("time", functions.expr("timestamp'2026-01-02 03:04:05.678'"))
                .withColumn("inside", functions.expr("named_struct('a', 1, 'b', array('x', null), 'c', map('k', 2L))"))
                .withColumn("none", functions.expr("cast(null as int)"))
                .drop("content");
        Dataset<Row> pictured = wide.join(Sessions.pictures(spark, pictures, 1), "path");
        assertThat(detector()
                        .transform(pictured)
                        .drop("scores", "presence", "reason", "content")
                        .orderBy("path")
                        .collectAsList())
                .isEqualTo(wide.orderBy("path").collectAsList());
    }

    @Test
    void picturesAreCountedForPeopleWhoWatch() {
        ConceptDetector asked = detector();
        assertThat(Watcher.of(spark.sparkContext(), () -> ask(asked)).counted())
                .containsEntry("pictures of " + asked.uid(), (long) TinyRun.PICTURES + 1)
                .containsEntry("broken pictures of " + asked.uid(), 1L);
    }

    /** The wrappers for PySpark have the parameters of the transformers. */
    @Test
    void thePythonFileHasTheSameParameters() throws IOException {
        String python = Files.readString(Path.of("src/main/resources/eddp_spark.py"));
        for (ImageTransformer<?> transformer : List.of(features(), detector(), explainer())) {
            assertThat(python).contains("class " + transformer.getClass().getSimpleName() + "(");
            for (Param<?> param : transformer.params()) {
                assertThat(python).contains(param.name() + " = _param(\"" + param.name() + "\", ");
            }
        }
        long params = Stream.of(features(), detector(), explainer())
                .flatMap(t -> Arrays.stream(t.params()))
                .map(Param::name)
                .distinct()
                .count();
        assertThat(python.split(" = _param\\(", -1)).hasSize((int) params + 1);
    }
}
