package org.eddp.study;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.eddp.features.FeatureSet;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.influence.InfluenceResults;
import org.eddp.metrics.Comparison;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.measure.Evaluation;
import org.eddp.study.measure.InfluenceStudy;

/**
 * Steps of long work, each named by the command that repeats it alone and followed by the time it took. Finished steps
 * are not repeated.
 *
 * @param observer receives their results
 */
public record Steps(Observer observer) {
    /**
     * A step, described by the command that repeats it.
     *
     * @param name of the command
     * @param settings by the names of that command's options; empty where an option has no value
     */
    public record Step(String name, Map<String, String> settings) {
        /** A step without settings. */
        public Step(String name) {
            this(name, Map.of());
        }

        /** The same with one more setting. */
        public Step with(String setting, Object value) {
            Map<String, String> more = new LinkedHashMap<>(settings);
            more.put(setting, value.toString());
            return new Step(name, more);
        }
    }

    /** Observes steps, and receives their results. */
    public interface Observer extends Monitor {
        /**
         * Directions are learned.
         *
         * @param command their origin
         */
        default void learned(Path run, FeatureSet set, Learning.Result result, String command) {}

        /** Whether it has reported the learned directions of a run; false if a process was killed before that. */
        default boolean isReported(Path run) {
            return true;
        }

        /** A run is evaluated. */
        default void evaluated(List<Comparison.Row> rows) {}

        /** The influence of a run's concepts is measured. */
        default void influence(Run run, InfluenceResults results) {}

        /** It was measured before, perhaps by a process that was killed before it reported the results. */
        default void influenceKnown(Run run, InfluenceResults results) {}
    }

    /** Learns directions into a folder, if it does not hold a finished run. */
    public void learn(FeatureSet set, Path folder, Learning.Options how) {
        boolean finished = Run.isFinished(folder);
        if (!finished || !observer.isReported(folder)) {
            Learning.Options options = finished // keeps a finished run
                    ? how.withCheckpoints(how.checkpoints().withResume(true))
                    : how;
            run(how.request(), () -> {
                Learning.Result result = Learning.learn(set, folder, options, observer);
                observer.learned(folder, set, result, how.request().command());
            });
        }
    }

    /** Evaluates a run, if it has no metrics. */
    public void evaluate(Path folder, Run.Options opened, Evaluation.Options how) {
        try (Run run = Run.open(folder, opened, observer)) {
            // a process may have been killed after writing them and before recording their origin
            if (!run.has(Results.METRICS) || run.made(Results.METRICS).isEmpty()) {
                run(opened.request(), () -> observer.evaluated(Evaluation.run(run, how, observer)));
            }
        }
    }

    /** Measures the influence of a run's concepts, if it has none. */
    public void influence(Path folder, Run.Options opened, InfluenceStudy.Options how) {
        try (Run run = Run.open(folder, opened, observer)) {
            Optional<InfluenceResults> known = run.read(Results.INFLUENCE);
            if (known.isPresent()) {
                observer.influenceKnown(run, known.get());
            } else {
                run(opened.request(), () -> observer.influence(run, InfluenceStudy.run(run, how, observer)));
            }
        }
    }

    /** Runs a step. */
    public void run(Request request, Runnable step) {
        observer.remark(request.words());
        long begin = System.nanoTime();
        try {
            step.run();
            // a short step may end before it sees the request to stop; the next must not begin
            observer.check("the work");
        } catch (Stopped e) {
            throw new Stopped("stopped; finished steps are kept, repeat the command to continue");
        }
        observer.remark(String.format(Locale.ROOT, "(%.0f s)", (System.nanoTime() - begin) / 1e9));
    }
}
