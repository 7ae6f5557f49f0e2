package org.eddp.baselines;

import java.util.SplittableRandom;
import org.eddp.decomposition.Checks;
import org.eddp.failure.InvalidInput;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * A sparse autoencoder: every patch is rebuilt from a few non-negative amounts of I learned parts, h = relu(x We + be),
 * x ~ h Wd + bd. The loss is the mean squared error plus a multiple of the sum of h, minimised by Adam on random
 * batches. The parts (rows of Wd) are kept at unit length, otherwise h could shrink without a cost.
 *
 * <p>Features are centred and scaled to a mean squared length of 1 first, so that the sparsity weight means the same on
 * any layer.
 *
 * <p>Weaknesses: the penalty shrinks every h; parts that never fire get no gradient and stay dead; the result depends
 * on the seed.
 *
 * <p>Reference: Cunningham et al., "Sparse autoencoders find highly interpretable features in language models", ICLR
 * 2024.
 *
 * @param filters D x I: part i is present where filter_i . x exceeds its threshold
 * @param thresholds per part
 * @param parts D x I, unit columns: the direction of a part
 * @param relativeError squared error over squared length of the centred features, on the last batch
 */
record SparseAutoencoder(Matrix filters, double[] thresholds, Matrix parts, double relativeError) {

    /**
     * Options of the fit.
     *
     * @param parts number of parts I; may exceed the feature width
     * @param sparsity weight of the sum of h
     * @param steps of Adam
     * @param batch patches per step
     * @param rate of Adam, annealed to zero
     * @param seed of the start and of the batches
     */
    public record Options(int parts, double sparsity, int steps, int batch, double rate, long seed) {
        public Options {
            Checks.atLeastOne("parts", parts);
            Checks.atLeastOne("steps", steps);
            Checks.atLeastOne("batch", batch);
            if (!(sparsity >= 0 && sparsity < 1e3)) {
                throw new InvalidInput("sparsity = " + sparsity + " must be within 0 .. 1000");
            }
            if (!(rate > 0 && rate <= 1)) {
                throw new InvalidInput("rate = " + rate + " must be within 0 .. 1");
            }
        }

        /** 2,000 steps of 1,024 patches, sparsity 0.05, rate 0.003. */
        public static Options of(int parts, long seed) {
            return new Options(parts, 0.05, 2000, 1024, 0.003, seed);
        }

        /** The same with {@code sparsity} changed. */
        public Options withSparsity(double changed) {
            return new Options(parts, changed, steps, batch, rate, seed);
        }

        /** The same with {@code steps} changed. */
        public Options withSteps(int changed) {
            return new Options(parts, sparsity, changed, batch, rate, seed);
        }

        /** The same with {@code batch} changed. */
        public Options withBatch(int changed) {
            return new Options(parts, sparsity, steps, changed, rate, seed);
        }

        /** The same with {@code rate} changed. */
        public Options withRate(double changed) {
            return new Options(parts, sparsity, steps, batch, changed, seed);
        }
    }

    /**
     * Learns from the rows of {@code x} (N x D, not modified).
     *
     * @throws org.eddp.monitor.Monitor.Stopped if the monitor stops the work
     */
    public static SparseAutoencoder fit(Tensor x, Options options, Monitor monitor) {
        try (Scope scope = Scope.open()) {
            double[] mean = x.mean(0).toDoubles();
            Tensor centred = x.minus(Tensor.of(mean, x.type(), 1, mean.length));
            double squares = centred.pow(2).sum().item() / x.size(0);
            if (!(squares > 0 && squares < Double.POSITIVE_INFINITY)) {
                throw new InvalidInput("the mean squared length of the centred features is " + squares
                        + "; it must be positive and finite");
            }
            Training training = new Training(x.size(1), options, 1 / Math.sqrt(squares));
            for (int step = 1; step <= options.steps(); step++) {
                monitor.check("learning a sparse autoencoder");
                training.step(centred, step);
                monitor.onProgress(step, options.steps());
            }
            return training.result(mean);
        }
    }

    /** Parameters and optimiser state. */
    private static final class Training {
        private final int width;
        private final Options options;
        private final double scale;
        private final SplittableRandom random;
        private final double[] encoder;
        private final double[] decoder;
        private final double[] encoderOffset;
        private final double[] decoderOffset;
        private final Moments[] moments;
        private double relativeError;

        Training(int width, Options options, double scale) {
            this.width = width;
            this.options = options;
            this.scale = scale;
            random = new SplittableRandom(options.seed());
            Matrix start = new Matrix(options.parts(), width);
            for (int k = 0; k < start.values().length; k++) {
                start.values()[k] = random.nextGaussian();
            }
            Matrix units = start.transpose().normaliseColumns();
            encoder = units.values().clone(); // D x I, tied to the decoder at the start
            decoder = units.transpose().values(); // I x D
            encoderOffset = new double[options.parts()];
            decoderOffset = new double[width];
            moments = new Moments[] {
                new Moments(encoder.length),
                new Moments(decoder.length),
                new Moments(encoderOffset.length),
                new Moments(width)
            };
        }

        void step(Tensor centred, int step) {
            try (Scope scope = Scope.open()) {
                long[] chosen =
                        random.longs(options.batch(), 0, centred.size(0)).toArray();
                Tensor x = centred.select(0, Tensor.indices(chosen))
                        .to(DType.FLOAT32)
                        .times(scale);
                int n = options.batch();
                int parts = options.parts();
                Tensor we = Tensor.of(encoder, DType.FLOAT32, width, parts);
                Tensor wd = Tensor.of(decoder, DType.FLOAT32, parts, width);
                Tensor h = x.mm(we)
                        .plus(Tensor.of(encoderOffset, DType.FLOAT32, 1, parts))
                        .relu();
                Tensor error = h.mm(wd)
                        .plus(Tensor.of(decoderOffset, DType.FLOAT32, 1, width))
                        .minus(x);
                relativeError =
                        error.pow(2).sum().item() / Math.max(x.pow(2).sum().item(), Double.MIN_NORMAL);
                Tensor dError = error.times(2.0 / n);
                Tensor dHidden = dError.mm(wd.t()).plus(options.sparsity() / n).times(h.greaterThan(0));
                double rate = options.rate() * 0.5 * (1 + Math.cos(Math.PI * step / options.steps()));
                moments[0].update(encoder, x.t().mm(dHidden).toDoubles(), rate, step);
                moments[1].update(decoder, h.t().mm(dError).toDoubles(), rate, step);
                moments[2].update(encoderOffset, dHidden.sum(0).toDoubles(), rate, step);
                moments[3].update(decoderOffset, dError.sum(0).toDoubles(), rate, step);
                Matrix units = new Matrix(parts, width, decoder).transpose().normaliseColumns();
                System.arraycopy(units.transpose().values(), 0, decoder, 0, decoder.length);
            }
        }

        SparseAutoencoder result(double[] mean) {
            Matrix filters = new Matrix(width, options.parts(), encoder).times(scale);
            double[] thresholds = Matrix.row(mean).times(filters).values();
            for (int i = 0; i < thresholds.length; i++) {
                thresholds[i] -= encoderOffset[i];
            }
            Matrix parts = new Matrix(options.parts(), width, decoder).transpose();
            return new SparseAutoencoder(filters, thresholds, parts, relativeError);
        }
    }

    /** Adam's running means. */
    private static final class Moments {
        private final double[] first;
        private final double[] second;

        Moments(int size) {
            first = new double[size];
            second = new double[size];
        }

        void update(double[] values, double[] gradient, double rate, int step) {
            double correction1 = 1 - Math.pow(0.9, step);
            double correction2 = 1 - Math.pow(0.999, step);
            for (int k = 0; k < values.length; k++) {
                first[k] = 0.9 * first[k] + 0.1 * gradient[k];
                second[k] = 0.999 * second[k] + 0.001 * gradient[k] * gradient[k];
                values[k] -= rate * (first[k] / correction1) / (Math.sqrt(second[k] / correction2) + 1e-8);
            }
        }
    }
}
