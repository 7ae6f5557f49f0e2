package org.eddp.influence;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.features.UnitStream;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.monitor.Monitor;
import org.eddp.parts.PartialResult;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Which consecutive patches every detector fires on, one bit each. As arrays of whole numbers: {@code size} (detectors, patches) and {@code bits}, 64 in
 * a number with the first lowest, every detector beginning with a number of its own.
 */
public final class FiredPatches implements PartialResult<FiredPatches> {
    private static final int TILE_ELEMENTS = 1 << 20;
    /** Sanity limit on the number of detectors without patches. */
    private static final int MOST_DETECTORS = 1 << 18;

    private final BitSet[] fired;
    private int patches;

    private FiredPatches(int detectors) {
        fired = new BitSet[detectors];
        Arrays.setAll(fired, i -> new BitSet());
    }

    /** An empty list of patches. */
    public static FiredPatches none(int detectors) {
        return new FiredPatches(detectors);
    }

    /**
     * Looks at the images of some consecutive units.
     *
     * @param units the images of each
     * @param end behind the last unit
     * @param inOrder receives the result of each unit
     */
    public static void run(
            FeatureSource source,
            List<int[]> units,
            Detectors detectors,
            int first,
            int end,
            Workers workers,
            Monitor monitor,
            Consumer<? super FiredPatches> inOrder) {
        UnitStream.of(source, units, Math.max(source.width(), detectors.concepts()), TILE_ELEMENTS)
                .watchedBy(monitor, "drawing samples")
                .forEach(
                        first,
                        end,
                        workers,
                        () -> none(detectors.concepts()),
                        piece -> of(piece.batch().rows(0, piece.batch().images()), detectors),
                        inOrder);
    }

    /** p = w.x - b, one row per concept. */
    private static FiredPatches of(Tensor rows, Detectors detectors) {
        float[] scores = Tensor.of(detectors.filters().transpose(), rows.type())
                .mm(rows.t())
                .minus(Tensor.of(detectors.thresholds(), rows.type(), detectors.concepts(), 1))
                .toFloats();
        FiredPatches found = none(detectors.concepts());
        found.patches = rows.size(0);
        for (int k = 0; k < scores.length; k++) {
            if (scores[k] > 0) {
                found.fired[k / found.patches].set(k % found.patches);
            }
        }
        return found;
    }

    @Override
    public void add(FiredPatches later) {
        if (later.detectors() != detectors()) {
            throw new IllegalArgumentException(
                    "patches of " + later.detectors() + " detectors cannot be added to those of " + detectors());
        }
        for (int i = 0; i < fired.length; i++) {
            BitSet own = fired[i];
            later.fired[i].stream().forEach(p -> own.set(patches + p));
        }
        patches = Math.addExact(patches, later.patches);
    }

    /** Number of detectors. */
    public int detectors() {
        return fired.length;
    }

    /** Number of patches. */
    public int patches() {
        return patches;
    }

    boolean fires(int detector, int patch) {
        return fired[detector].get(patch);
    }

    @Override
    public SafetensorsFile content() {
        int words = (patches + Long.SIZE - 1) / Long.SIZE;
        long[] bits = new long[Math.multiplyExact(words, fired.length)];
        for (int i = 0; i < fired.length; i++) {
            long[] own = fired[i].toLongArray();
            System.arraycopy(own, 0, bits, i * words, own.length);
        }
        return new SafetensorsFile()
                .add("size", new long[] {fired.length, patches})
                .add("bits", bits);
    }

    /**
     * Reads bits that were sent.
     *
     * @throws org.eddp.files.FileFailure if it does not hold patches of detectors
     */
    public static FiredPatches read(SafetensorsFile content) {
        long[] size = content.integers("size", 2);
        long[] bits = content.integers("bits");
        boolean sound = size[0] >= 0
                && size[0] <= Math.max(MOST_DETECTORS, bits.length)
                && size[1] >= 0
                && size[1] <= Integer.MAX_VALUE - Long.SIZE;
        int words = sound ? ((int) size[1] + Long.SIZE - 1) / Long.SIZE : 0;
        if (!sound || size[0] * words != bits.length) {
            throw content.damaged("it has no " + size[1] + " patches of " + size[0] + " detectors");
        }
        FiredPatches found = none((int) size[0]);
        found.patches = (int) size[1];
        for (int i = 0; i < found.fired.length; i++) {
            found.fired[i] = BitSet.valueOf(Arrays.copyOfRange(bits, i * words, (i + 1) * words));
            if (found.fired[i].length() > found.patches) {
                throw content.damaged("detector " + i + " fires on a patch that is not there");
            }
        }
        return found;
    }
}
