package org.eddp.influence;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/**
 * Patches that were drawn for every concept; their rows are read on demand.
 *
 * @param patches of every concept, ascending
 */
record ConceptSamples(FeatureSource source, long[][] patches) {
    private static final int TILE_ELEMENTS = 1 << 20;

    /** Draws for all concepts. */
    static ConceptSamples draw(
            FeatureSource source, Detectors detectors, InfluenceOptions.Noise options, Workers workers) {
        List<int[]> units = source instanceof FeatureSet set
                ? set.units()
                : List.of(IntStream.range(0, source.images()).toArray());
        SampleDraw draw = new SampleDraw(detectors.concepts(), 0, detectors.concepts(), options);
        FiredPatches.run(source, units, detectors, 0, units.size(), workers, Monitor.NONE, draw::offer);
        return new ConceptSamples(source, draw.patches());
    }

    /** Patches in the sample of a concept, an even number. */
    int size(int concept) {
        return patches[concept].length;
    }

    /** The rows of the samples of {@code count} concepts from {@code first} on, each patches x D, read in one sweep. */
    float[][] rows(int first, int count, Workers workers) {
        int width = source.width();
        int cells = source.grid().cells();
        float[][] out = new float[count][];
        TreeSet<Integer> wanted = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            out[i] = new float[Math.multiplyExact(size(first + i), width)];
            for (long patch : patches[first + i]) {
                wanted.add((int) (patch / cells));
            }
        }
        int[] images = wanted.stream().mapToInt(Integer::intValue).toArray();
        int perTile = Math.max(1, TILE_ELEMENTS / cells / width);
        int tiles = (images.length + perTile - 1) / perTile;
        workers.forEach(
                tiles,
                t -> {
                    int[] some = Arrays.copyOfRange(images, t * perTile, Math.min(images.length, (t + 1) * perTile));
                    return new Tile(
                            some, source.select(some).rows(0, some.length).toFloats());
                },
                tile -> {
                    for (int i = 0; i < count; i++) {
                        tile.copy(patches[first + i], cells, width, out[i]);
                    }
                });
        return out;
    }

    /** Some images, ascending, and their rows. */
    private record Tile(int[] images, float[] rows) {
        void copy(long[] patches, int cells, int width, float[] out) {
            long least = (long) images[0] * cells;
            int slot = Arrays.binarySearch(patches, least);
            slot = slot < 0 ? -slot - 1 : slot;
            int image = 0;
            for (; slot < patches.length && patches[slot] / cells <= images[images.length - 1]; slot++) {
                while (images[image] < patches[slot] / cells) {
                    image++;
                }
                int row = (int) (image * (long) cells + patches[slot] % cells);
                System.arraycopy(rows, row * width, out, slot * width, width);
            }
        }
    }
}
