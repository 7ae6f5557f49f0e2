package org.eddp.directions.step;

/**
 * Numbers of the buffers a worker computes in. The kernels run one after the other on a tile and reuse buffers; only
 * the sums of a strip stay until the strip is done.
 */
final class ScratchSlots {
    // as large as a tile; free between kernels
    static final int TILE_1 = 0;
    static final int TILE_2 = 1;
    static final int TILE_3 = 2;
    static final int TILE_4 = 3;
    // one number per patch, per concept, per feature; one row of features per concept
    static final int ROW = 4;
    static final int COLUMN = 5;
    static final int COLUMN_2 = 6;
    static final int FEATURE_ROW = 7;
    static final int FILTERS = 8;
    // sums of a strip
    static final int FILTER_SUM = 9;
    static final int SCORE_SUM = 10;
    static final int PROJECTION_SUM = 11;
    static final int OFFSET_SUM = 12;

    private ScratchSlots() {}
}
