package org.eddp.experiments.synthetic;

import java.nio.file.Path;
import java.util.List;
import org.eddp.experiments.Experiment;
import org.eddp.experiments.Experiment.Checkpoints;
import org.eddp.experiments.ExperimentPresets;
import org.eddp.failure.InvalidInput;
import org.eddp.learning.LearnOptions;
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
     * A new experiment.
     *
     * @param options of every seed, except for the seed itself
     * @param checkpoints how it resumes after an interruption
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

    /**
     * How the synthetic data are made.
     *
     * @param dim feature width D
     * @param concepts number of concepts I
     * @param distractors number of distractor directions F
     * @param groups groups of mutually exclusive concepts; every patch holds one concept of each group
     * @param imagesPerClass images of each class; 0 chooses 1000 for the paper's three classes and otherwise a number that
     *     makes about 6000 images in all
     * @param randomBasis draw signal and distractor directions at random instead of the paper's matrices
     * @param seed of basis, data, network and learning
     */
    public record SyntheticOptions(
            int dim, int concepts, int distractors, int groups, int imagesPerClass, boolean randomBasis, long seed) {
        /** The paper's sizes. */
        public static final SyntheticOptions DEFAULT = new SyntheticOptions(8, 3, 2, 1, 0, false, 1);

        /** Most numbers the data may have: they are held in memory. */
        private static final long LARGEST = 50_000_000;

        public SyntheticOptions {
            require(concepts >= 2, "concepts = " + concepts + " must be at least 2: classes are pairs of concepts");
            require(concepts <= 64, "concepts = " + concepts + " must be at most 64");
            require(distractors >= 0, "distractors = " + distractors + " must not be negative");
            require(dim >= 1 && dim <= 4096, "dim = " + dim + " must be within 1 .. 4096");
            require(
                    concepts + distractors <= dim,
                    "concepts + distractors = " + (concepts + distractors) + " exceeds dim = " + dim
                            + "; signals could not be told from distractors, raise dim");
            require(groups >= 1 && groups <= 2, "groups = " + groups + " must be 1 or 2");
            require(
                    concepts % groups == 0 && concepts / groups >= 2,
                    "concepts = " + concepts + " cannot be split evenly into " + groups
                            + " groups of at least 2; use an even number from 4 on");
            require(
                    imagesPerClass >= 0 && imagesPerClass <= 1_000_000,
                    "images per class = " + imagesPerClass + " must be within 1 .. 1000000");
            long numbers = (long) classes(concepts, groups)
                    * resolve(imagesPerClass, classes(concepts, groups))
                    * SyntheticData.PATCHES
                    * (dim + concepts);
            require(
                    numbers <= LARGEST,
                    "the data would be " + numbers + " numbers, more than " + LARGEST
                            + "; use fewer images per class, concepts or features");
            if (!randomBasis && (dim != 8 || concepts != 3 || distractors != 2)) {
                throw new RandomBasisNeeded("the paper's matrices have dim 8, 3 concepts and 2 distractors; dim " + dim
                        + ", " + concepts + " concepts and " + distractors + " distractors need a random basis");
            }
        }

        private static void require(boolean condition, String message) {
            if (!condition) {
                throw new InvalidInput(message);
            }
        }

        /** Number of image classes: pairs of concepts, for every combination of groups. */
        public int classes() {
            return classes(concepts, groups);
        }

        private static int classes(int concepts, int groups) {
            int perGroup = concepts / groups;
            int pairs = perGroup * (perGroup - 1) / 2;
            return groups == 1 ? pairs : pairs * pairs;
        }

        /** Images of each class, with the default resolved. */
        int resolvedImagesPerClass() {
            return resolve(imagesPerClass, classes());
        }

        private static int resolve(int imagesPerClass, int classes) {
            return imagesPerClass > 0 ? imagesPerClass : classes == 3 ? 1000 : Math.max(1, 6000 / classes);
        }

        /** How direction pairs are learned from such data. */
        public LearnOptions learning() {
            return groups == 1
                    ? ExperimentPresets.synthetic(concepts, seed)
                    : ExperimentPresets.syntheticGroups(concepts, groups, seed);
        }

        /** The same for another number of features, concepts and distractors. */
        public SyntheticOptions withSizes(int features, int signals, int others) {
            return new SyntheticOptions(features, signals, others, groups, imagesPerClass, randomBasis, seed);
        }

        public SyntheticOptions withGroups(int changed) {
            return new SyntheticOptions(dim, concepts, distractors, changed, imagesPerClass, randomBasis, seed);
        }

        public SyntheticOptions withImagesPerClass(int changed) {
            return new SyntheticOptions(dim, concepts, distractors, groups, changed, randomBasis, seed);
        }

        public SyntheticOptions withRandomBasis(boolean changed) {
            return new SyntheticOptions(dim, concepts, distractors, groups, imagesPerClass, changed, seed);
        }

        /** The same with another seed. */
        public SyntheticOptions withSeed(long changed) {
            return new SyntheticOptions(dim, concepts, distractors, groups, imagesPerClass, randomBasis, changed);
        }

        /** The paper has no matrices of these sizes. */
        public static final class RandomBasisNeeded extends InvalidInput {
            private static final long serialVersionUID = 1L;

            RandomBasisNeeded(String message) {
                super(message);
            }
        }
    }
}
