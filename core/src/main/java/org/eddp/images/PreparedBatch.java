package org.eddp.images;

import java.util.List;
import org.eddp.tensor.Tensor;

/**
 * Images {@code first .. end-1} of a list as a network takes them. Batches always cover the same part of the list,
 * whatever is broken in it; the images that could be decoded are the rows of {@link #values()}.
 *
 * @param first place of the first image in the list
 * @param end one past the place of the last image
 * @param indices place in the list of each row
 * @param values rows x channels x height x width, row-major; belongs to the receiver
 * @param shape of {@code values}
 * @param digests SHA-256 in hexadecimal of the file at each place {@code first .. end-1}; null if it cannot be read
 * @param skipped images that could not be decoded
 */
public record PreparedBatch(
        int first,
        int end,
        int[] indices,
        float[] values,
        long[] shape,
        List<String> digests,
        List<SkippedImage> skipped) {

    /** Number of images that could be decoded; may be 0. */
    public int rows() {
        return indices.length;
    }

    /** The images as a tensor of the open scope. */
    public Tensor tensor() {
        return Tensor.of(values, shape);
    }
}
