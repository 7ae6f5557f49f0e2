package org.eddp.experiments.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.eddp.experiments.training.Trainer;
import org.eddp.experiments.training.TrainingImages;
import org.eddp.experiments.world.WorldExperiment.WorldOptions;
import org.eddp.monitor.Monitor;
import org.eddp.network.LinearReadout;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorldNetworkTest {
    private static final WorldOptions.Network BRIEF = new WorldOptions.Network(
            64,
            32,
            Trainer.Options.DEFAULT
                    .withEpochs(3)
                    .withBatch(12)
                    .withLearningRate(0.005)
                    .withDecay(0.01)
                    .withSmoothing(0));

    @TempDir
    Path folder;

    @Test
    void aNetworkIsTrainedWrittenAndDescribed() {
        Path world = folder.resolve("world");
        Path out = folder.resolve("network");
        try (Workers workers = new Workers(2);
                Scope scope = Scope.open()) {
            WorldGenerator.write(world, new WorldOptions.Pictures(24, 12, 64, 32, 1), workers, Monitor.NONE);
            WorldNetwork.Card card = WorldNetwork.train(world, out, BRIEF, workers, Trainer.EpochMonitor.NONE);
            assertThat(WorldNetwork.Card.read(out)).isEqualTo(card);
            assertThat(card.classes()).hasSize(12);
            assertThat(card.preprocessing().cropHeight()).isEqualTo(64);
            TrainingImages val =
                    WorldNetwork.load(world, "val", ImageClasses.read(world), card.preprocessing(), workers);
            try (Network onnx = Networks.load(out.resolve(WorldNetwork.ONNX));
                    Network script = Networks.load(out.resolve(WorldNetwork.TORCH_SCRIPT), 64, 64)) {
                assertThat(accuracy(onnx, val)).isEqualTo(card.valAccuracy());
                assertThat(accuracy(script, val)).isEqualTo(card.valAccuracy());
                assertThat(LinearReadout.of(onnx.cut(card.layer()))).isPresent();
                assertThat(onnx.cut(card.layer()).layer().shape()).containsExactly(32, 4, 4);
            }
        }
    }

    private static double accuracy(Network network, TrainingImages images) {
        double[] predicted =
                network.logits(images.batch(0, images.size())).argmax(1).toDoubles();
        int right = 0;
        for (int i = 0; i < predicted.length; i++) {
            right += predicted[i] == images.label(i) ? 1 : 0;
        }
        return right / (double) images.size();
    }
}
