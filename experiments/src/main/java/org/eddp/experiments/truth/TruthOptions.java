package org.eddp.experiments.truth;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.eddp.experiments.marks.MarkKind;
import org.eddp.files.FileNames;
import org.eddp.images.input.Preprocessing;
import org.eddp.learning.LearnOptions.Scaling;
import org.eddp.network.Network.ImageInput;

/**
 * The benchmark of known causes.
 *
 * @param networks each is tried with every seed
 * @param pictures where they come from
 * @param size of every trial
 * @param firstSeed of the trials of a network
 * @param seeds number of trials of a network
 */
public record TruthOptions(List<Subject> networks, Pictures pictures, Size size, long firstSeed, int seeds) {
    private static final int MOST_SEEDS = 10_000;

    /** Where pictures come from. */
    public sealed interface Pictures {
        /** Names them in the settings of a trial. */
        String name();
    }

    /**
     * Pictures of a folder; the causes are marks that are drawn on them.
     *
     * @param images one subfolder per class, or a dataset in Broden's layout
     * @param category of such a dataset, whose labels are the classes; null for the only one that labels whole pictures
     */
    public record Photographs(Path images, String category) implements Pictures {
        @Override
        public String name() {
            return FileNames.last(images) + (category == null ? "" : ", " + category);
        }
    }

    /**
     * Scenes of the drawn world; the causes are objects.
     *
     * @param train scenes of a class to learn from
     * @param test scenes of a class to judge by
     */
    public record World(int train, int test) implements Pictures {
        /** 125 and 30. */
        public static final World USUAL = new World(125, 30);

        static final int CLASSES = 4;
        static final int OBJECTS = 3;

        @Override
        public String name() {
            return "world, " + train + " and " + test;
        }
    }

    /**
     * A network.
     *
     * @param file ONNX or TorchScript
     * @param preprocessing how pictures become inputs, for what the network takes
     */
    public record Subject(Path file, Function<ImageInput, Preprocessing> preprocessing) {}

    /**
     * How large a trial is, and how its learning starts.
     *
     * @param classes that the heads tell apart
     * @param marks kinds of marks, each planted on a class of its own
     * @param concepts direction pairs I
     * @param pairs most pairs of test pictures of a cause
     * @param standardise how step (a) of learning standardises features
     */
    public record Size(int classes, int marks, int concepts, int pairs, Scaling standardise) {
        /** Ten classes, four marks, 24 concepts, 40 pairs of each cause. */
        public static final Size USUAL = new Size(10, 4, 24, 40, Scaling.PRINCIPAL);

        /** Five classes, two marks, 12 concepts, 10 pairs of each cause. */
        public static final Size QUICK = new Size(5, 2, 12, 10, Scaling.PRINCIPAL);

        /** The same of the drawn world, which has four classes and three objects to add. */
        public Size ofWorld() {
            return new Size(World.CLASSES, Math.min(marks, World.OBJECTS), concepts, pairs, standardise);
        }

        public Size {
            int kinds = MarkKind.values().length;
            if (marks < 1 || marks > kinds) {
                throw new IllegalArgumentException("marks = " + marks + " must be within 1 .. " + kinds);
            }
            if (classes < Math.max(2, marks)) {
                throw new IllegalArgumentException("classes = " + classes + " must be at least " + Math.max(2, marks)
                        + ": every mark is planted on a class of its own");
            }
            if (concepts < 2) {
                throw new IllegalArgumentException("concepts = " + concepts + " must be at least 2");
            }
            if (pairs < 1) {
                throw new IllegalArgumentException("pairs = " + pairs + " must be at least 1");
            }
        }
    }

    public TruthOptions {
        networks = List.copyOf(networks);
        if (networks.isEmpty()) {
            throw new IllegalArgumentException("no network is given; name at least one");
        }
        if (seeds < 1 || seeds > MOST_SEEDS) {
            throw new IllegalArgumentException("seeds = " + seeds + " must be within 1 .. " + MOST_SEEDS);
        }
    }
}
