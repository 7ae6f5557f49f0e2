package org.eddp.features;

import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/** A batch held in one tensor, which stays the property of the caller. */
public record DenseBatch(Tensor rows, Grid grid) implements Batch {
    public DenseBatch {
        if (rows.size(0) % grid.cells() != 0) {
            throw new IllegalArgumentException(
                    rows.size(0) + " rows are not a multiple of the " + grid.cells() + " patches of an image");
        }
    }

    @Override
    public int images() {
        return rows.size(0) / grid.cells();
    }

    @Override
    public int width() {
        return rows.size(1);
    }

    @Override
    public DType type() {
        return rows.type();
    }

    @Override
    public Tensor rows(int first, int count) {
        return rows.narrow(0, (long) first * grid.cells(), (long) count * grid.cells());
    }
}
