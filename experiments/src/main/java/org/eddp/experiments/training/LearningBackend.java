package org.eddp.experiments.training;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.eddp.tensor.DType;
import org.eddp.tensor.LayerOperations;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;

/** The network while it learns: normalises by the batch's own statistics, and keeps them. */
final class LearningBackend implements Backend<Tensor> {
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
    public Tensor convolution(Stage.Convolution c, Tensor input) {
        Tensor kernels = weights.get(c.name() + ".weight");
        long[] stride = {c.stride(), c.stride()};
        long[] padding = {c.padding(), c.padding()};
        Tensor bias = c.normalised() ? null : weights.get(c.name() + ".bias");
        Tensor maps = LayerOperations.convolution(input, kernels, bias, stride, padding, new long[] {1, 1}, 1);
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
    public Tensor relu(String name, Tensor input) {
        return input.relu();
    }

    @Override
    public Tensor add(String name, Tensor left, Tensor right) {
        return left.plus(right);
    }

    @Override
    public Tensor maxPool(Stage.MaxPool p, Tensor input) {
        return pooled(p, input);
    }

    static Tensor pooled(Stage.MaxPool p, Tensor input) {
        return LayerOperations.maxPool(
                input,
                new long[] {p.kernel(), p.kernel()},
                new long[] {p.stride(), p.stride()},
                new long[] {0, 0},
                new long[] {1, 1});
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

    @Override
    public Tensor averagePool(String name, Tensor input) {
        return Views.mean(input, new long[] {2, 3}, false);
    }

    @Override
    public Tensor linear(Stage.Linear linear, Tensor input) {
        return input.mm(weights.get(linear.name() + ".weight").t()).plus(weights.get(linear.name() + ".bias"));
    }
}
