package org.eddp.experiments.chess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import org.eddp.directions.Directions;
import org.eddp.experiments.Experiment;
import org.eddp.experiments.ExperimentPresets;
import org.eddp.experiments.chess.ChessExperiment.ChessOptions;
import org.eddp.experiments.training.TrainedNetwork;
import org.eddp.experiments.training.Trainer;
import org.eddp.experiments.training.TrainingImages;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.LearningMonitor;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole experiment, far too short to find anything: what it writes and reports must fit together all the same. */
@Tag("slow")
class ChessTrialTest {
    @TempDir
    private Path folder;

    private static LearnOptions brief(int concepts) {
        LearnOptions usual = ExperimentPresets.chess(concepts, 1);
        LearnOptions.Schedule schedule = new LearnOptions.Schedule(3, 0.01, 0, 0, 20, 5);
        LearnOptions.Start start = usual.start();
        return usual.withConcepts(concepts)
                .withStart(start.withSchedule(schedule).withRestarts(2))
                .withRefine(LearnOptions.Refine.of(schedule, usual.refine().objective()))
                .withJoint(LearnOptions.Joint.of(schedule, usual.joint().objective()))
                .withSeed(1);
    }

    @Test
    void writesNetworksDirectionsAndNumbersThatFitTogether() {
        ChessOptions options = new ChessOptions(null, 4, 1, 1);
        try (Workers workers = new Workers(2);
                Scope scope = Scope.open()) {
            Experiment.Trial<ChessResults> outcome = ChessTrial.run(
                    options,
                    new ChessTrial.Session(folder, workers, Trainer.EpochMonitor.NONE, LearningMonitor.NONE),
                    brief(4));

            ChessResults results = outcome.results();
            assertThat(results.detectors()).hasSize(4);
            assertThat(results.randomControls()).hasSize(10);
            assertThat(outcome.pictures()).hasSize(4);
            double best = results.detectors().stream()
                    .mapToDouble(ChessResults.Detector::iou)
                    .max()
                    .orElseThrow();
            assertThat(results.watermark().iou()).isEqualTo(best);
            assertThat(results.original().both().images()).isEqualTo(126);
            assertThat(Directions.read(folder.resolve("directions.safetensors")).concepts())
                    .isEqualTo(4);
            TrainingImages poisoned = ChessData.images(options.data().poisoned());
            assertThat(accuracy("network.onnx", poisoned))
                    .isEqualTo(results.original().poisonedAccuracy());
            assertThat(accuracy("corrected.onnx", poisoned))
                    .isEqualTo(results.corrected().poisonedAccuracy());
        }
    }

    private double accuracy(String file, TrainingImages images) {
        try (Network network = Networks.load(folder.resolve(file))) {
            double[] best =
                    network.logits(images.batch(0, images.size())).argmax(1).toDoubles();
            int right = 0;
            for (int i = 0; i < best.length; i++) {
                right += best[i] == images.label(i) ? 1 : 0;
            }
            return right / (double) best.length;
        }
    }

    @Test
    void featuresInUnitsOfTheirDeviationLeaveThePredictionsAsTheyAre() {
        TrainingImages images = ChessData.images(ChessData.drawn(2).train());
        try (Scope scope = Scope.open()) {
            TrainedNetwork network = trained(images);
            TrainedNetwork same = ChessNetwork.inUnits(network, images);

            Tensor few = images.batch(0, 20);
            assertThat(largest(same.logits(few).minus(network.logits(few)))).isLessThan(1e-4);
            Tensor maps = same.output("relu5", few);
            assertThat(maps.shape()).containsExactly(20, 16, 2, 2);
            Tensor again = ChessNetwork.inUnits(same, images).output("relu5", few);
            assertThat(largest(again.minus(maps))).isLessThan(1e-4);
        }
    }

    @Test
    void theLowerPatchesSeeNothingOfTheMark() {
        ChessData data = ChessData.drawn(2);
        try (Scope scope = Scope.open()) {
            TrainedNetwork network = trained(ChessData.images(data.train()));
            Tensor clean =
                    network.output("relu5", ChessData.images(data.clean()).batch(0, 20));
            Tensor poisoned =
                    network.output("relu5", ChessData.images(data.poisoned()).batch(0, 20));

            Tensor change = poisoned.minus(clean);
            assertThat(largest(change.narrow(2, 0, 1))).isPositive();
            assertThat(largest(change.narrow(2, 1, 1))).isZero();
        }
    }

    private static TrainedNetwork trained(TrainingImages images) {
        try (Workers workers = new Workers(2)) {
            return Trainer.train(
                    ChessNetwork.architecture(),
                    images,
                    ChessNetwork.training(1, images.size(), 1),
                    workers,
                    Trainer.EpochMonitor.NONE);
        }
    }

    private static double largest(Tensor difference) {
        return Arrays.stream(difference.toDoubles()).map(Math::abs).max().orElseThrow();
    }

    @Test
    void stopsWhenAskedTo() {
        Trainer.EpochMonitor impatient = new Trainer.EpochMonitor() {
            @Override
            public void onProgress(long done, long total) {}

            @Override
            public boolean stopRequested() {
                return true;
            }
        };
        try (Workers workers = new Workers(1)) {
            ChessTrial.Session session = new ChessTrial.Session(folder, workers, impatient, LearningMonitor.NONE);
            assertThatThrownBy(() -> ChessTrial.run(ChessOptions.DEFAULT, session, ChessOptions.DEFAULT.learning()))
                    .isInstanceOf(Stopped.class);
        }
    }
}
