package org.eddp.directions;

import org.eddp.features.Grid;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/** Global average pooling followed by one linear layer, differentiated in closed form. */
public final class LinearHead implements Head {
    private static final double LN2 = Math.log(2);

    /** With so few classes the linear layer on every patch costs less than pooling them first. */
    private static final int WHOLE_IMAGE_CLASSES = 8;
    /** Smaller probabilities add nothing to an entropy even in double, but subnormal numbers slow products down. */
    private static final double LEAST_LOG_PROBABILITY = -60;

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
        int width = features.size(1);
        DType type = features.type();
        Tensor pooled = features.view(-1, grid.cells(), width).mean(1).view(-1, width);
        return pooled.mm(Tensor.of(classVectors, type)).plus(Tensor.of(biases, type, 1, classes()));
    }

    @Override
    public double entropy(Tensor features, Grid grid, Tensor gradient) {
        return prepare(grid, features.type()).entropy(features, grid, gradient);
    }

    @Override
    public Head prepare(Grid grid, DType type) {
        int cells = grid.cells();
        boolean whole = classes() <= WHOLE_IMAGE_CLASSES;
        Matrix layer = new Matrix(classes(), whole ? cells * classVectors.rows() : classVectors.rows());
        for (int k = 0; k < layer.rows(); k++) {
            for (int c = 0; c < layer.columns(); c++) {
                layer.set(k, c, classVectors.get(c % classVectors.rows(), k) / cells);
            }
        }
        return new Prepared(Tensor.of(layer, type), Tensor.of(biases, type, classes(), 1), whole);
    }

    /**
     * The same with the linear layer in the engine and the pooling's division in the layer.
     *
     * @param layer K x D, or K x (cells D) to read whole images without pooling them
     * @param offsets K x 1
     * @param whole which of the two
     */
    private record Prepared(Tensor layer, Tensor offsets, boolean whole) implements Head {
        @Override
        public int classes() {
            return offsets.size(0);
        }

        /** Scores are class-major (K x images): sums over few classes then still run along memory. */
        @Override
        public double entropy(Tensor features, Grid grid, Tensor gradient) {
            int width = features.size(1);
            int images = features.size(0) / grid.cells();
            Tensor rows = whole
                    ? features.view(images, -1)
                    : features.view(images, grid.cells(), width).sum(1).view(images, width);
            Tensor logits = Tensor.empty(features.type(), classes(), images);
            Kernels.affineProduct(logits, offsets, layer, rows.t());
            Kernels.subtract(logits, logits, logits.max(0));
            Kernels.atLeast(logits, logits, LEAST_LOG_PROBABILITY);
            Tensor probability = logits.exp();
            Tensor sum = probability.sum(0);
            Kernels.divide(probability, probability, sum);
            Kernels.subtract(logits, logits, sum.log()); // log of the probability from here on
            Tensor weighted = probability.times(logits);
            Tensor negativeEntropy = weighted.sum(0);
            // dH/dlogit_k = -p_k (log p_k + H)
            Kernels.multiply(probability, probability, negativeEntropy);
            Kernels.addScaled(probability, probability, -1, weighted);
            Kernels.scale(probability, probability, 1 / LN2);
            if (whole) {
                Kernels.product(gradient.view(images, -1), probability.t(), layer);
            } else {
                Tensor dRows = Tensor.empty(features.type(), images, width);
                Kernels.product(dRows, probability.t(), layer);
                Kernels.copy(gradient.view(images, grid.cells(), width), dRows.view(images, 1, width));
            }
            return -negativeEntropy.sum().item() / LN2;
        }
    }
}
