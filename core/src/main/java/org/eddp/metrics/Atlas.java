package org.eddp.metrics;

import java.util.List;
import java.util.stream.IntStream;
import org.eddp.directions.Detectors;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageStream;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Example images of every concept: content of {@code atlas.json}. Its size does not depend on the number of images.
 *
 * @param command that made it
 * @param directions digest of the directions it is about
 * @param list digest of the list of images it is of
 * @param images looked through
 * @param cells patches of an image
 * @param concepts one by one
 */
public record Atlas(String command, String directions, String list, int images, int cells, List<Entry> concepts) {
    private static final int TASK_ELEMENTS = 1 << 19;
    /** Share of the time that the first pass takes, roughly. */
    private static final double FIRST_PASS = 0.3;

    public Atlas {
        concepts = List.copyOf(concepts);
        for (int i = 0; i < concepts.size(); i++) {
            Entry entry = concepts.get(i);
            if (entry.number() != i) {
                throw new InvalidInput("concept " + entry.number() + " stands at place " + i);
            }
            for (List<Sight> sights : List.of(entry.examples(), entry.strongest(), entry.typical(), entry.doubtful())) {
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
            throw new InvalidInput("there is no " + what + " " + number + "; there are " + count);
        }
    }

    /**
     * Statistics and examples of a concept.
     *
     * @param patches on which its detector fires
     * @param images in which it does
     * @param scores how p = w.x - b is spread over all patches
     * @param examples the images by which pages and the studio show it, the strongest first
     * @param strongest images by falling score, without near copies of stronger ones
     * @param typical a random choice of the images in which it fires, deterministic
     * @param doubtful images in which it fires least, by rising score
     * @param companions concepts most often seen in the same images
     */
    public record Entry(
            int number,
            long patches,
            int images,
            Spread scores,
            List<Sight> examples,
            List<Sight> strongest,
            List<Sight> typical,
            List<Sight> doubtful,
            List<Companion> companions) {
        public Entry {
            examples = List.copyOf(examples);
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
                throw new InvalidInput("a histogram of " + counts.length + " bins from " + least + " to " + most);
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
     * @param command that made it
     * @param digest of the directions
     * @param list digest of the list of images
     */
    public static Atlas of(
            FeatureSource source,
            Detectors detectors,
            String command,
            String digest,
            String list,
            Workers workers,
            Monitor monitor) {
        AtlasCollection all = new AtlasCollection(
                detectors.concepts(), ranges(source, detectors, workers, monitor.part(0, FIRST_PASS)));
        stream(source, detectors)
                .watchedBy(monitor.part(FIRST_PASS, 1), "looking where concepts are")
                .forEachAhead(workers, range -> new AtlasCollection.Part(range, detectors, all.ranges), all::add);
        TopImages candidates = all.candidates();
        TopImages distinct =
                DistinctImages.of(candidates, source, AtlasCollection.LOOKED_THROUGH * AtlasCollection.SHOWN);
        List<List<TopImages.Hit>> examples = ExampleImages.of(candidates, distinct, ExampleImages.SHOWN);
        List<Entry> entries = IntStream.range(0, detectors.concepts())
                .mapToObj(i -> all.entry(i, distinct.hits().get(i), examples.get(i)))
                .toList();
        return new Atlas(command, digest, list, source.images(), source.grid().cells(), entries);
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
}
