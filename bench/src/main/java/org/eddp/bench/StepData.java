package org.eddp.bench;

import java.nio.FloatBuffer;
import java.util.SplittableRandom;
import org.eddp.bench.StepBenchmark.Size;
import org.eddp.directions.Detectors;
import org.eddp.directions.LossOptions;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Head;
import org.eddp.network.LinearReadout;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/**
 * Random data that behave like a half-learned problem: rectified features in which one or two of the concepts are
 * present, and detectors that find them, so that few of a patch's detectors fire.
 *
 * @param batch features; the tensor belongs to the scope open when they were made
 * @param strengths kappa per image, within the paper's interval
 */
record StepData(DenseFeatures batch, Detectors detectors, Head head, LossOptions options, double[] strengths) {
    private static final double MARGIN = 0.2;
    private static final double NOISE = 0.05;
    /** Spread of the head's weights; keeps predictions about as certain as those of a trained network. */
    private static final double HEAD = 0.2;

    private static final double LEAST_AMPLITUDE = 1;
    private static final double LARGEST_AMPLITUDE = 3;
    /** Share of the features that a concept is written to. */
    private static final double SPREAD = 0.3;

    static StepData random(Size size, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix signals = signals(size, random);
        DenseFeatures batch = new DenseFeatures(features(size, signals, random), size.grid());
        return new StepData(
                batch,
                detectors(signals, batch),
                head(size, random),
                LossOptions.of(0.9 / size.concepts(), 5.0 / 3 / size.concepts()),
                random.doubles(size.images(), 0.1, 0.5).toArray());
    }

    /** Non-negative unit directions, one column per concept. */
    private static Matrix signals(Size size, SplittableRandom random) {
        Matrix signals = new Matrix(size.width(), size.concepts())
                .map(zero -> random.nextDouble() < SPREAD ? random.nextDouble() : 0);
        for (int i = 0; i < size.concepts(); i++) {
            signals.set(i % size.width(), i, 1); // no empty column
        }
        return signals.normaliseColumns();
    }

    private static Tensor features(Size size, Matrix signals, SplittableRandom random) {
        float[][] concepts = new float[size.concepts()][size.width()];
        for (int i = 0; i < size.concepts(); i++) {
            for (int d = 0; d < size.width(); d++) {
                concepts[i][d] = (float) signals.get(d, i);
            }
        }
        Tensor features = Tensor.empty(DType.FLOAT32, size.patches(), size.width());
        FloatBuffer memory = features.bytes().asFloatBuffer();
        float[] row = new float[size.width()];
        for (int n = 0; n < size.patches(); n++) {
            for (int d = 0; d < row.length; d++) {
                row[d] = (float) (NOISE * random.nextGaussian());
            }
            int present = size.concepts() > 10 ? 1 + random.nextInt(2) : 1;
            for (int k = 0; k < present; k++) {
                float[] signal = concepts[random.nextInt(concepts.length)];
                float amplitude = (float) random.nextDouble(LEAST_AMPLITUDE, LARGEST_AMPLITUDE);
                for (int d = 0; d < row.length; d++) {
                    row[d] += amplitude * signal[d];
                }
            }
            for (int d = 0; d < row.length; d++) {
                row[d] = Math.max(0, row[d]);
            }
            memory.put(row);
        }
        return features;
    }

    /** The linear decoders of the directions, with thresholds half a least amplitude above the mean score. */
    private static Detectors detectors(Matrix signals, DenseFeatures batch) {
        Matrix gram = signals.transposeTimes(signals);
        Matrix filters = signals.times(gram.inverse()).times(1 / MARGIN);
        double[] mean = batch.rows().mean(0).toDoubles();
        double[] thresholds = Matrix.row(mean).times(filters).values();
        for (int i = 0; i < thresholds.length; i++) {
            thresholds[i] += LEAST_AMPLITUDE / 2 / MARGIN;
        }
        return new Detectors(filters, thresholds);
    }

    private static Head head(Size size, SplittableRandom random) {
        LinearReadout readout = new LinearReadout(
                new Matrix(size.width(), size.classes()).map(zero -> HEAD * random.nextGaussian()),
                random.doubles(size.classes(), -1, 1).toArray());
        return Head.of(readout, size.grid());
    }
}
