package org.eddp.experiments.training;

import java.util.LinkedHashMap;
import java.util.Map;
import org.eddp.tensor.Tensor;

/**
 * Weights for inference: every convolution and linear layer has a kernel and a bias, and normalisation is in them.
 *
 * @param kernels by name of the layer
 * @param biases by name of the layer
 */
record FoldedWeights(Map<String, Kernel> kernels, Map<String, float[]> biases) {
    /** The weights of one layer, row-major. */
    record Kernel(float[] values, long... shape) {
        Tensor tensor() {
            return Tensor.of(values, shape);
        }
    }

    /** scale (k * x - mean) / deviation + shift is a convolution with a kernel and a bias of its own. */
    static FoldedWeights of(NetworkWeights weights, Normalisation normalisation) {
        Map<String, Kernel> kernels = new LinkedHashMap<>();
        Map<String, float[]> biases = new LinkedHashMap<>();
        for (NetworkWeights.Slot slot : weights.slots()) {
            if (slot.decayed()) {
                String layer = slot.name().substring(0, slot.name().lastIndexOf('.'));
                Normalisation.Statistics statistics = normalisation.of(layer);
                double[] kernel = weights.get(slot.name());
                double[] bias =
                        statistics == null ? weights.get(layer + ".bias") : fold(weights, layer, statistics, kernel);
                kernels.put(layer, new Kernel(single(kernel), slot.shape()));
                biases.put(layer, single(bias));
            }
        }
        return new FoldedWeights(kernels, biases);
    }

    /** Scales {@code kernel} and returns the bias. */
    private static double[] fold(
            NetworkWeights weights, String layer, Normalisation.Statistics statistics, double[] kernel) {
        double[] scale = weights.get(layer + ".scale");
        double[] bias = weights.get(layer + ".shift");
        int inputs = kernel.length / scale.length;
        for (int out = 0; out < scale.length; out++) {
            double factor = scale[out] / Math.sqrt(statistics.variance()[out] + Normalisation.EPSILON);
            bias[out] -= factor * statistics.mean()[out];
            for (int i = 0; i < inputs; i++) {
                kernel[out * inputs + i] *= factor;
            }
        }
        return bias;
    }

    /** The same with the kernel of a layer, and its bias if asked, multiplied. */
    FoldedWeights times(String layer, double factor, boolean bias) {
        Map<String, Kernel> changed = new LinkedHashMap<>(kernels);
        Map<String, float[]> changedBiases = new LinkedHashMap<>(biases);
        Kernel kernel = kernels.get(layer);
        if (kernel == null) {
            throw new IllegalArgumentException("no layer '" + layer + "' has weights; there are " + kernels.keySet());
        }
        changed.put(layer, new Kernel(times(kernel.values, factor), kernel.shape));
        if (bias) {
            changedBiases.put(layer, times(biases.get(layer), factor));
        }
        return new FoldedWeights(changed, changedBiases);
    }

    private static float[] times(float[] values, double factor) {
        float[] product = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            product[i] = (float) (values[i] * factor);
        }
        return product;
    }

    private static float[] single(double[] values) {
        float[] single = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            single[i] = (float) values[i];
        }
        return single;
    }
}
