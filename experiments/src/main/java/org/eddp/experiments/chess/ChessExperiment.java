package org.eddp.experiments.chess;

import java.nio.file.Path;
import java.util.List;
import org.eddp.experiments.Experiment;
import org.eddp.experiments.ExperimentPresets;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileNames;
import org.eddp.learning.LearnOptions;
import org.eddp.report.page.HtmlPage;
import org.eddp.tensor.Workers;

/**
 * The model-correction experiment: pictures, network, directions, and the comparison of the directions with the mark.
 */
public final class ChessExperiment extends Experiment<ChessResults> {
    /** Cost of a training step of the network in steps of learning, for the estimate of the remaining time. */
    private static final int NETWORK_STEP = 80;

    private final ChessOptions options;

    /**
     * A new experiment.
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

    /**
     * The model-correction experiment.
     *
     * @param images folder with bishop, knight and rook, or null to draw the pictures
     * @param concepts number of direction pairs I; the paper's is 6
     * @param epochs passes over the training pictures
     * @param seed of everything
     */
    public record ChessOptions(Path images, int concepts, int epochs, long seed) {
        /** The usual experiment. */
        public static final ChessOptions DEFAULT = new ChessOptions(null, 6, 300, 1);

        private static final int MOST_EPOCHS = 100_000;

        public ChessOptions {
            if (concepts < 1 || concepts > ChessNetwork.WIDTH) {
                throw new InvalidInput("concepts = " + concepts + " must be within 1 .. " + ChessNetwork.WIDTH
                        + ", the feature width of the network");
            }
            if (epochs < 1 || epochs > MOST_EPOCHS) {
                throw new InvalidInput("epochs = " + epochs + " must be within 1 .. " + MOST_EPOCHS);
            }
        }

        /** The same with another seed. */
        public ChessOptions withSeed(long changed) {
            return new ChessOptions(images, concepts, epochs, changed);
        }

        public ChessOptions withImages(Path changed) {
            return new ChessOptions(changed, concepts, epochs, seed);
        }

        public ChessOptions withConcepts(int changed) {
            return new ChessOptions(images, changed, epochs, seed);
        }

        public ChessOptions withEpochs(int changed) {
            return new ChessOptions(images, concepts, changed, seed);
        }

        /** As recorded in results: without the path of the pictures. */
        ChessOptions named() {
            return new ChessOptions(images == null ? null : Path.of(FileNames.last(images)), concepts, epochs, seed);
        }

        /** How direction pairs are learned. */
        LearnOptions learning() {
            return ExperimentPresets.chess(concepts, seed);
        }

        /** The pictures. */
        public ChessData data() {
            return images == null ? ChessData.drawn(seed) : ChessData.read(images, seed);
        }
    }
}
