package org.eddp.experiments.synthetic;

import java.nio.file.Path;
import java.util.List;
import org.eddp.experiments.Checkpoints;
import org.eddp.experiments.Experiment;
import org.eddp.report.page.HtmlPage;
import org.eddp.tensor.Workers;

/**
 * The synthetic experiment from end to end: data, network, signal vectors from ground-truth signal values, direction pairs
 * learned without supervision, the ablation without L^fso, and other methods on the same data.
 */
public final class SyntheticExperiment extends Experiment<SyntheticResults> {
    private final SyntheticOptions options;
    private final Checkpoints checkpoints;

    /**
     * An experiment that has not been made.
     *
     * @param options of every seed, except for the seed itself
     * @param checkpoints how it goes on after an interruption
     */
    public SyntheticExperiment(SyntheticOptions options, Checkpoints checkpoints) {
        this.options = options;
        this.checkpoints = checkpoints;
    }

    /** A seed has two runs, with and without L^fso. */
    @Override
    public long work() {
        return 2L * options.learning().epochs();
    }

    @Override
    protected Trial<SyntheticResults> trial(long seed, Path folder, Workers workers, Watcher watcher) {
        SyntheticTrial.Session session = new SyntheticTrial.Session(folder, checkpoints, workers, watcher::learning);
        return SyntheticTrial.run(options.withSeed(seed), session);
    }

    @Override
    protected Object summary(List<SyntheticResults> seeds) {
        return SyntheticResults.Summary.of(seeds);
    }

    @Override
    protected HtmlPage page(List<Trial<SyntheticResults>> trials) {
        return SyntheticReport.page(trials.stream().map(Trial::results).toList());
    }

    @Override
    protected Tables<SyntheticResults> tables() {
        return new SyntheticTables();
    }
}
