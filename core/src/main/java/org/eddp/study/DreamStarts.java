package org.eddp.study;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.directions.Detectors;
import org.eddp.faithfulness.Dream;
import org.eddp.faithfulness.FaithfulnessStudy.Starts;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageStream;
import org.eddp.math.Seeds;
import org.eddp.metrics.TopImages;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/** Which images the dreams of every concept begin from. */
final class DreamStarts {
    private static final int TASK_ELEMENTS = 1 << 19;

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
        boolean alike = start == Dream.Start.SUREST;
        return new Starts(
                alike ? first(surest, count) : typical(source, detectors, count, seed, workers),
                first(surest, literal));
    }

    private static int[][] first(int[][] images, int count) {
        return Arrays.stream(images)
                .map(own -> Arrays.copyOf(own, Math.min(own.length, count)))
                .toArray(int[][]::new);
    }

    /** Images in which a detector fires, at random; they come in the order of their numbers. */
    private static int[][] typical(FeatureSource source, Detectors detectors, int count, long seed, Workers workers) {
        BitSet[] fires = firing(source, detectors, workers);
        return IntStream.range(0, fires.length)
                .mapToObj(i -> {
                    int[] all = fires[i].stream().toArray();
                    Seeds.shuffle(all, Seeds.random(seed, i));
                    return Arrays.stream(all).limit(count).sorted().toArray();
                })
                .toArray(int[][]::new);
    }

    private static BitSet[] firing(FeatureSource source, Detectors detectors, Workers workers) {
        BitSet[] fires =
                Stream.generate(BitSet::new).limit(detectors.concepts()).toArray(BitSet[]::new);
        ImageStream.of(source, Math.max(source.width(), detectors.concepts()), TASK_ELEMENTS)
                .forEachAhead(workers, range -> firing(range, detectors), some -> {
                    for (int i = 0; i < fires.length; i++) {
                        fires[i].or(some[i]);
                    }
                });
        return fires;
    }

    private static BitSet[] firing(ImageStream.Range range, Detectors detectors) {
        int concepts = detectors.concepts();
        int cells = range.batch().grid().cells();
        BitSet[] fires = Stream.generate(BitSet::new).limit(concepts).toArray(BitSet[]::new);
        float[] scores = detectors.scores(range.rows()).toFloats();
        for (int k = 0; k < scores.length; k++) {
            if (scores[k] > 0) {
                fires[k % concepts].set(range.first() + k / concepts / cells);
            }
        }
        return fires;
    }
}
