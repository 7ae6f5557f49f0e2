package org.eddp.experiments;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.eddp.experiments.training.Trainer;
import org.eddp.failure.InvalidInput;
import org.eddp.files.AtomicFile;
import org.eddp.files.FileFailure;
import org.eddp.files.FolderLock;
import org.eddp.files.json.Circumstances;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.files.json.Json;
import org.eddp.images.decode.Picture;
import org.eddp.learning.LearningMonitor;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.report.page.HtmlPage;
import org.eddp.run.Results;
import org.eddp.tensor.Workers;

/**
 * An experiment of the paper, for one seed or for several. Its numbers are written as {@code results.json} and as a page,
 * {@code report.html}.
 *
 * @param <R> numbers of one seed
 */
public abstract class Experiment<R> {
    private static final int MOST_SEEDS = 10_000;

    /**
     * Which seeds.
     *
     * @param first the first of them
     * @param count number of seeds from the first on, each in a folder {@code seed-N}, with a summary; 0 for the first
     *     alone, in the folder of the experiment
     */
    public record Seeds(long first, int count) {
        public Seeds {
            if (count < 0 || count > MOST_SEEDS) {
                throw new InvalidInput(count + " seeds: must be within 1 .. " + MOST_SEEDS);
            }
        }

        /** A single seed. */
        public static Seeds one(long seed) {
            return new Seeds(seed, 0);
        }

        /** Number of trials. */
        public int trials() {
            return Math.max(1, count);
        }
    }

    /** Observes an experiment, several seeds at the same time. */
    public interface Watcher {
        /**
         * Observes one learning of directions.
         *
         * @param name of the learned set
         */
        LearningMonitor learning(String name);

        /**
         * Watches the training of a network.
         *
         * @param weight a step of the training takes about as long as this many steps of learning directions
         */
        Trainer.EpochMonitor training(int weight);

        /**
         * Observes a part of a trial.
         *
         * @param name of the part
         * @param weight the whole part takes about as long as this many steps of learning directions
         */
        Monitor part(String name, long weight);

        /** Whether to stop as soon as possible. */
        boolean stopRequested();
    }

    /**
     * The result of one seed.
     *
     * @param results its numbers
     * @param pictures for the page
     * @param seconds of its parts; not part of the results
     */
    public record Trial<R>(R results, List<Picture> pictures, Map<String, Double> seconds) {}

    /**
     * The result of an experiment.
     *
     * @param results content of {@code results.json}: the numbers of the only seed, or the summary of several
     * @param text the same as tables for people, with the paper's numbers beside ours
     * @param report the page
     */
    public record Findings(Object results, String text, Path report) {}

    /**
     * Runs the experiment: several seeds run side by side, one thread each; a single one uses all threads.
     *
     * @param request shown on the page
     * @throws Stopped if the watcher stops the work
     */
    public final Findings run(Path folder, Seeds seeds, Request request, Workers workers, Watcher watcher) {
        try (FolderLock lock = FolderLock.take(folder)) {
            return make(folder, seeds, request, workers, watcher);
        }
    }

    private Findings make(Path folder, Seeds seeds, Request request, Workers workers, Watcher watcher) {
        List<Trial<R>> trials = new ArrayList<>();
        if (seeds.count() == 0) {
            trials.add(start(seeds.first(), folder, workers, watcher));
        } else {
            workers.forEach(seeds.count(), i -> alone(seeds.first() + i, folder, watcher), trials::add);
        }
        List<R> numbers = trials.stream().map(Trial::results).toList();
        Object results = seeds.count() == 0 ? numbers.get(0) : summary(numbers);
        Path report = folder.resolve(Results.REPORT);
        Json.write(folder.resolve(Results.EXPERIMENT), results);
        HtmlPage page = page(trials)
                .section(
                        "reproduce",
                        "How to reproduce",
                        List.of(
                                HtmlPage.paragraph("This page comes from the command below. The same command on the"
                                        + " same kind of machine gives the same page, byte by byte. How long it took is in"
                                        + " "
                                        + Circumstances.NAME + "."),
                                HtmlPage.code(request.command())));
        AtomicFile.writeString(report, page.render());
        Map<String, Double> seconds = seconds(seeds, trials);
        Circumstances.change(
                folder, known -> known.withCommand(request, workers.threads()).withSeconds(seconds));
        if (!Files.exists(report)) {
            throw new FileFailure("the folder " + folder
                    + " was taken away while results were written to it; put it back, or give the command again");
        }
        return new Findings(results, tables().text(trials), report);
    }

    /** How long the parts took, of several seeds those of each. */
    private Map<String, Double> seconds(Seeds seeds, List<Trial<R>> trials) {
        Map<String, Double> all = new TreeMap<>();
        for (int n = 0; n < trials.size(); n++) {
            String of = seeds.count() == 0 ? "" : "seed " + (seeds.first() + n) + ", ";
            trials.get(n).seconds().forEach((part, time) -> all.put(of + part, time));
        }
        return all;
    }

    private Trial<R> alone(long seed, Path folder, Watcher watcher) {
        try (Workers single = new Workers(1)) {
            return start(seed, folder.resolve("seed-" + seed), single, watcher);
        }
    }

    private Trial<R> start(long seed, Path folder, Workers workers, Watcher watcher) {
        if (watcher.stopRequested()) {
            throw new Stopped("stopped before seed " + seed);
        }
        return trial(seed, folder, workers, watcher);
    }

    /** Work of one seed, in steps of learning directions. */
    public abstract long work();

    /** Makes the experiment for one seed. */
    protected abstract Trial<R> trial(long seed, Path folder, Workers workers, Watcher watcher);

    /** The summary of several seeds; written as JSON. */
    protected abstract Object summary(List<R> seeds);

    /** The page, without the part on reproduction. */
    protected abstract HtmlPage page(List<Trial<R>> trials);

    /** The results as text. */
    protected abstract Tables<R> tables();

    /**
     * An experiment as text: of one seed everything, of several a line each. Used once.
     *
     * @param <R> numbers of one seed
     */
    public abstract static class Tables<R> {
        private final StringBuilder text = new StringBuilder();
        private List<Map<String, Double>> times;

        private String text(List<Trial<R>> trials) {
            times = trials.stream().map(Trial::seconds).toList();
            if (trials.size() == 1) {
                one(trials.get(0).results());
                line(
                        "Seconds: %s",
                        times.get(0).entrySet().stream()
                                .map(e -> String.format(Locale.ROOT, "%s %.1f", e.getKey(), e.getValue()))
                                .collect(Collectors.joining(", ")));
            } else {
                many(trials.stream().map(Trial::results).toList());
            }
            return text.toString();
        }

        /** How long all parts of a trial took together. */
        protected final double seconds(int trial) {
            return times.get(trial).values().stream().mapToDouble(x -> x).sum();
        }

        /** How long a part of a trial took. */
        protected final double seconds(int trial, String part) {
            return times.get(trial).get(part);
        }

        /** Writes the results of a seed. */
        protected abstract void one(R results);

        /** Writes the results of several seeds and their summary. */
        protected abstract void many(List<R> seeds);

        /** Writes a line. */
        protected final void line(String format, Object... arguments) {
            text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
        }
    }

    /**
     * How an experiment resumes after an interruption: the learning of directions is saved from time to time, and finished
     * learning is not repeated.
     *
     * @param resume continue from the files in the folder, to the same bytes
     * @param seconds time between checkpoints
     */
    public record Checkpoints(boolean resume, double seconds) {
        public Checkpoints {
            if (!(seconds >= 0)) {
                throw new InvalidInput("the time between checkpoints, " + seconds + " s, must not be negative");
            }
        }
    }
}
