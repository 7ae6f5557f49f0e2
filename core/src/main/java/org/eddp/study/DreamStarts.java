package org.eddp.study;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.directions.Detectors;
import org.eddp.faithfulness.Dream;
import org.eddp.faithfulness.FaithfulnessStudy.Starts;
import org.eddp.features.FeatureSource;
import org.eddp.math.Seeds;
import org.eddp.metrics.Firing;
import org.eddp.metrics.TopImages;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/** The images from which the dreams of every concept start. */
final class DreamStarts {
    private DreamStarts() {}

    /**
     * Chooses them.
     *
     * @param count images per concept at most
     * @param literal images per concept at most for the literal protocol, 0 for none
     * @param seed of the choice among typical ones
     */
    static Starts of(
            FeatureSource source,
            Detectors detectors,
            Dream.Start start,
            int count,
            int literal,
            long seed,
            Workers workers) {
        int[][] surest =
                TopImages.of(source, detectors, Math.max(count, literal), workers, Monitor.NONE).hits().stream()
                        .map(hits ->
                                hits.stream().mapToInt(TopImages.Hit::image).toArray())
                        .toArray(int[][]::new);
        int[][] images = switch (start) {
            case TYPICAL -> typical(source, detectors, count, seed, workers);
            case SUREST -> first(surest, count);
            case WIDEST -> first(widest(source, detectors, workers), count);
        };
        return new Starts(images, first(surest, literal));
    }

    private static int[][] first(int[][] images, int count) {
        return Arrays.stream(images)
                .map(own -> Arrays.copyOf(own, Math.min(own.length, count)))
                .toArray(int[][]::new);
    }

    /** Images in which a detector fires, by falling number of patches with the concept; of equal ones the earlier first. */
    private static int[][] widest(FeatureSource source, Detectors detectors, Workers workers) {
        int cells = source.grid().cells();
        return Firing.patches(source, detectors, workers).stream()
                .map(patches -> {
                    int[] counts = new int[source.images()];
                    patches.stream().forEach(patch -> counts[patch / cells]++);
                    return IntStream.range(0, counts.length)
                            .filter(image -> counts[image] > 0)
                            .boxed()
                            .sorted(Comparator.comparing(image -> -counts[image]))
                            .mapToInt(Integer::intValue)
                            .toArray();
                })
                .toArray(int[][]::new);
    }

    /** Images in which a detector fires, at random; they come in the order of their numbers. */
    private static int[][] typical(FeatureSource source, Detectors detectors, int count, long seed, Workers workers) {
        List<BitSet> fires = Firing.images(source, detectors, workers);
        return IntStream.range(0, fires.size())
                .mapToObj(i -> {
                    int[] all = fires.get(i).stream().toArray();
                    Seeds.shuffle(all, Seeds.random(seed, i));
                    return Arrays.stream(all).limit(count).sorted().toArray();
                })
                .toArray(int[][]::new);
    }
}
