package org.eddp.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.eddp.directions.Detectors;
import org.eddp.features.ImageStream;
import org.eddp.math.Seeds;
import org.eddp.metrics.Atlas.Companion;
import org.eddp.metrics.Atlas.Entry;
import org.eddp.metrics.Atlas.Sight;
import org.eddp.metrics.Atlas.Spread;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/** Collects the content of an {@link Atlas}, range by range of the images. */
final class AtlasCollection {
    private static final int BINS = 48;
    /** Images of each kind per concept. */
    static final int SHOWN = 12;
    /** Other concepts that are named as seen with one. */
    private static final int COMPANIONS = 8;

    /** Images to choose distinct ones from, for each that is shown. */
    static final int LOOKED_THROUGH = 4;

    final double[][] ranges;
    private final List<Kept> strongest = new ArrayList<>();
    private final List<Kept> typical = new ArrayList<>();
    private final List<Kept> doubtful = new ArrayList<>();
    private final long[][] counts;
    private final long[] patches;
    private final Matrix together;

    AtlasCollection(int concepts, double[][] ranges) {
        this.ranges = ranges;
        counts = new long[concepts][BINS];
        patches = new long[concepts];
        together = new Matrix(concepts, concepts);
        Comparator<Sight> byScore =
                Comparator.comparingDouble(Sight::score).reversed().thenComparingInt(Sight::image);
        Comparator<Sight> rising = Comparator.comparingDouble(Sight::score).thenComparingInt(Sight::image);
        for (int i = 0; i < concepts; i++) {
            long seed = i;
            Comparator<Sight> drawn = Comparator.<Sight>comparingLong(s -> Seeds.mix(seed, 0, s.image()))
                    .thenComparingInt(Sight::image);
            strongest.add(new Kept(byScore, LOOKED_THROUGH * SHOWN));
            typical.add(new Kept(drawn, SHOWN));
            doubtful.add(new Kept(rising, SHOWN));
        }
    }

    void add(Part part) {
        for (int i = 0; i < patches.length; i++) {
            patches[i] += part.patches[i];
            for (int bin = 0; bin < BINS; bin++) {
                counts[i][bin] += part.counts[i][bin];
            }
            for (Sight sight : part.sights.get(i)) {
                strongest.get(i).offer(sight);
                typical.get(i).offer(sight);
                doubtful.get(i).offer(sight);
            }
        }
        for (int k = 0; k < part.together.length; k++) {
            together.values()[k] += part.together[k];
        }
    }

    TopImages candidates() {
        TopImages.Span none = new TopImages.Span(0, 0);
        return new TopImages(strongest.stream()
                .map(kept -> kept.inOrder().stream()
                        .map(s -> new TopImages.Hit(s.image(), s.cell(), s.score(), none, none))
                        .toList())
                .toList());
    }

    Entry entry(int concept, List<TopImages.Hit> distinct, List<TopImages.Hit> examples) {
        return new Entry(
                concept,
                patches[concept],
                (int) Math.round(together.get(concept, concept)),
                new Spread(ranges[concept][0], ranges[concept][1], counts[concept]),
                sights(examples),
                sights(distinct.subList(0, Math.min(distinct.size(), SHOWN))),
                typical.get(concept).inOrder(),
                doubtful.get(concept).inOrder(),
                companions(concept));
    }

    private static List<Sight> sights(List<TopImages.Hit> hits) {
        return hits.stream()
                .map(hit -> new Sight(hit.image(), hit.cell(), hit.score()))
                .toList();
    }

    private List<Companion> companions(int concept) {
        double own = together.get(concept, concept);
        return IntStream.range(0, patches.length)
                .filter(other -> other != concept && together.get(concept, other) > 0)
                .mapToObj(other -> {
                    double both = together.get(concept, other);
                    return new Companion(
                            other, (int) Math.round(both), both / (own + together.get(other, other) - both));
                })
                .sorted(Comparator.comparingDouble(Companion::overlap)
                        .reversed()
                        .thenComparingInt(Companion::number))
                .limit(COMPANIONS)
                .toList();
    }

    /** The result of a range of images. */
    static final class Part {
        final List<List<Sight>> sights = new ArrayList<>();
        final long[][] counts;
        final long[] patches;
        final double[] together;

        Part(ImageStream.Range range, Detectors detectors, double[][] ranges) {
            int concepts = detectors.concepts();
            int cells = range.batch().grid().cells();
            Tensor scores = detectors.scores(range.rows());
            Tensor seen = scores.view(range.images(), cells, concepts)
                    .max(1)
                    .view(range.images(), concepts)
                    .greaterThan(0);
            together = seen.t().mm(seen).toDoubles();
            float[] values = scores.toFloats();
            counts = new long[concepts][BINS];
            patches = new long[concepts];
            for (int i = 0; i < concepts; i++) {
                double scale = BINS / Math.max(1e-300, ranges[i][1] - ranges[i][0]);
                List<Sight> own = new ArrayList<>();
                for (int image = 0; image < range.images(); image++) {
                    int peak = -1;
                    float best = 0;
                    for (int cell = 0; cell < cells; cell++) {
                        float p = values[(image * cells + cell) * concepts + i];
                        counts[i][(int) Math.max(0, Math.min(BINS - 1, (p - ranges[i][0]) * scale))]++;
                        patches[i] += p > 0 ? 1 : 0;
                        if (p > best) {
                            best = p;
                            peak = cell;
                        }
                    }
                    if (peak >= 0) {
                        own.add(new Sight(range.first() + image, peak, best));
                    }
                }
                sights.add(own);
            }
        }
    }

    /** The first elements in some order, up to a limit. */
    private static final class Kept {
        private final Comparator<Sight> order;
        private final int most;
        private final PriorityQueue<Sight> worstFirst;

        Kept(Comparator<Sight> order, int most) {
            this.order = order;
            this.most = most;
            worstFirst = new PriorityQueue<>(order.reversed());
        }

        void offer(Sight sight) {
            if (worstFirst.size() < most) {
                worstFirst.add(sight);
            } else if (order.compare(sight, worstFirst.peek()) < 0) {
                worstFirst.poll();
                worstFirst.add(sight);
            }
        }

        List<Sight> inOrder() {
            return worstFirst.stream().sorted(order).toList();
        }
    }
}
