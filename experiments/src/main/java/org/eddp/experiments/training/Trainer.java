package org.eddp.experiments.training;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
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

    /** Watches training, whose parts are optimiser steps, and may ask it to stop. */
    @FunctionalInterface
    public interface EpochMonitor extends Monitor {
        /** Watches nothing. */
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
    private final TrainOptions options;
    private final Workers workers;
    private final NetworkWeights weights;
    private final Normalisation normalisation = new Normalisation();
    private final Adam adam;
    private final double[] gradient;
    private final int stepsPerEpoch;
    private int step;
    private double loss;
    private int right;

    private Trainer(Architecture architecture, TrainingImages images, TrainOptions options, Workers workers) {
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
     * @throws org.eddp.monitor.Stopped if the monitor asks to stop
     */
    public static TrainedNetwork train(
            Architecture architecture,
            TrainingImages images,
            TrainOptions options,
            Workers workers,
            EpochMonitor monitor) {
        check(architecture, images);
        Trainer trainer = new Trainer(architecture, images, options, workers);
        for (int epoch = 1; epoch <= options.epochs(); epoch++) {
            trainer.pass(epoch, monitor);
        }
        return new TrainedNetwork(architecture, Folded.of(trainer.weights, trainer.normalisation));
    }

    private static void check(Architecture architecture, TrainingImages images) {
        if (images.size() < SHARDS) {
            throw new IllegalArgumentException(images.size() + " images are too few to train on; use more");
        }
        for (int i = 0; i < images.size(); i++) {
            if (images.label(i) < 0 || images.label(i) >= architecture.classes()) {
                throw new IllegalArgumentException("image " + i + " has class " + images.label(i)
                        + "; the network has classes 0 .. " + (architecture.classes() - 1));
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

    /** What a shard contributes. */
    private record Contribution(
            double loss, int right, List<float[]> gradients, Map<String, Normalisation.Statistics> statistics) {}

    private Contribution differentiate(Map<String, Tensor> current, int[] members, int batch, int epoch) {
        Map<String, Tensor> variables = new LinkedHashMap<>();
        current.forEach((name, tensor) -> variables.put(name, Autograd.variable(tensor)));
        SplittableRandom[] randoms = new SplittableRandom[members.length];
        TrainOptions.Augmentation.Variation[] variations = new TrainOptions.Augmentation.Variation[members.length];
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
        return new Contribution(loss.item(), right(logits, members), copies, backend.statistics());
    }

    private Tensor targets(int[] members) {
        int classes = architecture.classes();
        float[] targets = new float[members.length * classes];
        Arrays.fill(targets, (float) (options.smoothing() / classes));
        for (int i = 0; i < members.length; i++) {
            targets[i * classes + images.label(members[i])] += (float) (1 - options.smoothing());
        }
        return Tensor.of(targets, members.length, classes);
    }

    private int right(Tensor logits, int[] members) {
        double[] predicted = logits.argmax(1).toDoubles();
        int count = 0;
        for (int i = 0; i < members.length; i++) {
            count += predicted[i] == images.label(members[i]) ? 1 : 0;
        }
        return count;
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
