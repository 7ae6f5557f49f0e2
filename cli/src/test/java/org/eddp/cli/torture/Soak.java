package org.eddp.cli.torture;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.eddp.Eddp;
import org.eddp.bench.ResidentMemory;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.Learner;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.run.Run;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/** The same thing over and over in one process; does its memory grow? Measured after a collection of the Java heap. */
final class Soak {
    /** Measurements over a soak. */
    private static final int SAMPLES = 100;

    private Soak() {}

    /**
     * What came of it.
     *
     * @param what was done
     * @param times how often
     * @param slope bytes each time
     * @param megabytes resident in the end
     */
    record Result(String what, long times, Slope slope, double megabytes) {}

    /** Explains pictures, one after the other, through the front door. */
    static Result explanations(Path folder, List<Path> pictures, int times, Consumer<String> progress) {
        Eddp eddp = new Eddp();
        Slope.Samples samples = new Slope.Samples();
        try (Run run = Run.open(folder)) {
            for (int i = 0; i < times; i++) {
                eddp.explain(run, pictures.get(i % pictures.size()));
                if ((i + 1) % Math.max(1, times / SAMPLES) == 0) {
                    samples.add(i + 1, ResidentMemory.settled());
                    report(progress, "explanation", i + 1, samples);
                }
            }
        }
        return result("explanation", times, samples);
    }

    /** Learns from features with one seed after the other until the time is over. */
    static Result learning(Path features, Duration time, Consumer<String> progress) {
        FeatureSet set = FeatureSet.open(features);
        Slope.Samples samples = new Slope.Samples();
        long start = System.nanoTime();
        long[] steps = {0};
        try (Scope scope = Scope.open();
                Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            FeatureSource source = set.inMemory(1L << 30);
            Head head = Head.of(set.readout().orElseThrow(), set.grid());
            while (samples.count() < SAMPLES) {
                new Learner(source, LearnOptions.of(source, 3))
                        .head(head)
                        .workers(workers)
                        .monitor(step -> {
                            steps[0]++;
                            if (System.nanoTime() - start > time.toNanos() / SAMPLES * (samples.count() + 1)) {
                                samples.add(steps[0], ResidentMemory.settled());
                                report(progress, "learning step", steps[0], samples);
                            }
                            if (samples.count() == SAMPLES) {
                                throw new Stopped("the time is over");
                            }
                        })
                        .learn();
            }
        } catch (Stopped e) {
            // as asked for
        }
        return result("learning step", steps[0], samples);
    }

    private static void report(Consumer<String> progress, String what, long times, Slope.Samples samples) {
        if (samples.count() % 10 == 0) {
            progress.accept(what + " " + times + ": " + Math.round(samples.last() / 1e6) + " MB");
        }
    }

    private static Result result(String what, long times, Slope.Samples samples) {
        return new Result(what, times, samples.slope(), samples.last() / 1e6);
    }
}
