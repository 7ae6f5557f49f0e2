package org.eddp.network.onnx.execution;

import java.util.Random;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * Tries a network on noise: which shapes its values have, and whether it takes several images at once.
 *
 * <p>Files made from a run with one image often have that number of images baked in, in places that fail with two or,
 * worse, mix them up. So two images are tried together and one of them alone; if that gives different logits for it, the
 * network is run image by image.
 *
 * @param shapes of all values
 * @param batches whether several images can be run at once
 */
record ShapeTrial(ValueShapes shapes, boolean batches) {
    /** Differences of rounding between one and two images are below this. */
    private static final double TOLERANCE = 1e-3;

    static ShapeTrial run(Circuit circuit, DType type, int channels, int height, int width, TrialBudget budget) {
        Program whole = new Program(circuit.constants(), circuit.steps(), circuit.input(), circuit.output());
        ValueShapes shapes = new ValueShapes(circuit.names().length);
        try (Scope scope = Scope.open()) {
            Tensor pair = noise(type, 2, channels, height, width);
            Tensor first = pair.narrow(0, 0, 1);
            shapes.put(1, circuit.input(), first);
            double[] alone = whole.run(first, shapes.observer(1, budget)).toDoubles();
            boolean batches;
            try {
                shapes.put(2, circuit.input(), pair);
                Tensor both = whole.run(pair, shapes.observer(2, budget));
                batches = both.shape().length > 0 && both.size(0) == 2 && agree(alone, both.narrow(0, 0, 1));
            } catch (NetworkFailure e) {
                batches = false; // one image at a time then
            }
            if (!batches) {
                shapes.forgetTwo();
            }
            return new ShapeTrial(shapes, batches);
        }
    }

    private static Tensor noise(DType type, long... shape) {
        Random random = new Random(1);
        long count = 1;
        for (long length : shape) {
            count *= length;
        }
        double[] values = random.doubles(count, -1, 1).toArray();
        return Tensor.of(values, type, shape);
    }

    private static boolean agree(double[] alone, Tensor together) {
        double[] other = together.toDoubles();
        if (other.length != alone.length) {
            return false;
        }
        double scale = 1;
        for (double value : alone) {
            scale = Math.max(scale, Math.abs(value));
        }
        for (int i = 0; i < other.length; i++) {
            boolean bothUndefined = Double.isNaN(alone[i]) && Double.isNaN(other[i]);
            if (!(Math.abs(alone[i] - other[i]) <= TOLERANCE * scale) && !bothUndefined && alone[i] != other[i]) {
                return false;
            }
        }
        return true;
    }
}
