package org.eddp.features;

import java.util.Arrays;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/** Features held in one tensor of rows, which stays the property of the caller: a source, and its own batches. */
public record DenseFeatures(Tensor rows, Grid grid) implements FeatureSource, Batch {
    public DenseFeatures {
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

    @Override
    public Batch range(int first, int count) {
        return new DenseFeatures(rows(first, count), grid);
    }

    @Override
    public Batch select(int[] images) {
        long[] wanted = Arrays.stream(images).asLongStream().toArray();
        Tensor perImage = rows.view(images(), (long) grid.cells() * width());
        return new DenseFeatures(perImage.select(0, Tensor.indices(wanted)).view(-1, width()), grid);
    }
}
