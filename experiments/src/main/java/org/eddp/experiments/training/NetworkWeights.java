package org.eddp.experiments.training;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.eddp.experiments.training.TrainedNetwork.Architecture;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/** The weights of a network: one vector, with a named and shaped part for every weight. */
final class NetworkWeights {
    /**
     * A part of the vector.
     *
     * @param decayed whether weight decay applies: to kernels, not to biases and normalisation
     */
    record Slot(String name, int offset, int length, boolean decayed, long... shape) {}

    private final Map<String, Slot> slots = new LinkedHashMap<>();
    private final double[] values;

    private NetworkWeights(Architecture architecture) {
        architecture.apply(new SlotBackend(this), Boolean.TRUE);
        values = new double[slots.values().stream().mapToInt(Slot::length).sum()];
    }

    /** Weights as a network starts with them: kernels by He et al. (2015), scales 1, shifts and biases 0. */
    static NetworkWeights initial(Architecture architecture, SplittableRandom random) {
        NetworkWeights weights = new NetworkWeights(architecture);
        for (Slot slot : weights.slots.values()) {
            if (slot.decayed) {
                double fan = slot.length / (double) slot.shape[0];
                double deviation = Math.sqrt((slot.shape.length == 4 ? 2 : 1) / fan);
                for (int i = 0; i < slot.length; i++) {
                    weights.values[slot.offset + i] = deviation * random.nextGaussian();
                }
            } else if (slot.name.endsWith(".scale")) {
                Arrays.fill(weights.values, slot.offset, slot.offset + slot.length, 1);
            }
        }
        return weights;
    }

    void add(String name, boolean decayed, long... shape) {
        int length = Math.toIntExact(Arrays.stream(shape).reduce(1, Math::multiplyExact));
        int offset = slots.values().stream().mapToInt(Slot::length).sum();
        slots.put(name, new Slot(name, offset, length, decayed, shape));
    }

    Iterable<Slot> slots() {
        return slots.values();
    }

    /** The vector itself. */
    double[] values() {
        return values;
    }

    double[] get(String name) {
        Slot slot = slots.get(name);
        return Arrays.copyOfRange(values, slot.offset, slot.offset + slot.length);
    }

    /** Single-precision copies, by name, in the open scope. */
    Map<String, Tensor> tensors() {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        for (Slot slot : slots.values()) {
            tensors.put(slot.name, Tensor.of(get(slot.name), DType.FLOAT32, slot.shape));
        }
        return tensors;
    }

    /** Takes a share off every decayed weight. */
    void decay(double share) {
        for (Slot slot : slots.values()) {
            for (int i = slot.offset; slot.decayed && i < slot.offset + slot.length; i++) {
                values[i] -= share * values[i];
            }
        }
    }
}
