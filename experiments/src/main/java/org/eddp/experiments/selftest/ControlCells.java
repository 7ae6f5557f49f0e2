package org.eddp.experiments.selftest;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.eddp.features.Grid;

/** Chooses as many cells that should matter less, to be covered for comparison. */
final class ControlCells {
    private ControlCells() {}

    /**
     * The cells of the same shape, moved to a position where they do not overlap the shape itself and overlap concepts
     * least.
     *
     * @param firing the cells on which each of the concepts fires that should not be met
     * @param random chooses among places that are equally good
     * @return empty if every place meets the shape
     */
    static Optional<BitSet> of(Grid grid, BitSet shape, List<BitSet> firing, SplittableRandom random) {
        List<BitSet> best = new ArrayList<>();
        long least = Long.MAX_VALUE;
        for (int shift = 1; shift < grid.cells(); shift++) {
            BitSet moved = moved(grid, shape, shift / grid.width(), shift % grid.width());
            if (moved.intersects(shape)) {
                continue;
            }
            long met = firing.stream()
                    .mapToLong(cells -> cells.stream().filter(moved::get).count())
                    .sum();
            if (met < least) {
                least = met;
                best.clear();
            }
            if (met == least) {
                best.add(moved);
            }
        }
        return best.isEmpty() ? Optional.empty() : Optional.of(best.get(random.nextInt(best.size())));
    }

    private static BitSet moved(Grid grid, BitSet shape, int down, int across) {
        BitSet moved = new BitSet();
        shape.stream()
                .forEach(cell -> moved.set((cell / grid.width() + down) % grid.height() * grid.width()
                        + (cell % grid.width() + across) % grid.width()));
        return moved;
    }
}
