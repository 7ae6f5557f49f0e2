package org.eddp.metrics;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import org.eddp.directions.Detectors;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.features.Grid;
import org.eddp.features.ImageStream;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/**
 * The images in which every detector is most confident, each image once, by its patch with the largest p. Images in
 * which a detector does not fire are not among its own.
 *
 * @param hits for every detector, up to the requested number, by falling score
 */
public record TopImages(List<List<Hit>> hits) {
    private static final int TASK_ELEMENTS = 1 << 19;
    /** The least of them first; of equal ones the later image, so that the earlier stays. */
    private static final Comparator<Hit> LEAST_FIRST = Comparator.comparingDouble(Hit::score)
            .thenComparing(Comparator.comparingInt(Hit::image).reversed());

    /**
     * An image in which a detector fires.
     *
     * @param image index
     * @param cell the patch with the largest score
     * @param score p of that patch
     * @param rows first and last row of the connected patches around it on which the detector fires
     * @param columns first and last column of these
     */
    public record Hit(int image, int cell, double score, Span rows, Span columns) {
        /** The same with so many cells more on every side, as far as there are any. */
        public Hit widened(int cells, Grid grid) {
            return new Hit(
                    image, cell, score, rows.widened(cells, grid.height()), columns.widened(cells, grid.width()));
        }
    }

    /** Cells of the grid from first to last, both included. */
    public record Span(int first, int last) {
        private Span widened(int cells, int length) {
            return new Span((int) Math.max(0L, (long) first - cells), (int) Math.min(length - 1L, (long) last + cells));
        }
    }

    /** The same hits with so many cells more on every side; the whole picture where that is more than the grid has. */
    public TopImages widened(int cells, Grid grid) {
        return new TopImages(hits.stream()
                .map(own -> own.stream().map(hit -> hit.widened(cells, grid)).toList())
                .toList());
    }

    public TopImages {
        hits = List.copyOf(hits);
    }

    /** Finds them in one pass; at most {@code count} per detector. */
    public static TopImages of(FeatureSource source, Detectors detectors, int count, Workers workers, Monitor monitor) {
        if (count < 1) {
            throw new InvalidInput("images per detector = " + count + " must be at least 1");
        }
        List<PriorityQueue<Hit>> best = new ArrayList<>();
        for (int i = 0; i < detectors.concepts(); i++) {
            best.add(new PriorityQueue<>(LEAST_FIRST));
        }
        ImageStream.of(source, Math.max(source.width(), detectors.concepts()), TASK_ELEMENTS)
                .watchedBy(monitor, "looking for the most confident images")
                .forEachAhead(workers, range -> find(range.batch(), range.first(), detectors), found -> {
                    for (int i = 0; i < best.size(); i++) {
                        keepBest(best.get(i), found.get(i), count);
                    }
                });
        return new TopImages(best.stream()
                .map(queue -> queue.stream().sorted(LEAST_FIRST.reversed()).toList())
                .toList());
    }

    private static void keepBest(PriorityQueue<Hit> best, List<Hit> found, int count) {
        for (Hit hit : found) {
            best.add(hit);
            if (best.size() > count) {
                best.poll();
            }
        }
    }

    private static List<List<Hit>> find(Batch batch, int first, Detectors detectors) {
        int concepts = detectors.concepts();
        int cells = batch.grid().cells();
        float[] scores = detectors.scores(batch.rows(0, batch.images())).toFloats();
        List<List<Hit>> hits = new ArrayList<>();
        float[] map = new float[cells];
        for (int i = 0; i < concepts; i++) {
            List<Hit> own = new ArrayList<>();
            for (int image = 0; image < batch.images(); image++) {
                int peak = 0;
                for (int cell = 0; cell < cells; cell++) {
                    map[cell] = scores[(image * cells + cell) * concepts + i];
                    peak = map[cell] > map[peak] ? cell : peak;
                }
                if (map[peak] > 0) {
                    FiringRegion region = FiringRegion.around(map, batch.grid(), peak);
                    own.add(new Hit(first + image, peak, map[peak], region.rows(), region.columns()));
                }
            }
            hits.add(own);
        }
        return hits;
    }

    /** The rectangle around the patches on which a detector fires that are connected, side by side, with one of them. */
    public record FiringRegion(TopImages.Span rows, TopImages.Span columns) {
        /**
         * The region around a patch, whether or not the detector fires on that one.
         *
         * @param map scores of all patches, row by row
         */
        public static FiringRegion around(float[] map, Grid grid, int start) {
            boolean[] seen = new boolean[map.length];
            Deque<Integer> open = new ArrayDeque<>();
            seen[start] = true;
            open.add(start);
            int top = grid.height();
            int bottom = 0;
            int left = grid.width();
            int right = 0;
            while (!open.isEmpty()) {
                int cell = open.remove();
                int row = cell / grid.width();
                int column = cell % grid.width();
                top = Math.min(top, row);
                bottom = Math.max(bottom, row);
                left = Math.min(left, column);
                right = Math.max(right, column);
                visit(row > 0, cell - grid.width(), map, seen, open);
                visit(row < grid.height() - 1, cell + grid.width(), map, seen, open);
                visit(column > 0, cell - 1, map, seen, open);
                visit(column < grid.width() - 1, cell + 1, map, seen, open);
            }
            return new FiringRegion(new TopImages.Span(top, bottom), new TopImages.Span(left, right));
        }

        private static void visit(boolean exists, int cell, float[] map, boolean[] seen, Deque<Integer> open) {
            if (exists && !seen[cell] && map[cell] > 0) {
                seen[cell] = true;
                open.add(cell);
            }
        }
    }
}
