package org.eddp.experiments.world;

import org.eddp.experiments.training.Trainer;

/**
 * A world and what is done with it.
 *
 * @param pictures what is drawn
 * @param network what is trained on it
 * @param concepts number of directions of every method that can choose
 */
public record WorldOptions(Pictures pictures, Network network, int concepts) {
    public WorldOptions {
        require(concepts >= 1, "concepts = " + concepts + " must be at least 1");
    }

    /** Enough to train a network well. */
    public static WorldOptions usual(long seed) {
        return of(Pictures.USUAL.withSeed(seed), Network.USUAL.withSeed(seed));
    }

    /** Enough to see every part of the experiment at work within minutes. */
    public static WorldOptions quick(long seed) {
        return of(Pictures.QUICK.withSeed(seed), Network.QUICK.withSeed(seed));
    }

    private static WorldOptions of(Pictures pictures, Network network) {
        return new WorldOptions(pictures, network, network.width() * 7 / 8);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * What is drawn.
     *
     * @param train pictures to learn from
     * @param val pictures to judge by
     * @param size of the pictures, in pixels both ways
     * @param annotationSize of the label maps, in pixels both ways; at most {@code size}
     * @param seed of everything that is drawn
     */
    public record Pictures(int train, int val, int size, int annotationSize, long seed) {
        static final Pictures USUAL = new Pictures(4000, 1000, 128, 64, 1);
        static final Pictures QUICK = new Pictures(2400, 600, 128, 64, 1);

        private static final int SMALLEST_SIZE = 32;
        private static final int LARGEST_SIZE = 1024;
        private static final int MOST = 1_000_000;

        public Pictures {
            require(train >= 1 && train <= MOST, "train = " + train + " pictures must be within 1 .. " + MOST);
            require(val >= 1 && val <= MOST, "val = " + val + " pictures must be within 1 .. " + MOST);
            require(
                    size >= SMALLEST_SIZE && size <= LARGEST_SIZE,
                    "size = " + size + " must be within " + SMALLEST_SIZE + " .. " + LARGEST_SIZE + " pixels");
            require(
                    annotationSize >= 8 && annotationSize <= size,
                    "annotation size = " + annotationSize + " must be within 8 .. " + size
                            + ", the size of the pictures");
        }

        /** The same for other numbers of pictures. */
        public Pictures withCounts(int otherTrain, int otherVal) {
            return new Pictures(otherTrain, otherVal, size, annotationSize, seed);
        }

        Pictures withSeed(long other) {
            return new Pictures(train, val, size, annotationSize, other);
        }
    }

    /**
     * The network that is trained on a world.
     *
     * @param input side of the images it takes; pictures are resized to it. A multiple of 16
     * @param width number of maps of its last block, the feature width D
     * @param training how it is trained
     */
    public record Network(int input, int width, Trainer.Options training) {
        /** Maps of 8 x 8 with 96 features. */
        static final Network USUAL = new Network(128, 96, Trainer.Options.USUAL);

        /** Maps of 8 x 8 with 64 features. */
        static final Network QUICK = new Network(128, 64, Trainer.Options.USUAL);

        public Network {
            require(
                    input >= 32 && input <= 512 && input % 16 == 0,
                    "input = " + input + " must be a multiple of 16 within 32 .. 512");
            require(
                    width >= 8 && width <= 1024 && width % 8 == 0,
                    "width = " + width + " must be a multiple of 8 within 8 .. 1024");
        }

        /** The same for another number of passes over the pictures. */
        public Network withEpochs(int epochs) {
            return new Network(input, width, training.withEpochs(epochs));
        }

        Network withSeed(long seed) {
            return new Network(input, width, training.withSeed(seed));
        }
    }
}
