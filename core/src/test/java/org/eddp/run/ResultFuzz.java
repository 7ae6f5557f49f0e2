package org.eddp.run;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eddp.ExampleJson;
import org.eddp.FuzzedFile;
import org.eddp.audit.Audit;
import org.eddp.audit.AuditNotes;
import org.eddp.directions.Directions;
import org.eddp.explain.ExplainedImage;
import org.eddp.faithfulness.DreamResults;
import org.eddp.files.arrays.RawSafetensors;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.files.json.Json;
import org.eddp.health.Health;
import org.eddp.influence.InfluenceResults;
import org.eddp.intervene.CorrectionResults;
import org.eddp.intervene.EditedImage;
import org.eddp.labels.Labels;
import org.eddp.learning.LearningState;
import org.eddp.metrics.Atlas;
import org.eddp.metrics.Metrics;
import org.eddp.tensor.Matrix;
import org.eddp.words.ConceptNotes;
import org.eddp.words.GivenNames;
import org.eddp.words.WordNames;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything in the folder of a run. A file is read as each of its kinds: files get mixed up, too. */
class ResultFuzz {
    /** Readers of JSON, and the record that each expects. */
    static final Map<Class<?>, Consumer<Path>> RECORDS = new LinkedHashMap<>();

    /** Readers of arrays. */
    private static final Map<String, Consumer<Path>> ARRAYS = new LinkedHashMap<>();

    static {
        RECORDS.put(RunFile.LearnedRun.class, RunFile::read);
        RECORDS.put(RunFile.BaselineRun.class, RunFile::read);
        RECORDS.put(RunFile.MadeFrom.class, RunFile::provenance);
        RECORDS.put(RunRequest.class, file -> Json.read(file, RunRequest.class));
        RECORDS.put(ResultLog.class, file -> ResultLog.read(file.getParent()));
        RECORDS.put(Labels.class, Results.LABELS::read);
        RECORDS.put(WordNames.class, Results.WORDS::read);
        RECORDS.put(GivenNames.class, Results.GIVEN_NAMES::read);
        RECORDS.put(ConceptNotes.class, Results.NOTEBOOK::read);
        RECORDS.put(Atlas.class, Results.ATLAS::read);
        RECORDS.put(Metrics.class, Results.METRICS::read);
        RECORDS.put(InfluenceResults.class, Results.INFLUENCE::read);
        RECORDS.put(ExplainedImage.class, Results.EXPLANATIONS::read);
        RECORDS.put(ExplainedImage.Index.class, Results.EXPLANATION_INDEX::read);
        RECORDS.put(EditedImage.class, Results.EDITS::read);
        RECORDS.put(CorrectionResults.class, Results.CORRECTIONS::read);
        RECORDS.put(DreamResults.class, Results.DREAMS::read);
        RECORDS.put(Health.class, Results.HEALTH::read);
        RECORDS.put(Audit.class, Results.AUDIT::read);
        RECORDS.put(AuditNotes.class, Results.AUDIT_NOTES::read);

        ARRAYS.put("directions", Results.DIRECTIONS::read);
        ARRAYS.put("statistics", Results.STATISTICS::read);
        ARRAYS.put("scores", Results.SCORES::read);
        ARRAYS.put("checkpoint", file -> LearningState.of(SafetensorsFile.read(file)));
    }

    static Stream<byte[]> examples() {
        return Stream.concat(
                RECORDS.keySet().stream().map(ExampleJson::of),
                Stream.of("{}", "[]", "{\"method\":null}").map(text -> text.getBytes(StandardCharsets.UTF_8)));
    }

    static Stream<byte[]> arrays() {
        Path folder = FuzzedFile.folder("arrays");
        Matrix square = Matrix.of(new double[] {1, 2}, new double[] {3, 4});
        double[] pair = {0, 1};
        Path directions = folder.resolve("directions");
        new Directions(square, pair, square, pair).write(directions);
        Path statistics = folder.resolve("statistics");
        new SafetensorsFile()
                .add("with", new long[] {1, 1})
                .add("without", new long[] {1, 1})
                .add("meanWith", pair)
                .add("meanWithout", pair)
                .add("levels", pair)
                .add("quantiles", square)
                .write(statistics);
        Path scores = folder.resolve("scores");
        new SafetensorsFile()
                .add("scores", square)
                .add("exceedances", square)
                .add("significant", square)
                .add("effects", square)
                .add("effect_p", square)
                .add("effect_q", square)
                .add("moved", square)
                .add("compared", new long[] {5, 5})
                .add("held_out", Matrix.row(1, 0.05, 0))
                .add("tried", new long[] {5, 5})
                .note("images", "7")
                .write(scores);
        Path checkpoint = folder.resolve("checkpoint");
        checkpoint(pair, square).write(checkpoint);
        return Stream.of(directions, statistics, scores, checkpoint)
                .map(file -> RawSafetensors.withoutChecksums(bytes(file)));
    }

    private static SafetensorsFile checkpoint(double[] pair, Matrix square) {
        return new SafetensorsFile()
                .add("position", new long[] {1, 2, 0, 0})
                .add("values", pair)
                .add("adam.first", pair)
                .add("adam.second", pair)
                .add("multipliers", pair)
                .add("best.merit", new double[] {1})
                .add("history", new double[0])
                .add("starts", pair)
                .add("moments.weight", pair)
                .add("moments.meanX", square)
                .add("moments.meanZ", pair)
                .add("moments.products", square)
                .add("moments.squares", pair);
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @MethodSource("examples")
    @FuzzTest
    void records(byte[] content) {
        // The ledger finds its file by name.
        Path file = FuzzedFile.folder("run").resolve(Results.COMMANDS);
        RECORDS.values().forEach(reader -> FuzzedFile.check(file, content, reader));
    }

    @MethodSource("arrays")
    @FuzzTest
    void arrays(byte[] content) {
        ARRAYS.values().forEach(reader -> FuzzedFile.check("fuzzed.safetensors", content, reader));
    }
}
