package org.eddp.directions.step;

import org.eddp.features.FeatureSource.Batch;
import org.eddp.tensor.Tensor;

/**
 * How a batch is cut: into tiles of whole images that fit the cache, and into strips of consecutive tiles, which are
 * the tasks that threads take. Sums of matrices are accumulated within a strip by the engine and over strips on the
 * heap.
 *
 * <p>The number of threads has no influence, because the division of a sum affects its rounding.
 *
 * @param batch the batch
 * @param tileImages images of a tile; the last one may have fewer
 * @param stripTiles tiles of a strip; the last one may have fewer
 */
record Tiling(Batch batch, int tileImages, int stripTiles) {
    /** Strips enough to keep this many threads evenly busy come first; longer strips only save overhead. */
    private static final int PARALLELISM = 32;

    private static final int LONGEST_STRIP = 8;
    /** Fewer would leave threads idle at the end of a pass. */
    private static final int FEWEST_STRIPS = 12;
    /** Patches of a strip per feature: the work done once per strip has the size of the filters, not of the data. */
    private static final int PATCHES_PER_FEATURE = 2;
    /** Tiles of wider features keep as many patches as with so many: with fewer, products are slower than memory. */
    private static final int WIDEST = 1024;

    static Tiling of(Batch batch, int widest, int tileElements) {
        int images = images(batch.grid().cells(), widest, tileElements);
        int tiles = ceilDivide(batch.images(), images);
        int even = Math.min(LONGEST_STRIP, tiles / PARALLELISM);
        int wide =
                ceilDivide(PATCHES_PER_FEATURE * widest, images * batch.grid().cells());
        return new Tiling(batch, images, Math.max(1, Math.max(even, Math.min(wide, tiles / FEWEST_STRIPS))));
    }

    /** Images of a tile. */
    static int images(int cells, int widest, int tileElements) {
        return Math.max(1, tileElements / Math.min(widest, WIDEST) / cells);
    }

    private static int ceilDivide(int a, int b) {
        return (a + b - 1) / b;
    }

    int tiles() {
        return ceilDivide(batch.images(), tileImages);
    }

    int strips() {
        return ceilDivide(tiles(), stripTiles);
    }

    int firstTile(int strip) {
        return strip * stripTiles;
    }

    /** The tile after the last of a strip. */
    int endTile(int strip) {
        return Math.min(tiles(), firstTile(strip) + stripTiles);
    }

    /**
     * Cuts a strip into groups of tiles of about equal size.
     *
     * @param images of a group, at least, if the strip has as many
     * @return the first tile of each group, and the tile after the last
     */
    int[] groups(int strip, int images) {
        int first = firstTile(strip);
        int tiles = endTile(strip) - first;
        int[] bounds = new int[1 + Math.max(1, tiles / ceilDivide(images, tileImages))];
        for (int k = 0; k < bounds.length; k++) {
            bounds[k] = first + k * tiles / (bounds.length - 1);
        }
        return bounds;
    }

    int firstImage(int tile) {
        return tile * tileImages;
    }

    /** Patches of one tile. */
    Tensor tileRows(int tile) {
        return rows(tile, tile + 1);
    }

    /** Patches of one strip. */
    Tensor stripRows(int strip) {
        return rows(firstTile(strip), endTile(strip));
    }

    /** Patches of consecutive tiles. */
    Tensor rows(int firstTile, int endTile) {
        int first = firstImage(firstTile);
        return batch.rows(first, Math.min(firstImage(endTile), batch.images()) - first);
    }
}
