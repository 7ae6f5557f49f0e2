package org.eddp.experiments.world;

import org.eddp.experiments.training.Trainer;

/**
 * The network that is trained on a world.
 *
 * @param input side of the images it takes; pictures are resized to it. A multiple of 16
 * @param width number of maps of its last block, the feature width D
 * @param training how it is trained
 */
public record WorldNetworkOptions(int input, int width, Trainer.Options training) {
    /** Maps of 8 x 8 with 96 features. */
    public static final WorldNetworkOptions USUAL = new WorldNetworkOptions(128, 96, Trainer.Options.USUAL);

    /** Maps of 8 x 8 with 64 features. */
    public static final WorldNetworkOptions QUICK = new WorldNetworkOptions(128, 64, Trainer.Options.USUAL);

    public WorldNetworkOptions {
        if (input < 32 || input > 512 || input % 16 != 0) {
            throw new IllegalArgumentException("input = " + input + " must be a multiple of 16 within 32 .. 512");
        }
        if (width < 8 || width > 1024 || width % 8 != 0) {
            throw new IllegalArgumentException("width = " + width + " must be a multiple of 8 within 8 .. 1024");
        }
    }

    /** The same for another number of passes over the pictures. */
    public WorldNetworkOptions withEpochs(int epochs) {
        return new WorldNetworkOptions(input, width, training.withEpochs(epochs));
    }

    /** The same with another seed. */
    public WorldNetworkOptions withSeed(long seed) {
        return new WorldNetworkOptions(input, width, training.withSeed(seed));
    }
}
