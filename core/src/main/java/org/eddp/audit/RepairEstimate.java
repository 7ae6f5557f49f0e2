package org.eddp.audit;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.features.ImageStream;
import org.eddp.intervene.Correction;
import org.eddp.network.OutputKind;
import org.eddp.network.Prediction;

/**
 * What a repair would change, estimated on one half of the pictures with pairs that were fitted to the other half.
 *
 * @param pictures with a known class, of the held-out half
 * @param rightBefore how many of them the network gets right
 * @param rightAfter how many of them it gets right after the repair
 * @param with how many of them have the concept
 * @param withRightBefore how many of these the network gets right
 * @param withRightAfter how many of these it gets right after the repair
 */
public record RepairEstimate(
        int pictures, int rightBefore, int rightAfter, int with, int withRightBefore, int withRightAfter) {
    private static final long READ_ELEMENTS = 1 << 20;

    /** The estimate in words. */
    public String sentence() {
        return String.format(
                Locale.ROOT,
                "On %,d held-out pictures the network is right on %,d, and on %,d without the concept; on those with"
                        + " it, %,d of %,d and %,d.",
                pictures,
                rightBefore,
                rightAfter,
                withRightBefore,
                with,
                withRightAfter);
    }

    /**
     * Compares predictions with the truth before and after a correction.
     *
     * @param numbers of the held-out pictures
     * @param present pictures that have the concept
     */
    static RepairEstimate of(
            FeatureSource source, int[] numbers, Head head, Correction correction, List<int[]> truth, BitSet present) {
        int[] counts = new int[6];
        ImageStream.of(source.subset(numbers), 2 * source.width(), READ_ELEMENTS)
                .forEach(range -> {
                    Head own = head.on(range.batch(), 0, range.images());
                    Prediction[] before = own.predictions(range.rows());
                    Prediction[] after = own.predictions(correction.apply(range.rows()));
                    for (int n = 0; n < before.length; n++) {
                        int picture = numbers[range.first() + n];
                        if (truth.get(picture) != null) {
                            int right = isRight(before[n], truth.get(picture)) ? 1 : 0;
                            int repaired = isRight(after[n], truth.get(picture)) ? 1 : 0;
                            counts[0]++;
                            counts[1] += right;
                            counts[2] += repaired;
                            if (present.get(picture)) {
                                counts[3]++;
                                counts[4] += right;
                                counts[5] += repaired;
                            }
                        }
                    }
                });
        return new RepairEstimate(counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]);
    }

    private static boolean isRight(Prediction prediction, int[] truth) {
        if (prediction.outputs() == OutputKind.CLASSES) {
            return IntStream.of(truth).anyMatch(prediction::has);
        }
        return IntStream.range(0, prediction.logits().length)
                .allMatch(k -> prediction.has(k) == IntStream.of(truth).anyMatch(label -> label == k));
    }
}
