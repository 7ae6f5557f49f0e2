package org.eddp.influence;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageStream;
import org.eddp.math.Seeds;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * For every concept a balanced random sample of patches with it and without it: half of the patches of a concept make its
 * detector fire.
 *
 * <p>One pass over the source draws which patches (reservoir sampling, one generator per concept); their rows are read when
 * asked for. The draw depends on the seed and the order of the images alone.
 */
record ConceptSamples(FeatureSource source, long[][] patches) {
    private static final int TILE_ELEMENTS = 1 << 20;

    static ConceptSamples draw(FeatureSource source, Detectors detectors, int most, long seed, Workers workers) {
        int concepts = detectors.concepts();
        Reservoir[] with = new Reservoir[concepts];
        Reservoir[] without = new Reservoir[concepts];
        for (int i = 0; i < concepts; i++) {
            with[i] = new Reservoir(most / 2, Seeds.random(seed, i, 1));
            without[i] = new Reservoir(most / 2, Seeds.random(seed, i, 2));
        }
        long[] done = {0};
        ImageStream.of(source, Math.max(source.width(), concepts), TILE_ELEMENTS)
                .forEach(workers, range -> scores(range.rows(), detectors), scores -> {
                    int n = scores.length / concepts;
                    for (int i = 0; i < concepts; i++) {
                        for (int p = 0; p < n; p++) {
                            (scores[i * n + p] > 0 ? with[i] : without[i]).offer(done[0] + p);
                        }
                    }
                    done[0] += n;
                });
        long[][] patches = new long[concepts][];
        for (int i = 0; i < concepts; i++) {
            int each = Math.min(with[i].size(), without[i].size());
            patches[i] = join(with[i].draw(each), without[i].draw(each));
        }
        return new ConceptSamples(source, patches);
    }

    /** p = w.x - b of a tile, one row per concept. */
    private static float[] scores(Tensor rows, Detectors detectors) {
        return Tensor.of(detectors.filters().transpose(), rows.type())
                .mm(rows.t())
                .minus(Tensor.of(detectors.thresholds(), rows.type(), detectors.concepts(), 1))
                .toFloats();
    }

    private static long[] join(long[] a, long[] b) {
        long[] all = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        Arrays.sort(all); // which patches matter; their labels will be permuted anyway
        return all;
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

    /** A uniform sample of a stream of unknown length (Vitter's algorithm R). */
    private static final class Reservoir {
        private final long[] kept;
        private final SplittableRandom random;
        private long offered;

        Reservoir(int most, SplittableRandom random) {
            kept = new long[most];
            this.random = random;
        }

        void offer(long patch) {
            offered++;
            if (offered <= kept.length) {
                kept[(int) offered - 1] = patch;
            } else {
                long place = random.nextLong(offered);
                if (place < kept.length) {
                    kept[(int) place] = patch;
                }
            }
        }

        int size() {
            return (int) Math.min(offered, kept.length);
        }

        /** A uniform choice of {@code count} of the sample. */
        long[] draw(int count) {
            for (int i = 0; i < count; i++) {
                int j = random.nextInt(i, size());
                long other = kept[j];
                kept[j] = kept[i];
                kept[i] = other;
            }
            return Arrays.copyOf(kept, count);
        }
    }
}
