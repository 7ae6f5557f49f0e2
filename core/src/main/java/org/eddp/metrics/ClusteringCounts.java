package org.eddp.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.eddp.directions.Detectors;
import org.eddp.features.FeatureSource;
import org.eddp.features.UnitStream;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.metrics.Metrics.Clustering;
import org.eddp.monitor.Monitor;
import org.eddp.parts.PartialResult;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * The counts behind {@link Clustering}: patches per detector, and detectors per patch. As arrays of whole numbers:
 * {@code patches} (how many there are), {@code sizes} (per detector), {@code together} (patches on which k detectors
 * fire, k from 0 to the number of detectors).
 */
public final class ClusteringCounts implements PartialResult<ClusteringCounts> {
    static final int TILE_ELEMENTS = 1 << 20;

    private final long[] sizes;
    private final long[] together;
    private long patches;

    private ClusteringCounts(long patches, long[] sizes, long[] together) {
        this.patches = patches;
        this.sizes = sizes;
        this.together = together;
    }

    /** Counts of no patch. */
    public static ClusteringCounts none(int detectors) {
        return new ClusteringCounts(0, new long[detectors], new long[detectors + 1]);
    }

    /**
     * Counts over the images of some consecutive units.
     *
     * @param units the images of each
     * @param end behind the last unit
     * @param inOrder takes the counts of each unit
     */
    public static void run(
            FeatureSource source,
            List<int[]> units,
            Detectors detectors,
            int first,
            int end,
            Workers workers,
            Monitor monitor,
            Consumer<? super ClusteringCounts> inOrder) {
        UnitStream.of(source, units, Math.max(source.width(), detectors.concepts()), TILE_ELEMENTS)
                .watchedBy(monitor, "counting patches")
                .forEach(
                        first,
                        end,
                        workers,
                        () -> none(detectors.concepts()),
                        piece -> of(piece.batch().rows(0, piece.batch().images()), detectors),
                        inOrder);
    }

    /** Counts of some patches. */
    static ClusteringCounts of(Tensor rows, Detectors detectors) {
        ClusteringCounts counts = none(detectors.concepts());
        Tensor fires = detectors.scores(rows).greaterThan(0);
        double[] each = fires.sum(0).toDoubles();
        for (int i = 0; i < each.length; i++) {
            counts.sizes[i] = Math.round(each[i]);
        }
        for (double number : fires.sum(1).toDoubles()) {
            counts.together[(int) Math.round(number)]++;
            counts.patches++;
        }
        return counts;
    }

    @Override
    public void add(ClusteringCounts later) {
        if (later.sizes.length != sizes.length) {
            throw new IllegalArgumentException(
                    "counts of " + later.sizes.length + " detectors cannot be added to those of " + sizes.length);
        }
        patches += later.patches;
        Arrays.setAll(sizes, i -> sizes[i] + later.sizes[i]);
        Arrays.setAll(together, k -> together[k] + later.together[k]);
    }

    /** How the detectors divide the patches that were counted. */
    public Clustering clustering() {
        double all = 0;
        for (long size : sizes) {
            all += size;
        }
        int most = together.length;
        while (most > 1 && together[most - 1] == 0) {
            most--;
        }
        double of = patches;
        return new Clustering((of - together[0]) / of, all / of, sizes.clone(), Arrays.copyOf(together, most));
    }

    @Override
    public SafetensorsFile content() {
        return new SafetensorsFile()
                .add("patches", new long[] {patches})
                .add("sizes", sizes)
                .add("together", together);
    }

    /**
     * Counts that were kept.
     *
     * @throws org.eddp.files.FileFailure if it does not hold counts that belong together
     */
    public static ClusteringCounts read(SafetensorsFile content) {
        long patches = content.integers("patches", 1)[0];
        long[] sizes = content.integers("sizes");
        long[] together = content.integers("together", sizes.length + 1);
        boolean counts = Arrays.stream(sizes).allMatch(size -> size >= 0 && size <= patches)
                && Arrays.stream(together).allMatch(number -> number >= 0 && number <= patches);
        long firing = 0;
        for (int k = 0; k < together.length && counts; k++) {
            firing += k * together[k];
        }
        if (!counts
                || Arrays.stream(together).sum() != patches
                || Arrays.stream(sizes).sum() != firing) {
            throw content.damaged("its counts of " + patches + " patches do not add up");
        }
        return new ClusteringCounts(patches, sizes, together);
    }
}
