package org.eddp.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eddp.directions.Directions;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.files.FileFailure;
import org.eddp.files.FolderLock;
import org.eddp.files.json.Json;
import org.eddp.intervene.ConceptStatistics.Signals;
import org.eddp.intervene.CorrectionResults;
import org.eddp.labels.Dissection.CountedImages;
import org.eddp.labels.Labels;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.LearningResult;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunTest {
    private static final Labels LABELS = labels(2);

    @TempDir
    private Path folder;

    private static Labels labels(int detectors) {
        return new Labels(
                "0",
                "none",
                CountedImages.ALL_IMAGES,
                0.04,
                1,
                1,
                IntStream.range(0, detectors)
                        .mapToObj(i -> new Labels.DetectorLabel(i, null, 0, 0, false, Map.of()))
                        .toList());
    }

    /** Puts a run with two directions into the folder, in place of one that may be there. */
    private void learn(double first) {
        try (Scope scope = Scope.open()) {
            DenseFeatures features =
                    new DenseFeatures(Tensor.of(new float[] {1, 2, 3, 4, 5, 6, 7, 8}, 4, 2), new Grid(1, 2));
            Matrix filters = Matrix.of(new double[] {first, 0}, new double[] {0, 1});
            Directions directions = new Directions(filters, new double[] {0, 0}, filters.copy(), new double[] {0, 0});
            new RunInProgress(folder, LearnOptions.of(features, 2), Map.of("made", "here"), false, 1e9)
                    .finish(new LearningResult(directions, 0, List.of()));
        }
    }

    @Test
    void aResultIsOfTheDirectionsItWasMadeFrom() {
        learn(1);
        try (Run run = Run.open(folder)) {
            assertThat(run.read(Results.LABELS)).isEmpty();
            run.write(Results.LABELS, LABELS, "a command");
            assertThat(run.read(Results.LABELS)).contains(LABELS);
            assertThat(run.made(Results.LABELS).orElseThrow().command()).isEqualTo("a command");
        }
        learn(2);
        List<String> remarks = new ArrayList<>();
        Monitor monitor = new Monitor() {
            @Override
            public void onProgress(long done, long total) {
                // nothing is shown
            }

            @Override
            public void remark(String text) {
                remarks.add(text);
            }
        };
        try (Run run = Run.open(folder, Run.Options.DEFAULT, monitor)) {
            assertThat(run.isStale(Results.LABELS)).isTrue();
            assertThat(run.has(Results.LABELS)).isFalse();
            assertThat(run.read(Results.LABELS)).isEmpty();
            assertThat(run.made(Results.LABELS)).isEmpty();
            assertThat(run.conceptNames().of(1).name()).isNull();
            assertThat(remarks).singleElement().asString().contains("labels.json", "label it again");
            run.write(Results.LABELS, LABELS, "another");
            assertThat(run.read(Results.LABELS)).contains(LABELS);
        }
    }

    private RunInProgress begin(long seed, boolean resume) {
        try (Scope scope = Scope.open()) {
            DenseFeatures features =
                    new DenseFeatures(Tensor.of(new float[] {1, 2, 3, 4, 5, 6, 7, 8}, 4, 2), new Grid(1, 2));
            return new RunInProgress(folder, LearnOptions.of(features, 2), Map.of("seed", seed), resume, 1e9);
        }
    }

    @Test
    void readersSeeTheOldOrTheNewRunWhileItIsLearnedAgain() {
        learn(1);
        try (Run reader = Run.open(folder)) {
            String old = reader.digest();
            RunInProgress next = begin(7, false);
            try (Run other = Run.open(folder)) {
                assertThat(other.digest()).isEqualTo(old);
                assertThat(other.directions().filters().get(0, 0)).isEqualTo(1);
            }
            Matrix filters = Matrix.of(new double[] {3, 0}, new double[] {0, 1});
            next.finish(new LearningResult(
                    new Directions(filters, new double[] {0, 0}, filters.copy(), new double[] {0, 0}), 0, List.of()));
            assertThatThrownBy(reader::directions).hasMessageContaining("was replaced by another while it was read");
        }
        try (Run run = Run.open(folder)) {
            assertThat(run.directions().filters().get(0, 0)).isEqualTo(3);
        }
        assertThat(folder.resolve("begun.json")).doesNotExist();
    }

    @Test
    void resumingDoesNotTakeTheRunThatWasToBeReplacedForTheNewOne() {
        learn(1);
        begin(7, false); // and killed before its first checkpoint
        assertThat(begin(7, true).finished()).isNull();
        assertThatThrownBy(() -> begin(8, true).finished()).hasMessageContaining("cannot resume from");
        assertThat(Run.isFinished(folder)).isTrue();
    }

    @Test
    void writingAResultDoesNotRecreateARemovedRun(@TempDir Path elsewhere) throws IOException {
        learn(1);
        try (Run run = Run.open(folder)) {
            Files.move(folder, elsewhere.resolve("run"));
            for (Path place : List.of(folder, folder.resolve("explanations"))) {
                assertThatThrownBy(() -> run.writing(place))
                        .isInstanceOf(FileFailure.class)
                        .hasMessageContaining("was taken away");
            }
            assertThat(folder).doesNotExist();
            Files.move(elsewhere.resolve("run"), folder);
        }
    }

    @Test
    void aRunThatAnotherIsWritingIntoIsRefused() {
        learn(1);
        try (Run run = Run.open(folder);
                FolderLock lock = CompletableFuture.supplyAsync(() -> FolderLock.take(folder))
                        .join()) {
            assertThatThrownBy(() -> run.write(Results.LABELS, LABELS, "a command"))
                    .isInstanceOf(FolderLock.Taken.class);
            assertThat(folder.resolve("labels.json")).doesNotExist();
        }
    }

    @Test
    void aResultAboutAnotherNumberOfConceptsIsRefusedByName() {
        learn(1);
        try (Run run = Run.open(folder)) {
            for (int detectors : new int[] {0, 1, 3}) {
                Json.write(run.path(Results.LABELS), labels(detectors));
                assertThatThrownBy(() -> run.read(Results.LABELS))
                        .isInstanceOf(FileFailure.class)
                        .hasMessageContaining(run.path(Results.LABELS).toString())
                        .hasMessageContaining("about " + detectors + " concepts, the run has 2");
            }
        }
    }

    @Test
    void unrecordedResultsAreCurrentUntilTheRunIsLearnedAgain() {
        learn(1);
        Json.write(folder.resolve("labels.json"), LABELS);
        try (Run run = Run.open(folder)) {
            assertThat(run.read(Results.LABELS)).contains(LABELS);
            assertThat(run.made(Results.LABELS)).isEmpty();
        }
        learn(2);
        try (Run run = Run.open(folder)) {
            assertThat(run.isStale(Results.LABELS)).isTrue();
        }
    }

    @Test
    void aResultThatSaysHowItWasMadeNeedsNoNote() {
        learn(1);
        Path file = folder.resolve("corrections/one.json");
        try (Run run = Run.open(folder)) {
            CorrectionResults results = new CorrectionResults(
                    "a command",
                    run.digest(),
                    "network",
                    List.of(),
                    Signals.MEANS,
                    null,
                    List.of(),
                    null,
                    null,
                    List.of(),
                    List.of(),
                    null);
            run.write(Results.CORRECTIONS, file, results);
            assertThat(run.files(Results.CORRECTIONS)).containsExactly(file);
            assertThat(run.read(Results.CORRECTIONS, file)).contains(results);
            assertThatThrownBy(() -> run.read(Results.CORRECTIONS)).hasMessageContaining("many files in corrections");
        }
        assertThat(Files.exists(folder.resolve("commands.json"))).isFalse();
        learn(2);
        try (Run run = Run.open(folder)) {
            assertThat(run.read(Results.CORRECTIONS, file)).isEmpty();
        }
    }

    @Test
    void aFolderThatIsNotARunIsNamed() {
        assertThatThrownBy(() -> Run.open(folder))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining(folder + " is not a finished run");
        learn(1);
        try (Run run = Run.open(folder)) {
            assertThat(run.file()).isInstanceOf(RunFile.LearnedRun.class);
            assertThatThrownBy(run::provenance).hasMessageContaining("not made from the features of a network");
        }
    }

    /** Each alone is a fine file; together they say of one run what is true of two. */
    @ParameterizedTest
    @ValueSource(strings = {"directions.safetensors", "run.json"})
    void aPartOfAnotherRunIsRefused(String part, @TempDir Path kept) throws IOException {
        learn(2);
        Files.copy(folder.resolve(part), kept.resolve(part));
        learn(1);
        Files.copy(kept.resolve(part), folder.resolve(part), StandardCopyOption.REPLACE_EXISTING);
        try (Run run = Run.open(folder)) {
            for (ThrowingCallable reader : List.<ThrowingCallable>of(run::directions, run::digest)) {
                assertThatThrownBy(reader)
                        .isInstanceOf(FileFailure.class)
                        .hasMessageContainingAll(
                                folder.resolve("directions.safetensors").toString(), "run.json", "of another run");
            }
        }
    }
}
