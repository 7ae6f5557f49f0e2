package org.eddp.cli.command.experiment;

import java.util.Locale;
import java.util.function.Supplier;
import org.eddp.experiments.Experiment;
import org.eddp.experiments.training.Trainer;
import org.eddp.learning.LearningMonitor;
import org.eddp.monitor.Monitor;

/** Shows the seeds of an experiment on one progress. */
final class ExperimentProgress implements Experiment.Watcher {
    private final Monitor monitor;
    private final long total;
    private long done;

    ExperimentProgress(Monitor monitor, long total) {
        this.monitor = monitor;
        this.total = total;
    }

    private synchronized void advance(long steps, Supplier<String> status) {
        done += steps;
        monitor.onProgress(done, total, status);
    }

    @Override
    public boolean stopRequested() {
        return monitor.stopRequested();
    }

    @Override
    public LearningMonitor learning(String name) {
        return new Directions(name);
    }

    @Override
    public Trainer.EpochMonitor training(int weight) {
        return new Training(weight);
    }

    @Override
    public Monitor part(String name, long weight) {
        return new Part(name, weight);
    }

    /** Shows the progress of a part. */
    private final class Part implements Monitor {
        private final String name;
        private final long weight;
        private long seen;

        Part(String name, long weight) {
            this.name = name;
            this.weight = weight;
        }

        @Override
        public void onProgress(long done, long total) {
            onProgress(done, total, () -> "");
        }

        @Override
        public void onProgress(long done, long total, Supplier<String> status) {
            long reached = Math.round((double) weight * done / Math.max(1, total));
            advance(reached - seen, () -> (name + " " + status.get()).strip());
            seen = reached;
        }

        @Override
        public boolean stopRequested() {
            return monitor.stopRequested();
        }
    }

    /** Shows the progress of learning. */
    private final class Directions implements LearningMonitor {
        private final String name;
        private long seen;

        Directions(String name) {
            this.name = name;
        }

        @Override
        public void onStep(Step step) {
            // a resumed run begins in the middle: skipped steps count as done
            advance(step.done() - seen, () -> name + " " + step.title());
            seen = step.done();
        }

        @Override
        public boolean stopRequested() {
            return monitor.stopRequested();
        }
    }

    /** Shows the progress of training. */
    private final class Training implements Trainer.EpochMonitor {
        private final int weight;
        private String state = "network";

        Training(int weight) {
            this.weight = weight;
        }

        @Override
        public void onProgress(long done, long total) {
            advance(weight, () -> state);
        }

        @Override
        public void onEpoch(int epoch, int epochs, double loss, double accuracy) {
            state = String.format(Locale.ROOT, "network, epoch %d of %d, accuracy %.2f", epoch, epochs, accuracy);
        }

        @Override
        public boolean stopRequested() {
            return monitor.stopRequested();
        }
    }
}
