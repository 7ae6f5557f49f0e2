package org.eddp.cli.command;

import java.util.Locale;
import org.eddp.cli.terminal.Interruption;
import org.eddp.cli.terminal.Progress;
import org.eddp.experiments.Experiment;
import org.eddp.experiments.training.Trainer;
import org.eddp.learning.LearningMonitor;

/** Shows how the seeds of an experiment go, all on one progress. */
record ExperimentProgress(Progress progress) implements Experiment.Watcher {
    @Override
    public LearningMonitor learning(String name) {
        return new LearningProgress(name, progress);
    }

    @Override
    public Trainer.EpochMonitor training(int weight) {
        return new Training(progress, weight);
    }

    @Override
    public boolean stopRequested() {
        return Interruption.requested();
    }

    /** Shows how training goes. */
    private static final class Training implements Trainer.EpochMonitor {
        private final Progress progress;
        private final int weight;
        private String state = "network";

        Training(Progress progress, int weight) {
            this.progress = progress;
            this.weight = weight;
        }

        @Override
        public void onProgress(long done, long total) {
            progress.advance(weight, () -> state);
        }

        @Override
        public void onEpoch(int epoch, int epochs, double loss, double accuracy) {
            state = String.format(
                    Locale.ROOT, "network, epoch %d of %d, loss %.3f, accuracy %.2f", epoch, epochs, loss, accuracy);
        }

        @Override
        public boolean stopRequested() {
            return Interruption.requested();
        }
    }
}
