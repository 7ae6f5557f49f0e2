package org.eddp.study.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.Eddp;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSet;
import org.eddp.features.Grid;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.files.json.Json;
import org.eddp.monitor.Monitor;
import org.eddp.names.Named;
import org.eddp.run.Run;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two networks are compared by the concepts of their runs. */
class RunDiffTest {
    @TempDir
    private static Path folder;

    private static Path run;

    @BeforeAll
    static void make() throws IOException {
        run = TinyRun.make(folder, "tiny", TinyNetworks.undecided(TinyRun.SIZE, 2, -4.1f, 1.8f, 6.9f));
    }

    private static RunDiff diff(Path before, Path after, int threads) {
        Run.Options options = new Run.Options(null, null, null, null, threads, Request.PROGRAM);
        try (Run first = Run.open(before, options, Monitor.NONE);
                Run second = Run.open(after, options, Monitor.NONE)) {
            return RunDiff.of(first, second, RunDiff.Options.DEFAULT, Monitor.NONE);
        }
    }

    /** A copy of the run with some of its concepts, in another order. */
    private static Path withConcepts(String name, int... concepts) throws IOException {
        return TinyRun.withConcepts(run, folder.resolve(name), concepts);
    }

    private static List<Integer> numbers(List<Named> concepts) {
        return concepts.stream().map(Named::number).toList();
    }

    /** Concepts of the run that fire on enough pictures and not everywhere. */
    private static List<RunDiff.Match> comparable() {
        return diff(run, run, 1).matched();
    }

    @Test
    void aRunDoesNotDifferFromItself() {
        RunDiff diff = diff(run, run, 2);
        assertThat(diff.isSame()).isTrue();
        assertThat(diff.pictures()).isEqualTo(24);
        assertThat(diff.matched()).hasSizeGreaterThanOrEqualTo(3).allSatisfy(match -> {
            assertThat(match.before()).isEqualTo(match.after());
            assertThat(match.correlation()).isCloseTo(1, within(1e-12));
        });
        assertThat(diff.matched().size() + diff.rareBefore().size()).isEqualTo(TinyRun.CONCEPTS);
        assertThat(diff.predictions().changed()).isZero();
    }

    @Test
    void conceptsInAnotherOrderAreTheSame() throws IOException {
        int[] order = {3, 5, 0, 1, 4, 2};
        RunDiff diff = diff(run, withConcepts("permuted", order), 1);
        assertThat(diff.isSame()).isTrue();
        assertThat(diff.matched())
                .hasSameSizeAs(comparable())
                .allSatisfy(match -> assertThat(order[match.after().number()])
                        .isEqualTo(match.before().number()));
    }

    @Test
    void aConceptThatIsTakenOutIsLostAndOneThatIsPutInIsGained() throws IOException {
        int gone = comparable().get(0).before().number();
        int[] rest = IntStream.range(0, TinyRun.CONCEPTS).filter(i -> i != gone).toArray();
        Path without = withConcepts("without", rest);
        RunDiff diff = diff(run, without, 1);
        assertThat(numbers(diff.lost())).containsExactly(gone);
        assertThat(diff.gained()).isEmpty();
        assertThat(diff.matched()).hasSize(comparable().size() - 1);
        assertThat(diff.predictions().changed()).isZero();
        RunDiff back = diff(without, run, 1);
        assertThat(numbers(back.gained())).containsExactly(gone);
        assertThat(back.lost()).isEmpty();
    }

    @Test
    void aCorrectedNetworkChangesPredictionsByTheCorrectedConcept() throws IOException {
        int named = 0;
        int changing = 0;
        for (RunDiff.Match match : comparable()) {
            int concept = match.before().number();
            RunDiff diff = diff(run, corrected(concept), 2);
            assertThat(numbers(diff.lost())).as("in the corrected layer").contains(concept);
            RunDiff.Predictions predictions = diff.predictions();
            assertThat(predictions.list())
                    .hasSize(predictions.changed())
                    .allSatisfy(picture -> assertThat(picture.before()).isNotEqualTo(picture.after()));
            assertThat(predictions.turns().stream()
                            .mapToInt(RunDiff.Turn::pictures)
                            .sum())
                    .isEqualTo(predictions.changed());
            if (predictions.changed() > 0) {
                changing++;
                ComparedConcept first = predictions.behind().get(0).concept();
                named += first.hasBefore(match.before()) ? 1 : 0;
                assertThat(diff.moved()).anySatisfy(moved -> {
                    assertThat(moved.concept().hasBefore(match.before())).isTrue();
                    assertThat(Math.abs(moved.after())).isLessThan(Math.abs(moved.before()) / 2);
                });
            }
        }
        // directions of a network of 12 features overlap, so a correction moves a second concept too
        assertThat(changing).isGreaterThanOrEqualTo(2);
        assertThat(named).isGreaterThan(changing / 2);
    }

    /** A run of the same directions for a network without a concept. */
    private static Path corrected(int concept) throws IOException {
        Path network = folder.resolve("without-" + concept + ".onnx");
        try (Run own = new Eddp().open(run)) {
            new Eddp().correct(own, List.of(Integer.toString(concept)), network);
        }
        FeatureSet features =
                TinyRun.features(network, folder.resolve("pictures"), folder.resolve("features-" + concept));
        Path made = folder.resolve("corrected-" + concept);
        TinyRun.learn(features, TinyRun.CONCEPTS, List.of(1, 1, 1), made);
        TinyRun.giveDirections(made, run.resolve("directions.safetensors"));
        return made;
    }

    @Test
    void networksOfAnotherWidthAreCompared() throws IOException {
        Path other = TinyRun.make(
                folder.resolve("wide"), "wide", TinyNetworks.network(true, TinyRun.SIZE, 2, TinyNetworks.WIDTH + 4));
        RunDiff diff = diff(run, other, 2);
        assertThat(diff.grid()).isEqualTo(new Grid(8, 8));
        assertThat(diff.predictions().pictures()).isEqualTo(24);
        assertThat(diff.matched().size()
                        + diff.merged().size()
                        + diff.lost().size()
                        + diff.rareBefore().size())
                .isEqualTo(TinyRun.CONCEPTS);
        Path file = folder.resolve("diff.json");
        Json.write(file, diff);
        assertThat(Json.read(file, RunDiff.class)).isEqualTo(diff);
        assertThat(diff(run, other, 1)).isEqualTo(diff);
    }

    @Test
    void runsOfOtherPicturesAreRefused() throws IOException {
        Path pictures = folder.resolve("others/pictures");
        for (int i = 0; i < 24; i++) {
            TinyRun.picture(
                    pictures.resolve(List.of("ash", "beech", "cedar").get(i % 3) + "/" + i + ".png"),
                    i < 19 ? i : 100 + i);
        }
        FeatureSet features =
                TinyRun.features(folder.resolve("tiny.onnx"), pictures, folder.resolve("others/features"));
        Path other = folder.resolve("others/run");
        TinyRun.learn(features, TinyRun.CONCEPTS, List.of(1, 1, 1), other);
        assertThat(Files.exists(other)).isTrue();
        assertThatThrownBy(() -> diff(run, other, 1))
                .isInstanceOf(InvalidInput.class)
                .hasMessageContaining("have 19 pictures of the same name and content in common")
                .hasMessageContaining("at least 20");
    }
}
