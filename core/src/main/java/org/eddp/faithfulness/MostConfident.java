package org.eddp.faithfulness;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageStream;
import org.eddp.tensor.Workers;

/** The images on which detectors are surest. */
public final class MostConfident {
    private static final int TILE_ELEMENTS = 1 << 20;

    private MostConfident() {}

    private record Scored(int image, float score) {}

    /**
     * For every concept the images with the largest w.x - b of a patch, surest first; only images on which the detector
     * fires.
     *
     * @param count images per concept at most
     */
    public static int[][] images(FeatureSource source, Detectors detectors, int count, Workers workers) {
        int concepts = detectors.concepts();
        int cells = source.grid().cells();
        // the least sure first, and of equally sure ones the later image, so that it is the one to go
        Comparator<Scored> order = Comparator.comparingDouble((Scored s) -> s.score())
                .thenComparing(s -> s.image(), Comparator.reverseOrder());
        List<PriorityQueue<Scored>> kept = new ArrayList<>();
        for (int i = 0; i < concepts; i++) {
            kept.add(new PriorityQueue<>(order));
        }
        int[] next = {0};
        ImageStream.of(source, Math.max(source.width(), concepts), TILE_ELEMENTS)
                .forEach(
                        workers,
                        range -> detectors
                                .scores(range.rows())
                                .view(-1, cells, concepts)
                                .max(1)
                                .toFloats(),
                        best -> {
                            for (int n = 0; n < best.length / concepts; n++, next[0]++) {
                                for (int i = 0; i < concepts; i++) {
                                    offer(kept.get(i), new Scored(next[0], best[n * concepts + i]), count);
                                }
                            }
                        });
        return kept.stream()
                .map(queue -> queue.stream()
                        .sorted(order.reversed())
                        .mapToInt(Scored::image)
                        .toArray())
                .toArray(int[][]::new);
    }

    private static void offer(PriorityQueue<Scored> queue, Scored candidate, int count) {
        if (candidate.score() > 0) {
            queue.add(candidate);
            if (queue.size() > count) {
                queue.poll();
            }
        }
    }
}
