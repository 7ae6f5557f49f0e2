package org.eddp.bench;

import org.eddp.directions.DifferentiableHead;
import org.eddp.directions.Head;
import org.eddp.directions.LinearHead;
import org.eddp.features.PatchHead;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/** One head in the two forms the two steps take. */
record TestHead(Head tiled, PlainHead plain) {

    /** Global average pooling and one linear layer. */
    static TestHead linear(Matrix classVectors, double[] biases) {
        LinearHead head = new LinearHead(classVectors, biases);
        return new TestHead(head, head::logits);
    }

    /** Two convolutions of a 3 x 3 grid: padded 3 x 3 to {@code hidden} maps, tanh, then 3 x 3 to the classes. */
    static TestHead convolutional(Matrix first, Matrix second, int width, int hidden, int classes) {
        PatchHead head = rows -> convolve(rows.view(-1, 3, 3, width).permute(0, 3, 1, 2), first, second);
        return new TestHead(new DifferentiableHead(classes, head), (rows, grid) -> head.logits(rows));
    }

    private static Tensor convolve(Tensor maps, Matrix first, Matrix second) {
        Tensor kernels = Tensor.of(first, DType.FLOAT64).view(first.rows(), -1, 3, 3);
        Tensor readout = Tensor.of(second, DType.FLOAT64).view(second.rows(), -1, 3, 3);
        return maps.conv2d(kernels, 1, 1).tanh().conv2d(readout, 1, 0).view(-1, second.rows());
    }
}
