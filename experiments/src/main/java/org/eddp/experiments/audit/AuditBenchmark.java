package org.eddp.experiments.audit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.Folders;
import org.eddp.files.json.Json;
import org.eddp.learning.Learner;
import org.eddp.learning.LearningMonitor;
import org.eddp.learning.LearningResult;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/**
 * The benchmark of planted flaws: for every seed the networks of all rates and their clean twin. The result of every network is kept
 * as a file and never made twice. The learned pairs, which take most of the time, are files of their own: without the results, the
 * same networks are audited again.
 */
public final class AuditBenchmark {
    private static final long PARTS = 1000;
    /** Shares of the time of a seed and of a network, roughly. */
    private static final double FEATURES = 0.1;

    private static final double TRAINING = 0.05;
    private static final double LEARNING = 0.6;
    /** Of the digest that tells pairs of other settings apart. */
    private static final int DIGITS = 12;

    private final AuditBenchmarkOptions options;
    private final Workers workers;
    private final AuditCall auditor;
    private final List<SeedTrial> due;

    /**
     * A benchmark that has not been run.
     *
     * @param workers threads; not closed
     * @throws FileFailure if networks or pictures cannot be used
     */
    public AuditBenchmark(AuditBenchmarkOptions options, Workers workers) {
        this(options, workers, new CoreAudit());
    }

    AuditBenchmark(AuditBenchmarkOptions options, Workers workers, AuditCall auditor) {
        this.options = options;
        this.workers = workers;
        this.auditor = auditor;
        due = SeedTrial.all(options);
        due.get(0).check(); // unusable pictures fail before anything is written
    }

    /**
     * Makes the networks that the folder does not have yet, and summarizes all requested ones.
     *
     * @param folder of the results
     * @throws org.eddp.monitor.Monitor.Stopped if the monitor asks to stop; finished networks are kept
     */
    public AuditBenchmarkResults run(Path folder, Monitor monitor) {
        List<FlawTrial> trials = new ArrayList<>();
        try (Monitor.Stage stage = monitor.stage("bench audit", due.size() * PARTS)) {
            for (int n = 0; n < due.size(); n++) {
                stage.check("the benchmark");
                trials.addAll(seed(due.get(n), folder, stage.part((double) n / due.size(), (n + 1.0) / due.size())));
                stage.onProgress((n + 1) * PARTS, due.size() * PARTS);
            }
        }
        AuditBenchmarkResults results = AuditBenchmarkResults.of(trials);
        Json.write(folder.resolve("audit-benchmark.json"), results);
        return results;
    }

    private List<FlawTrial> seed(SeedTrial trial, Path folder, Monitor monitor) {
        Path place = folder.resolve(
                trial.settings().network() + "-seed-" + trial.settings().seed());
        List<Integer> percents = new ArrayList<>(options.size().percents());
        percents.add(0);
        List<FlawTrial> kept = new ArrayList<>();
        for (int percent : percents) {
            kept.add(kept(file(place, percent), trial.settings()));
        }
        if (!kept.contains(null)) {
            return kept;
        }
        Folders.prepare(place);
        try (Scope scope = Scope.open();
                FlawSource source = trial.open(place, workers, monitor.part(0, FEATURES))) {
            for (int k = 0; k < percents.size(); k++) {
                if (kept.get(k) == null) {
                    Monitor own = monitor.part(
                            FEATURES + (1 - FEATURES) * k / percents.size(),
                            FEATURES + (1 - FEATURES) * (k + 1) / percents.size());
                    Path file = file(place, percents.get(k));
                    Json.writeSealed(file, trial(trial, source, percents.get(k), place, own));
                    // the same numbers whether it is made now or was kept
                    kept.set(k, kept(file, trial.settings()));
                }
            }
        }
        return kept;
    }

    private static Path file(Path place, int percent) {
        return place.resolve(percent == 0 ? "twin.json" : "rate-" + percent + ".json");
    }

    private static FlawTrial kept(Path file, FlawTrial.Settings settings) {
        if (!Files.exists(file)) {
            return null;
        }
        FlawTrial kept = Json.read(file, FlawTrial.class);
        if (!kept.settings().equals(settings)) {
            throw new FileFailure(file + " was made with other settings, " + kept.settings() + " instead of " + settings
                    + "; choose another folder, or delete this file");
        }
        return kept;
    }

    private FlawTrial trial(SeedTrial trial, FlawSource source, int percent, Path place, Monitor monitor) {
        long seed = trial.settings().seed();
        try (Scope scope = Scope.open()) {
            FlawNetwork network = source.network(percent / 100.0, monitor.part(0, TRAINING));
            Path pairs = place.resolve("pairs-" + percent + "-"
                    + Digests.of(trial.settings() + " " + network.learning()).substring(0, DIGITS) + ".safetensors");
            if (options.runs() || !Files.exists(pairs)) {
                LearningResult learned = new Learner(network.train().features(), network.learning())
                        .head(network.head())
                        .workers(workers)
                        .monitor(LearningMonitor.of(monitor.part(TRAINING, LEARNING)))
                        .learn();
                if (options.runs()) {
                    Path run = place.resolve(percent == 0 ? "run-twin" : "run-" + percent);
                    source.write(Folders.prepare(run), network, learned, workers);
                }
                learned.directions().write(pairs);
            }
            return new FlawStudy(source.flaw(), network, auditor, seed, workers)
                    .trial(trial.settings(), percent, Directions.read(pairs), monitor.part(LEARNING, 1));
        }
    }
}
