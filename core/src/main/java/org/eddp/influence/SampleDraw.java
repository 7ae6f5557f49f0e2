package org.eddp.influence;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.eddp.math.Seeds;

/**
 * Draws for every concept a balanced random sample of patches with it and without it: the detector fires on half of the
 * patches. It uses reservoir sampling with one generator per concept and side. So a sample depends only on the seed and
 * the order of the patches, not on other concepts or processes.
 */
public final class SampleDraw {
    private final int first;
    private final Reservoir[] with;
    private final Reservoir[] without;
    private final int concepts;
    private long offered;

    /**
     * A draw for some consecutive concepts.
     *
     * @param concepts number of concepts
     *
     * @param first to draw for
     * @param end behind the last to draw for
     */
    public SampleDraw(int concepts, int first, int end, InfluenceOptions.Noise options) {
        this.concepts = concepts;
        this.first = first;
        with = new Reservoir[end - first];
        without = new Reservoir[end - first];
        for (int i = first; i < end; i++) {
            with[i - first] = new Reservoir(options.samples() / 2, Seeds.random(options.seed(), i, 1));
            without[i - first] = new Reservoir(options.samples() / 2, Seeds.random(options.seed(), i, 2));
        }
    }

    /** Offers the next patches. */
    public void offer(FiredPatches next) {
        if (next.detectors() != concepts) {
            throw new IllegalArgumentException(
                    "patches of " + next.detectors() + " detectors, but samples are drawn of " + concepts);
        }
        for (int i = 0; i < with.length; i++) {
            for (int p = 0; p < next.patches(); p++) {
                (next.fires(first + i, p) ? with[i] : without[i]).offer(offered + p);
            }
        }
        offered += next.patches();
    }

    /** The patches of every concept, ascending; empty for concepts without a draw. Call it once, after all patches. */
    public long[][] patches() {
        long[][] patches = new long[concepts][0];
        for (int i = 0; i < with.length; i++) {
            int each = Math.min(with[i].size(), without[i].size());
            patches[first + i] = join(with[i].draw(each), without[i].draw(each));
        }
        return patches;
    }

    private static long[] join(long[] a, long[] b) {
        long[] all = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        Arrays.sort(all); // the order does not matter, because labels are permuted later
        return all;
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
