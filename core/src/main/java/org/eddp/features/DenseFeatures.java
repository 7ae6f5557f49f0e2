package org.eddp.features;

import java.util.Arrays;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/**
 * Features held in tensors, which stay the property of the caller: a source, and its own batches.
 *
 * <p>Features of half precision take half the memory. Batches of them are in single precision, because nothing is computed
 * in half precision.
 *
 * @param rows the patches, image after image
 * @param extra the tokens that are not patches, image after image, or null if there are none
 * @param activation of the layer they were read from; the identity if unknown
 */
public record DenseFeatures(Tensor rows, Grid grid, Tensor extra, Activation activation)
        implements FeatureSource, Batch {
    public DenseFeatures {
        if (rows.size(0) % grid.cells() != 0) {
            throw new IllegalArgumentException(
                    rows.size(0) + " rows are not a multiple of the " + grid.cells() + " patches of an image");
        }
        if (extra != null && extra.size(0) % Math.max(1, rows.size(0) / grid.cells()) != 0) {
            throw new IllegalArgumentException(extra.size(0) + " extra tokens do not belong to "
                    + rows.size(0) / grid.cells() + " images: their number is not a multiple");
        }
    }

    /** Features of an unknown layer. */
    public DenseFeatures(Tensor rows, Grid grid, Tensor extra) {
        this(rows, grid, extra, Activation.IDENTITY);
    }

    /** Features of patches alone, of an unknown layer. */
    public DenseFeatures(Tensor rows, Grid grid) {
        this(rows, grid, null);
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
        return rows.type() == DType.FLOAT16 ? DType.FLOAT32 : rows.type();
    }

    @Override
    public Tensor rows(int first, int count) {
        return part(rows, grid.cells(), first, count);
    }

    @Override
    public int extraTokens() {
        return extra == null ? 0 : extra.size(0) / images();
    }

    @Override
    public Tensor extra(int first, int count) {
        return extra == null ? Batch.super.extra(first, count) : part(extra, extraTokens(), first, count);
    }

    @Override
    public Batch range(int first, int count) {
        return new DenseFeatures(rows(first, count), grid, extra == null ? null : extra(first, count), activation);
    }

    @Override
    public Batch select(int[] images) {
        Tensor wanted = Tensor.indices(Arrays.stream(images).asLongStream().toArray());
        Tensor extraOfThese = extra == null ? null : chosen(extra, extraTokens(), wanted);
        return new DenseFeatures(chosen(rows, grid.cells(), wanted), grid, extraOfThese, activation);
    }

    private Tensor part(Tensor all, int perImage, int first, int count) {
        return all.narrow(0, (long) first * perImage, (long) count * perImage).to(type());
    }

    private Tensor chosen(Tensor all, int perImage, Tensor wanted) {
        return all.view(images(), (long) perImage * width())
                .select(0, wanted)
                .view(-1, width())
                .to(type());
    }
}
