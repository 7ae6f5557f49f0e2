package org.eddp.experiments.truth;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.FileNames;
import org.eddp.files.Folders;
import org.eddp.files.Json;
import org.eddp.images.input.Preprocessing;
import org.eddp.monitor.Monitor;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Workers;

/** The benchmark of known causes: one trial per network and seed, each kept in a folder of its own and never made twice. */
public final class TruthBenchmark {
    private static final long PARTS = 1000;

    private final TruthOptions options;
    private final Workers workers;

    /**
     * A benchmark that has not been run.
     *
     * @param workers threads; not closed
     * @throws FileFailure if the pictures cannot be used
     */
    public TruthBenchmark(TruthOptions options, Workers workers) {
        this.options = options;
        this.workers = workers;
        TrialPictures.of(options, options.firstSeed()); // unusable pictures fail before anything is written
    }

    /** A trial that is due. */
    private record Due(TruthOptions.Subject subject, Preprocessing preprocessing, TruthTrial.Settings settings) {}

    /**
     * Makes the trials that the folder does not hold yet, and sums up all that were asked for.
     *
     * @param folder of the trials
     * @throws org.eddp.monitor.Stopped if the monitor asks to stop; finished trials are kept
     */
    public TruthResults run(Path folder, Monitor monitor) {
        List<Due> all = due();
        List<TruthTrial> trials = new ArrayList<>();
        try (Monitor.Stage stage = monitor.stage("bench truth", all.size() * PARTS)) {
            for (int n = 0; n < all.size(); n++) {
                stage.check("the benchmark");
                trials.add(trial(all.get(n), folder, stage.part((double) n / all.size(), (n + 1.0) / all.size())));
                stage.onProgress((n + 1) * PARTS, all.size() * PARTS);
            }
        }
        TruthResults results = TruthResults.of(trials);
        Json.write(folder.resolve("truth.json"), results);
        return results;
    }

    private List<Due> due() {
        List<Due> all = new ArrayList<>();
        for (TruthOptions.Subject subject : options.networks()) {
            Preprocessing preprocessing;
            try (Network network = Networks.load(subject.file())) {
                preprocessing = subject.preprocessing().apply(network.input());
            }
            for (int s = 0; s < options.seeds(); s++) {
                all.add(new Due(
                        subject,
                        preprocessing,
                        new TruthTrial.Settings(
                                FileNames.last(subject.file()),
                                Digests.of(subject.file()),
                                Digests.of(Json.toText(preprocessing)),
                                options.pictures().name(),
                                options.size(),
                                options.firstSeed() + s)));
            }
        }
        return all;
    }

    private TruthTrial trial(Due due, Path folder, Monitor monitor) {
        TruthTrial.Settings settings = due.settings();
        Path place = folder.resolve(settings.network() + "-seed-" + settings.seed());
        Path file = place.resolve("trial.json");
        if (Files.exists(file)) {
            TruthTrial kept = Json.read(file, TruthTrial.class);
            if (!kept.settings().equals(settings)) {
                throw new FileFailure(place + " holds a trial with other settings, " + kept.settings() + " instead of "
                        + settings + "; choose another folder, or delete this trial");
            }
            return kept;
        }
        Folders.prepare(place);
        TruthTrial made = new TrialMaker(options, workers)
                .make(settings, due.subject().file(), due.preprocessing(), place, monitor);
        Json.writeSealed(file, made);
        return Json.read(file, TruthTrial.class); // the same numbers whether it is made now or was kept
    }
}
