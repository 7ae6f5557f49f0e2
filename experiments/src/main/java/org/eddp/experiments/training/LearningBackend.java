package org.eddp.experiments.training;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.eddp.tensor.DType;
import org.eddp.tensor.LayerOperations;
import org.eddp.tensor.Tensor;

/** The network while it learns: normalises by the batch's own statistics, and keeps them. */
final class LearningBackend extends TensorBackend {
    private final Map<String, Tensor> weights;
    private final SplittableRandom random;
    private final Map<String, Tensor[]> statistics = new LinkedHashMap<>();

    /** @param random of dropout */
    LearningBackend(Map<String, Tensor> weights, SplittableRandom random) {
        this.weights = weights;
        this.random = random;
    }

    /** Statistics of every normalised convolution run so far. */
    Map<String, Normalisation.Statistics> statistics() {
        Map<String, Normalisation.Statistics> seen = new LinkedHashMap<>();
        statistics.forEach(
                (name, pair) -> seen.put(name, new Normalisation.Statistics(pair[0].toDoubles(), pair[1].toDoubles())));
        return seen;
    }

    @Override
    Tensor weight(String layer) {
        return weights.get(layer + ".weight");
    }

    @Override
    Tensor bias(String layer) {
        return weights.get(layer + ".bias");
    }

    @Override
    public Tensor convolution(Stage.Convolution c, Tensor input) {
        Tensor maps = super.convolution(c, input);
        if (!c.normalised()) {
            return maps;
        }
        Tensor[] pair = {Tensor.zeros(DType.FLOAT32, c.out()), Tensor.zeros(DType.FLOAT32, c.out())};
        statistics.put(c.name(), pair);
        return LayerOperations.batchNormLearning(
                maps,
                weights.get(c.name() + ".scale"),
                weights.get(c.name() + ".shift"),
                pair[0],
                pair[1],
                Normalisation.EPSILON);
    }

    @Override
    public Tensor dropout(Stage.Dropout dropout, Tensor input) {
        float[] mask = new float[Math.toIntExact(input.count())];
        float kept = (float) (1 / (1 - dropout.share()));
        int dropped = (int) Math.round(dropout.share() * 0x10000);
        long bits = 0;
        for (int i = 0; i < mask.length; i++) {
            // four decisions of 16 bits each per random number: drawing them one by one took half the time of a step
            bits = (i & 3) == 0 ? random.nextLong() : bits >>> 16;
            mask[i] = (bits & 0xFFFF) < dropped ? 0 : kept;
        }
        return input.times(Tensor.of(mask, input.shape()));
    }
}
