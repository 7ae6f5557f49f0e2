package org.eddp.baselines;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSource;
import org.eddp.features.Grid;
import org.eddp.features.ImageStream;
import org.eddp.math.Seeds;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/** Patches of a set in one tensor. */
final class Patches {
    /** Elements of a tensor of patches beyond which a random part of the images is taken. */
    private static final long MOST_ELEMENTS = 1 << 27;

    private static final int CHUNK_ELEMENTS = 1 << 22;

    private Patches() {}

    /** All patches, or those of as many random images as are held in memory; belongs to the open scope. */
    static Tensor sample(FeatureSource source, long seed) {
        long most = Math.max(1, MOST_ELEMENTS / source.width() / source.grid().cells());
        if (source.images() <= most) {
            return source.range(0, source.images()).rows(0, source.images());
        }
        int[] chosen = Seeds.choose(source.images(), (int) most, new SplittableRandom(seed));
        return source.select(chosen).rows(0, chosen.length);
    }

    /**
     * The named patches, in their order; belongs to the open scope.
     *
     * @param patches through all images, in order
     */
    static Tensor rows(FeatureSource source, int[] patches) {
        int cells = source.grid().cells();
        Tensor gathered = Tensor.empty(source.type(), patches.length, source.width());
        int chunk = Math.max(1, CHUNK_ELEMENTS / cells / source.width());
        int done = 0;
        while (done < patches.length) {
            int[] images = Arrays.stream(patches, done, patches.length)
                    .map(p -> p / cells)
                    .distinct()
                    .limit(chunk)
                    .toArray();
            int end = done;
            while (end < patches.length && patches[end] / cells <= images[images.length - 1]) {
                end++;
            }
            try (Scope scope = Scope.open()) {
                long[] wanted = new long[end - done];
                for (int k = done; k < end; k++) {
                    int place = Arrays.binarySearch(images, patches[k] / cells);
                    wanted[k - done] = (long) place * cells + patches[k] % cells;
                }
                Tensor rows = source.select(images).rows(0, images.length);
                Kernels.copy(gathered.narrow(0, done, wanted.length), rows.select(0, Tensor.indices(wanted)));
            }
            done = end;
        }
        return gathered;
    }

    /** Maps of all images averaged to 2 x 2 cells, as rows; belongs to the open scope. Refuses negative features. */
    static Tensor pooled(FeatureSource source) {
        Matrix weights = pooling(source.grid());
        int cells = weights.rows();
        Tensor pooled = Tensor.empty(source.type(), (long) source.images() * cells, source.width());
        ImageStream.of(source, source.width(), CHUNK_ELEMENTS).forEach(range -> {
            Tensor average = Tensor.of(weights, source.type());
            for (int k = 0; k < range.images(); k++) {
                int image = range.first() + k;
                Tensor rows = range.batch().rows(k, 1);
                double least = rows.min().item();
                if (!(least >= 0)) {
                    throw new InvalidInput("NMF needs features of at least 0 (a layer after a ReLU), but" + " image "
                            + image + " has " + least + "; use pca, ica or sae for this layer");
                }
                Kernels.copy(pooled.narrow(0, (long) image * cells, cells), average.mm(rows));
            }
        });
        return pooled;
    }

    /** Adaptive average pooling to 2 x 2 (fewer where the grid has fewer): cells of the result x cells of the grid. */
    static Matrix pooling(Grid grid) {
        int high = Math.min(2, grid.height());
        int wide = Math.min(2, grid.width());
        Matrix weights = new Matrix(high * wide, grid.cells());
        for (int r = 0; r < high; r++) {
            for (int c = 0; c < wide; c++) {
                int top = r * grid.height() / high;
                int bottom = ((r + 1) * grid.height() + high - 1) / high;
                int left = c * grid.width() / wide;
                int right = ((c + 1) * grid.width() + wide - 1) / wide;
                for (int y = top; y < bottom; y++) {
                    for (int x = left; x < right; x++) {
                        weights.set(r * wide + c, y * grid.width() + x, 1.0 / (bottom - top) / (right - left));
                    }
                }
            }
        }
        return weights;
    }
}
