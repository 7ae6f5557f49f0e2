package org.eddp.experiments.chess;

import java.nio.file.Path;
import java.util.List;
import org.eddp.experiments.Experiment;
import org.eddp.report.page.HtmlPage;
import org.eddp.tensor.Workers;

/** The model-correction experiment: pictures, network, directions, and what the directions know of the mark. */
public final class ChessExperiment extends Experiment<ChessResults> {
    /** A step of the network takes about as long as this many of the directions; time left would be far off without. */
    private static final int NETWORK_STEP = 80;

    private final ChessOptions options;

    /**
     * An experiment that has not been made.
     *
     * @param options of every seed, except for the seed itself
     * @throws org.eddp.files.FileFailure if its pictures cannot be used
     */
    public ChessExperiment(ChessOptions options) {
        this.options = options;
        options.data(); // pictures that cannot be used are refused before anything is made
    }

    @Override
    public long work() {
        return (long) options.epochs() * ChessNetwork.STEPS_PER_EPOCH * NETWORK_STEP
                + options.learning().epochs();
    }

    @Override
    protected Trial<ChessResults> trial(long seed, Path folder, Workers workers, Watcher watcher) {
        ChessTrial.Session session =
                new ChessTrial.Session(folder, workers, watcher.training(NETWORK_STEP), watcher.learning("directions"));
        ChessOptions seeded = options.withSeed(seed);
        return ChessTrial.run(seeded, session, seeded.learning());
    }

    @Override
    protected Object summary(List<ChessResults> seeds) {
        return ChessResults.Summary.of(seeds);
    }

    @Override
    protected HtmlPage page(List<Trial<ChessResults>> trials) {
        return ChessReport.page(trials);
    }

    @Override
    protected Tables<ChessResults> tables() {
        return new ChessTables();
    }
}
