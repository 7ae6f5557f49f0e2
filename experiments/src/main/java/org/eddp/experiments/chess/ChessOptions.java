package org.eddp.experiments.chess;

import java.nio.file.Path;
import org.eddp.experiments.ExperimentPresets;
import org.eddp.files.FileNames;
import org.eddp.learning.LearnOptions;

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
    public static final ChessOptions USUAL = new ChessOptions(null, 6, 300, 1);

    private static final int MOST_EPOCHS = 100_000;

    public ChessOptions {
        if (concepts < 1 || concepts > ChessNetwork.WIDTH) {
            throw new IllegalArgumentException("concepts = " + concepts + " must be within 1 .. " + ChessNetwork.WIDTH
                    + ", the feature width of the network");
        }
        if (epochs < 1 || epochs > MOST_EPOCHS) {
            throw new IllegalArgumentException("epochs = " + epochs + " must be within 1 .. " + MOST_EPOCHS);
        }
    }

    /** The same with another seed. */
    public ChessOptions withSeed(long other) {
        return new ChessOptions(images, concepts, epochs, other);
    }

    /** As results note them: without where the pictures are. */
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
