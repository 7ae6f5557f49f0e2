package org.eddp.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageStream;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Where to look for every concept: content of {@code atlas.json}. Its size does not depend on the number of images.
 *
 * @param command that made it
 * @param directions digest of the directions it is about
 * @param images looked through
 * @param cells patches of an image
 * @param concepts one by one
 */
public record Atlas(String command, String directions, int images, int cells, List<Entry> concepts) {
    private static final int TASK_ELEMENTS = 1 << 19;
    private static final int BINS = 48;
    /** Images of each kind per concept. */
    private static final int SHOWN = 12;
    /** Other concepts that are named as seen with one. */
    private static final int COMPANIONS = 8;

    public Atlas {
        concepts = List.copyOf(concepts);
        for (int i = 0; i < concepts.size(); i++) {
            Entry entry = concepts.get(i);
            if (entry.number() != i) {
                throw new IllegalArgumentException("concept " + entry.number() + " stands at place " + i);
            }
            for (List<Sight> sights : List.of(entry.strongest(), entry.typical(), entry.doubtful())) {
                for (Sight sight : sights) {
                    require(sight.image(), images, "image");
                    require(sight.cell(), cells, "patch");
                }
            }
            for (Companion companion : entry.companions()) {
                require(companion.number(), concepts.size(), "concept");
            }
        }
    }

    private static void require(int number, int count, String what) {
        if (number < 0 || number >= count) {
            throw new IllegalArgumentException("there is no " + what + " " + number + "; there are " + count);
        }
    }

    /**
     * What is known of a concept.
     *
     * @param patches on which its detector fires
     * @param images in which it does
     * @param scores how p = w.x - b is spread over all patches
     * @param strongest images by falling score, without near copies of stronger ones
     * @param typical a random choice of the images in which it fires, the same whenever it is made
     * @param doubtful images in which it fires least, by rising score
     * @param companions concepts most often seen in the same images
     */
    public record Entry(
            int number,
            long patches,
            int images,
            Spread scores,
            List<Sight> strongest,
            List<Sight> typical,
            List<Sight> doubtful,
            List<Companion> companions) {
        public Entry {
            strongest = List.copyOf(strongest);
            typical = List.copyOf(typical);
            doubtful = List.copyOf(doubtful);
            companions = List.copyOf(companions);
        }
    }

    /** An image with its patch of the largest score. */
    public record Sight(int image, int cell, double score) {}

    /**
     * A histogram.
     *
     * @param least lower end of the first bin
     * @param most upper end of the last
     */
    public record Spread(double least, double most, long[] counts) {
        public Spread {
            if (!(least <= most) || counts.length == 0) {
                throw new IllegalArgumentException(
                        "a histogram of " + counts.length + " bins from " + least + " to " + most);
            }
        }
    }

    /**
     * A concept seen with another.
     *
     * @param images in which both are
     * @param overlap that number over the number of images in which either is
     */
    public record Companion(int number, int images, double overlap) {}

    /**
     * Goes through the images twice: for the range of scores, and for everything else.
     *
     * @param command that asks
     * @param digest of the directions
     */
    public static Atlas of(
            FeatureSource source,
            Detectors detectors,
            String command,
            String digest,
            Workers workers,
            Monitor monitor) {
        Collected all = new Collected(detectors.concepts(), ranges(source, detectors, workers, monitor));
        stream(source, detectors)
                .watchedBy(monitor, "looking where concepts are")
                .forEachAhead(workers, range -> new Part(range, detectors, all.ranges), all::add);
        TopImages distinct = DistinctImages.of(all.candidates(), source, SHOWN);
        List<Entry> entries = IntStream.range(0, detectors.concepts())
                .mapToObj(i -> all.entry(i, distinct.hits().get(i)))
                .toList();
        return new Atlas(command, digest, source.images(), source.grid().cells(), entries);
    }

    private static ImageStream stream(FeatureSource source, Detectors detectors) {
        return ImageStream.of(source, Math.max(source.width(), detectors.concepts()), TASK_ELEMENTS);
    }

    /** Least and largest score of every concept. */
    private static double[][] ranges(FeatureSource source, Detectors detectors, Workers workers, Monitor monitor) {
        double[][] ranges = new double[detectors.concepts()][];
        stream(source, detectors)
                .watchedBy(monitor, "looking how strongly detectors fire")
                .forEachAhead(
                        workers,
                        range -> {
                            Tensor scores = detectors.scores(range.rows());
                            return new double[][] {
                                scores.times(-1).max(0).times(-1).toDoubles(),
                                scores.max(0).toDoubles()
                            };
                        },
                        part -> {
                            for (int i = 0; i < ranges.length; i++) {
                                ranges[i] = ranges[i] == null
                                        ? new double[] {part[0][i], part[1][i]}
                                        : new double[] {
                                            Math.min(ranges[i][0], part[0][i]), Math.max(ranges[i][1], part[1][i])
                                        };
                            }
                        });
        return ranges;
    }

    /** What a range of images has to tell. */
    private static final class Part {
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

    /** Everything so far. */
    private static final class Collected {
        /** Images to choose distinct ones from, for each that is shown. */
        private static final int LOOKED_THROUGH = 4;

        final double[][] ranges;
        private final List<Kept> strongest = new ArrayList<>();
        private final List<Kept> typical = new ArrayList<>();
        private final List<Kept> doubtful = new ArrayList<>();
        private final long[][] counts;
        private final long[] patches;
        private final Matrix together;

        Collected(int concepts, double[][] ranges) {
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

        Entry entry(int concept, List<TopImages.Hit> distinct) {
            return new Entry(
                    concept,
                    patches[concept],
                    (int) Math.round(together.get(concept, concept)),
                    new Spread(ranges[concept][0], ranges[concept][1], counts[concept]),
                    distinct.stream()
                            .map(hit -> new Sight(hit.image(), hit.cell(), hit.score()))
                            .toList(),
                    typical.get(concept).inOrder(),
                    doubtful.get(concept).inOrder(),
                    companions(concept));
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
    }

    /** The first so many in some order. */
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
