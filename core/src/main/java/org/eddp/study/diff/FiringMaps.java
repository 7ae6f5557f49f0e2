package org.eddp.study.diff;

import java.util.Arrays;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.features.Grid;
import org.eddp.features.ImageStream;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/**
 * Where detectors fire: one bit per concept, picture and cell. A cell of a coarser grid than the layer's own has its
 * bit set if the detector fires on a patch whose centre is in the cell.
 */
final class FiringMaps {
    private static final long READ_ELEMENTS = 1 << 20;

    private final Grid grid;
    private final int pictures;
    private final int words;
    private final long[][] bits;

    FiringMaps(Grid grid, int pictures, int concepts) {
        this.grid = grid;
        this.pictures = pictures;
        words = (grid.cells() + Long.SIZE - 1) / Long.SIZE;
        bits = new long[concepts][pictures * words];
    }

    /**
     * Reads pictures.
     *
     * @param grid at most as fine as that of the pictures
     * @param workers threads; not closed
     */
    static FiringMaps of(FeatureSource source, Detectors detectors, Grid grid, Workers workers, Monitor monitor) {
        FiringMaps maps = new FiringMaps(grid, source.images(), detectors.concepts());
        int[] cells = cells(source.grid(), grid);
        ImageStream.of(source, source.width() + detectors.concepts(), READ_ELEMENTS)
                .watchedBy(monitor, "comparing the runs")
                .forEachAhead(
                        workers,
                        range -> new Scores(
                                range.first(), detectors.scores(range.rows()).toFloats()),
                        scores -> maps.add(scores, cells));
        return maps;
    }

    /**
     * The scores of a range of pictures.
     *
     * @param first picture of the range
     * @param values w.x - b, patch after patch
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Scores(int first, float[] values) {}

    /** The cell of a coarser grid that the centre of each patch is in. */
    static int[] cells(Grid fine, Grid coarse) {
        int[] cells = new int[fine.cells()];
        Arrays.setAll(
                cells,
                p -> (2 * (p / fine.width()) + 1) * coarse.height() / (2 * fine.height()) * coarse.width()
                        + (2 * (p % fine.width()) + 1) * coarse.width() / (2 * fine.width()));
        return cells;
    }

    private void add(Scores scores, int[] cells) {
        int concepts = bits.length;
        for (int k = 0; k < scores.values().length; k++) {
            if (scores.values()[k] > 0) {
                int patch = k / concepts;
                fire(k % concepts, scores.first() + patch / cells.length, cells[patch % cells.length]);
            }
        }
    }

    void fire(int concept, int picture, int cell) {
        bits[concept][picture * words + cell / Long.SIZE] |= 1L << cell % Long.SIZE;
    }

    int concepts() {
        return bits.length;
    }

    int pictures() {
        return pictures;
    }

    /** Cells of all pictures. */
    long places() {
        return (long) pictures * grid.cells();
    }

    /** Number of places where a concept fires. */
    long firing(int concept) {
        return Arrays.stream(bits[concept]).map(Long::bitCount).sum();
    }

    /** The pictures on which a concept fires, in order. */
    int[] present(int concept) {
        int[] found = new int[pictures];
        int count = 0;
        for (int n = 0; n < pictures; n++) {
            boolean fires = false;
            for (int w = n * words; w < (n + 1) * words && !fires; w++) {
                fires = bits[concept][w] != 0;
            }
            if (fires) {
                found[count++] = n;
            }
        }
        return Arrays.copyOf(found, count);
    }

    /**
     * Number of places where a concept of these maps and one of other maps both fire.
     *
     * @param chosen pictures to look at
     * @param partner the picture of the other maps that is compared with each picture of these
     */
    long overlap(int concept, int[] chosen, FiringMaps maps, int other, int[] partner) {
        long[] own = bits[concept];
        long[] theirs = maps.bits[other];
        long count = 0;
        for (int n : chosen) {
            int from = n * words;
            int to = partner[n] * words;
            for (int w = 0; w < words; w++) {
                count += Long.bitCount(own[from + w] & theirs[to + w]);
            }
        }
        return count;
    }
}
