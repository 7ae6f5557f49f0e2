package org.eddp.experiments.training;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.eddp.experiments.training.TrainedNetwork.Architecture;
import org.eddp.failure.InvalidInput;
import org.eddp.math.Adam;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/** Trains a network. Used once. */
public final class Trainer {
    /** Parts of a batch that are differentiated side by side; fixed, so that results do not depend on the threads. */
    private static final int SHARDS = 2;

    /**
     * How a network is trained: Adam with decoupled weight decay, the rate warmed up over the first epoch and then annealed to
     * zero along half a cosine, cross-entropy.
     *
     * @param epochs passes over the images
     * @param batch images per step
     * @param learningRate Adam's rate at its highest
     * @param decay weight decay, times the rate, per step
     * @param smoothing share of the target spread evenly over all classes
     * @param augmentation how pictures are varied
     * @param seed of start, order, augmentation and dropout
     */
    public record Options(
            int epochs,
            int batch,
            double learningRate,
            double decay,
            double smoothing,
            Augmentation augmentation,
            long seed) {

        /** A start for small residual networks. */
        public static final Options DEFAULT = new Options(30, 32, 0.003, 0.05, 0.05, Augmentation.LIGHT, 1);

        public Options {
            require(epochs >= 1, "epochs = " + epochs + " must be at least 1");
            require(batch >= 2, "batch = " + batch + " must be at least 2");
            require(
                    learningRate > 0 && learningRate <= 10,
                    "learning rate = " + learningRate + " must be positive and at most 10");
            require(decay >= 0 && decay <= 1, "decay = " + decay + " must be within 0 .. 1");
            require(smoothing >= 0 && smoothing < 1, "smoothing = " + smoothing + " must be at least 0 and below 1");
        }

        private static void require(boolean condition, String message) {
            if (!condition) {
                throw new InvalidInput(message);
            }
        }

        public Options withEpochs(int changed) {
            return new Options(changed, batch, learningRate, decay, smoothing, augmentation, seed);
        }

        public Options withBatch(int changed) {
            return new Options(epochs, changed, learningRate, decay, smoothing, augmentation, seed);
        }

        public Options withLearningRate(double changed) {
            return new Options(epochs, batch, changed, decay, smoothing, augmentation, seed);
        }

        public Options withDecay(double changed) {
            return new Options(epochs, batch, learningRate, changed, smoothing, augmentation, seed);
        }

        public Options withSmoothing(double changed) {
            return new Options(epochs, batch, learningRate, decay, changed, augmentation, seed);
        }

        public Options withAugmentation(Augmentation changed) {
            return new Options(epochs, batch, learningRate, decay, smoothing, changed, seed);
        }

        public Options withSeed(long changed) {
            return new Options(epochs, batch, learningRate, decay, smoothing, augmentation, changed);
        }
    }

    /**
     * How pictures are varied while a network learns.
     *
     * @param mirror half the pictures are mirrored left to right
     * @param shift largest shift in pixels, in both directions; the edge is repeated
     * @param gain largest relative change of brightness, per channel
     */
    public record Augmentation(boolean mirror, int shift, double gain) {
        /** No variation. */
        public static final Augmentation NONE = new Augmentation(false, 0, 0);

        /** Mirrored, shifted a little, and lit a little differently. */
        public static final Augmentation LIGHT = new Augmentation(true, 8, 0.15);

        public Augmentation {
            Options.require(shift >= 0, "shift = " + shift + " must not be negative");
            Options.require(gain >= 0 && gain < 1, "gain = " + gain + " must be at least 0 and below 1");
        }

        /** One way to vary a picture. */
        record Variation(boolean mirrored, int right, int down, double... gains) {
            static final Variation NONE = new Variation(false, 0, 0, 1, 1, 1);
        }

        Variation draw(SplittableRandom random) {
            boolean mirrored = mirror && random.nextBoolean();
            int right = random.nextInt(-shift, shift + 1);
            int down = random.nextInt(-shift, shift + 1);
            double[] gains = new double[3];
            for (int c = 0; c < gains.length; c++) {
                gains[c] = 1 + gain * (2 * random.nextDouble() - 1);
            }
            return new Variation(mirrored, right, down, gains);
        }
    }

    /** Observes training, whose parts are optimiser steps, and may stop it. */
    @FunctionalInterface
    public interface EpochMonitor extends Monitor {
        /** Does nothing. */
        EpochMonitor NONE = (done, total) -> {};

        /**
         * A pass over the images is done.
         *
         * @param epoch from 1
         * @param epochs in all
         * @param loss mean over the pass
         * @param accuracy on the varied pictures of the pass, while the weights still changed
         */
        default void onEpoch(int epoch, int epochs, double loss, double accuracy) {}
    }

    private final Architecture architecture;
    private final TrainingImages images;
    private final Options options;
    private final Workers workers;
    private final NetworkWeights weights;
    private final Normalisation normalisation = new Normalisation();
    private final Adam adam;
    private final double[] gradient;
    private final int stepsPerEpoch;
    private int step;
    private double loss;
    private int right;

    private Trainer(Architecture architecture, TrainingImages images, Options options, Workers workers) {
        this.architecture = architecture;
        this.images = images;
        this.options = options;
        this.workers = workers;
        weights = NetworkWeights.initial(architecture, new SplittableRandom(options.seed()));
        adam = new Adam(weights.values().length);
        gradient = new double[weights.values().length];
        // A last batch too small for statistics is left for the next pass, whose order is another one.
        stepsPerEpoch = Math.max(1, images.size() / options.batch());
    }

    /**
     * Trains a network.
     *
     * @param workers as many as two of them are used
     * @throws org.eddp.monitor.Monitor.Stopped if the monitor stops the work
     */
    public static TrainedNetwork train(
            Architecture architecture, TrainingImages images, Options options, Workers workers, EpochMonitor monitor) {
        check(architecture, images);
        Trainer trainer = new Trainer(architecture, images, options, workers);
        for (int epoch = 1; epoch <= options.epochs(); epoch++) {
            trainer.pass(epoch, monitor);
        }
        return new TrainedNetwork(architecture, FoldedWeights.of(trainer.weights, trainer.normalisation));
    }

    private static void check(Architecture architecture, TrainingImages images) {
        if (images.size() < SHARDS) {
            throw new InvalidInput(images.size() + " images are too few to train on; use more");
        }
        for (int i = 0; i < images.size(); i++) {
            for (int label : images.labels(i)) {
                if (label < 0 || label >= architecture.classes()) {
                    throw new IllegalArgumentException("image " + i + " has class " + label
                            + "; the network has classes 0 .. " + (architecture.classes() - 1));
                }
            }
        }
    }

    private void pass(int epoch, EpochMonitor monitor) {
        int[] order = order(epoch);
        loss = 0;
        right = 0;
        int batch = Math.min(options.batch(), images.size());
        for (int i = 0; i < stepsPerEpoch; i++) {
            int[] members = Arrays.copyOfRange(order, i * batch, (i + 1) * batch);
            learn(members, epoch);
            monitor.onProgress(step, (long) stepsPerEpoch * options.epochs());
            monitor.check("training");
        }
        int seen = stepsPerEpoch * batch;
        monitor.onEpoch(epoch, options.epochs(), loss / stepsPerEpoch, right / (double) seen);
    }

    private int[] order(int epoch) {
        SplittableRandom random = new SplittableRandom(options.seed() + 0x9E3779B97F4A7C15L * epoch);
        return Seeds.permutation(images.size(), random);
    }

    private void learn(int[] members, int epoch) {
        Arrays.fill(gradient, 0);
        try (Scope scope = Scope.open()) {
            Map<String, Tensor> current = weights.tensors();
            workers.forEachAhead(
                    SHARDS,
                    shard -> {
                        int from = members.length * shard / SHARDS;
                        int to = members.length * (shard + 1) / SHARDS;
                        return differentiate(current, Arrays.copyOfRange(members, from, to), members.length, epoch);
                    },
                    this::add);
        }
        step++;
        double rate = options.learningRate() * schedule();
        weights.decay(rate * options.decay());
        adam.update(weights.values(), gradient, rate, step);
    }

    private double schedule() {
        double warm = stepsPerEpoch;
        double all = Math.max(warm + 1, (double) stepsPerEpoch * options.epochs());
        return step <= warm ? step / warm : 0.5 * (1 + Math.cos(Math.PI * (step - warm) / (all - warm)));
    }

    /** The contribution of a shard. */
    private record Contribution(
            double loss, int right, List<float[]> gradients, Map<String, Normalisation.Statistics> statistics) {}

    private Contribution differentiate(Map<String, Tensor> current, int[] members, int batch, int epoch) {
        Map<String, Tensor> variables = new LinkedHashMap<>();
        current.forEach((name, tensor) -> variables.put(name, Autograd.variable(tensor)));
        SplittableRandom[] randoms = new SplittableRandom[members.length];
        Augmentation.Variation[] variations = new Augmentation.Variation[members.length];
        for (int i = 0; i < members.length; i++) {
            randoms[i] = new SplittableRandom(options.seed() ^ ((long) epoch << 32 | members[i]) * 0xBF58476D1CE4E5B9L);
            variations[i] = options.augmentation().draw(randoms[i]);
        }
        LearningBackend backend = new LearningBackend(variables, randoms[0]);
        Tensor logits = architecture.apply(backend, images.batch(members, variations));
        Tensor loss = logits.logSoftmax(1).times(targets(members)).sum().times(-1.0 / batch);
        Tensor[] gradients = Autograd.gradients(loss, variables.values().toArray(Tensor[]::new));
        List<float[]> copies = new ArrayList<>();
        for (Tensor g : gradients) {
            copies.add(g.toFloats());
        }
        return new Contribution(loss.item(), images.right(logits, members), copies, backend.statistics());
    }

    private Tensor targets(int[] members) {
        int classes = architecture.classes();
        float[] targets = new float[members.length * classes];
        Arrays.fill(targets, (float) (options.smoothing() / classes));
        for (int i = 0; i < members.length; i++) {
            int[] labels = images.labels(members[i]);
            for (int label : labels) {
                targets[i * classes + label] += (float) ((1 - options.smoothing()) / labels.length);
            }
        }
        return Tensor.of(targets, members.length, classes);
    }

    private void add(Contribution contribution) {
        int at = 0;
        for (float[] part : contribution.gradients) {
            for (float g : part) {
                gradient[at++] += g;
            }
        }
        loss += contribution.loss;
        right += contribution.right;
        normalisation.follow(contribution.statistics);
    }
}
