package org.eddp.experiments.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.eddp.experiments.training.TrainedNetwork.Architecture;
import org.eddp.images.decode.Picture;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TrainerTest {
    private static final Trainer.Options OPTIONS = Trainer.Options.DEFAULT
            .withEpochs(12)
            .withLearningRate(0.01)
            .withDecay(0.01)
            .withAugmentation(new Trainer.Augmentation(true, 2, 0.1))
            .withSeed(3);

    private static TrainedNetwork train(
            int images, Trainer.Options options, int threads, Trainer.EpochMonitor monitor) {
        try (Workers workers = new Workers(threads)) {
            return Trainer.train(ShapeImages.network(), ShapeImages.draw(images, 1), options, workers, monitor);
        }
    }

    @Test
    @Tag("slow")
    void aNetworkLearnsToTellShapesItHasNotSeen() {
        List<Double> losses = new ArrayList<>();
        TrainedNetwork network = train(384, OPTIONS.withEpochs(20), 2, new Trainer.EpochMonitor() {
            @Override
            public void onProgress(long done, long total) {}

            @Override
            public void onEpoch(int epoch, int epochs, double loss, double accuracy) {
                losses.add(loss);
            }
        });
        try (Workers workers = new Workers(2)) {
            assertThat(network.accuracy(ShapeImages.draw(150, 2), workers)).isGreaterThan(0.9);
        }
        assertThat(losses).hasSize(20);
        assertThat(losses.get(19)).isLessThan(0.6 * losses.get(0));
    }

    @Test
    void theNumberOfThreadsChangesNothing() {
        Trainer.Options brief = OPTIONS.withEpochs(2);
        TrainedNetwork one = train(64, brief, 1, Trainer.EpochMonitor.NONE);
        TrainedNetwork two = train(64, brief, 2, Trainer.EpochMonitor.NONE);
        TrainedNetwork other = train(64, brief.withSeed(4), 2, Trainer.EpochMonitor.NONE);
        try (Scope scope = Scope.open()) {
            double[] expected = one.logits(ShapeImages.draw(9, 5).batch(0, 9)).toDoubles();
            assertThat(two.logits(ShapeImages.draw(9, 5).batch(0, 9)).toDoubles())
                    .isEqualTo(expected);
            assertThat(other.logits(ShapeImages.draw(9, 5).batch(0, 9)).toDoubles())
                    .isNotEqualTo(expected);
        }
    }

    @Test
    void trainingStopsWhenAsked() {
        Trainer.EpochMonitor impatient = new Trainer.EpochMonitor() {
            private long seen;

            @Override
            public void onProgress(long done, long total) {
                seen = done;
            }

            @Override
            public boolean stopRequested() {
                return seen == 2;
            }
        };
        assertThatThrownBy(() -> train(96, OPTIONS, 1, impatient)).isInstanceOf(Stopped.class);
    }

    @Test
    void aClassTheNetworkDoesNotHaveIsRefused() {
        List<TrainingImages.Example> examples = List.of(
                new TrainingImages.Example(Picture.black(ShapeImages.SIZE, ShapeImages.SIZE), 0),
                new TrainingImages.Example(Picture.black(ShapeImages.SIZE, ShapeImages.SIZE), 3));
        TrainingImages images = TrainingImages.of(examples, ShapeImages.PREPROCESSING);
        try (Workers workers = new Workers(1)) {
            assertThatThrownBy(() ->
                            Trainer.train(ShapeImages.network(), images, OPTIONS, workers, Trainer.EpochMonitor.NONE))
                    .hasMessageContaining("class 3")
                    .hasMessageContaining("0 .. 2");
        }
    }

    @Test
    void stagesThatDoNotFitAreNamed() {
        assertThatThrownBy(() -> new Architecture(3, 8, 8, List.of(new Stage.Convolution("stem", 4, 8, 3, 1, 1, true))))
                .hasMessage("stem takes 4 maps and gets 3");
        assertThatThrownBy(() -> new Architecture(3, 8, 8, List.of(new Stage.Relu("a"), new Stage.Relu("a"))))
                .hasMessageContaining("'a'");
        assertThatThrownBy(() -> new Architecture(3, 8, 8, List.of(new Stage.Relu("a"))))
                .hasMessageContaining("average pool");
    }
}
