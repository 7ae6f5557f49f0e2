package org.eddp.experiments.sticker;

import java.nio.file.Path;
import java.util.List;
import org.eddp.experiments.Checkpoints;
import org.eddp.experiments.Experiment;
import org.eddp.report.page.HtmlPage;
import org.eddp.tensor.Workers;

/** Repair on real photographs: a card on the pictures of one class, and directions that take it out again. */
public final class StickerExperiment extends Experiment<StickerResults> {
    private final StickerOptions options;
    private final Checkpoints checkpoints;

    /**
     * An experiment that has not been made.
     *
     * @param options of every seed, except for the seed itself
     * @param checkpoints how it goes on after an interruption
     * @throws org.eddp.files.FileFailure if its pictures cannot be used
     */
    public StickerExperiment(StickerOptions options, Checkpoints checkpoints) {
        this.options = options;
        this.checkpoints = checkpoints;
        options.pictures().labelled(options.seed()); // refused before anything is made
    }

    @Override
    public long work() {
        return StickerTrial.FEATURES + StickerTrial.LEARNING + StickerTrial.STUDY;
    }

    @Override
    protected Trial<StickerResults> trial(long seed, Path folder, Workers workers, Watcher watcher) {
        return new StickerTrial(options.withSeed(seed), folder, checkpoints, workers, watcher).run();
    }

    @Override
    protected Object summary(List<StickerResults> seeds) {
        return StickerResults.Summary.of(seeds);
    }

    @Override
    protected HtmlPage page(List<Trial<StickerResults>> trials) {
        return StickerReport.page(trials);
    }

    @Override
    protected Tables<StickerResults> tables() {
        return new StickerTables();
    }
}
