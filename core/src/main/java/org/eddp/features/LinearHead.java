package org.eddp.features;

import java.util.Optional;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/** Global average pooling over a grid and one linear layer. */
record LinearHead(LinearReadout readout, Grid grid) implements Head {
    @Override
    public Tensor logits(Tensor rows) {
        int width = readout.classVectors().rows();
        DType type = rows.type();
        Tensor pooled = rows.view(-1, grid.cells(), width).mean(1).view(-1, width);
        return pooled.mm(Tensor.of(readout.classVectors(), type))
                .plus(Tensor.of(readout.biases(), type, 1, readout.classes()));
    }

    @Override
    public OutputKind outputs() {
        return readout.outputs();
    }

    @Override
    public Optional<LinearReadout> linear() {
        return Optional.of(readout);
    }
}
