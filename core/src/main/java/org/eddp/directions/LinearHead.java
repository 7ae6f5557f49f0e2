package org.eddp.directions;

import org.eddp.features.Grid;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/** Global average pooling followed by one linear layer, differentiated in closed form. */
public final class LinearHead implements Head {
    private static final double LN2 = Math.log(2);

    private final Matrix classVectors;
    private final double[] biases;

    /**
     * A head with the given linear layer.
     *
     * @param classVectors D x K, one column per class
     * @param biases one per class
     */
    public LinearHead(Matrix classVectors, double[] biases) {
        if (classVectors.columns() != biases.length) {
            throw new IllegalArgumentException(
                    classVectors.columns() + " class vectors but " + biases.length + " biases");
        }
        this.classVectors = classVectors;
        this.biases = biases.clone();
    }

    @Override
    public int classes() {
        return biases.length;
    }

    /** Logits, images x K. */
    public Tensor logits(Tensor features, Grid grid) {
        return pool(features, grid).mm(vectors(features.type())).plus(Tensor.of(biases, features.type(), 1, classes()));
    }

    private Tensor vectors(DType type) {
        return Tensor.of(classVectors, type);
    }

    private static Tensor pool(Tensor features, Grid grid) {
        int width = features.size(1);
        return features.view(-1, grid.cells(), width).mean(1).view(-1, width);
    }

    @Override
    public double entropy(Tensor features, Grid grid, Tensor gradient) {
        Tensor logProbability = logits(features, grid).logSoftmax(1);
        Tensor probability = logProbability.exp();
        Tensor weighted = probability.times(logProbability);
        Tensor negativeEntropy = weighted.sum(1);
        // dH/dlogit_k = -p_k (log p_k + H)
        Tensor dLogits = probability.times(negativeEntropy).minus(weighted);
        Tensor dPooled = dLogits.mm(vectors(features.type()).t()).times(1 / (LN2 * grid.cells()));
        int width = features.size(1);
        Kernels.copy(gradient.view(-1, grid.cells(), width), dPooled.view(-1, 1, width));
        return -negativeEntropy.sum().item() / LN2;
    }
}
