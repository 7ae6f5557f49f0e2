package org.eddp.health;

import java.util.Locale;
import java.util.stream.IntStream;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureStatistics;
import org.eddp.monitor.Monitor;

/**
 * Chooses the number of concepts that a set of patches supports.
 *
 * <p>There are two limits. First, a signal vector is estimated from the patches of its concept alone. Its noise is as
 * strong as the signal if there are about as many patches as features (see {@link Health.Detector#reliability}); with
 * {@link #PATCHES_PER_FEATURE} times as many patches in an even share (about 5 times as many in the usual share), the
 * noise is a fifth of the signal. Second, the patches vary in a limited number of directions, their
 * {@linkplain FeatureStatistics#effectiveRank effective rank}: with more concepts than that, filters cannot ignore the
 * signals of other concepts, and contributions cancel.
 *
 * @param concepts the number
 * @param reason why, in one line
 */
public record ConceptNumber(int concepts, String reason) {
    /** Patches per concept as a multiple of the feature width. */
    static final int PATCHES_PER_FEATURE = 7;
    /** Smallest number of concepts that is useful, even with few patches. */
    private static final int FEWEST = 16;
    /** Smallest number of patches of a concept. */
    private static final int FEWEST_PATCHES = 50;
    /** Patches from which the effective rank is known well enough, if they are many times the feature width. */
    private static final long SAMPLED = 1 << 16;

    private static final int SAMPLED_PER_FEATURE = 32;
    /** Numbers are multiples of this, rounded down: the estimate is not finer, and more would be too many. */
    private static final int STEP = 8;

    /** Chooses from patches per concept and effective rank. */
    public static ConceptNumber of(FeatureSource source, Monitor monitor) {
        double rank = FeatureStatistics.of(sample(source), monitor).effectiveRank();
        long patches = source.patches();
        int width = source.width();
        int supported = supported(patches, width);
        int fewest = fewest(patches, width);
        int wanted = (int) Math.min(Math.round(rank), supported);
        int number = Math.max(fewest, wanted > STEP ? wanted / STEP * STEP : wanted);
        String each = String.format(
                Locale.ROOT,
                "I = %d: %,d patches are %,d per concept, %.1f times the %d features",
                number,
                patches,
                patches / number,
                (double) patches / number / width,
                width);
        String spread = String.format(Locale.ROOT, "the patches vary in about %.0f directions (effective rank)", rank);
        String limit;
        if (wanted < fewest) {
            limit = String.format(
                    Locale.ROOT,
                    "; signal vectors will be noisy, %,d patches would do",
                    (long) PATCHES_PER_FEATURE * width * number);
        } else {
            limit = supported <= rank ? ", as many as reliable signal vectors need" : "";
            spread += supported <= rank ? "" : ", which is what limits the number";
        }
        return new ConceptNumber(number, each + limit + "; " + spread);
    }

    /** The largest supported number: as many as have reliable signal vectors, or the smallest useful number. */
    public static int most(long patches, int width) {
        return Math.max(fewest(patches, width), supported(patches, width));
    }

    private static int fewest(long patches, int width) {
        return (int) Math.max(1, Math.min(Math.min(FEWEST, width), patches / FEWEST_PATCHES));
    }

    /** The largest number of concepts whose signal vectors are reliable. */
    static int supported(long patches, int width) {
        return (int) Math.min(width, patches / PATCHES_PER_FEATURE / width);
    }

    /** Evenly spread images, because the effective rank of all patches takes long and hardly differs. */
    private static FeatureSource sample(FeatureSource source) {
        long patches = Math.max(SAMPLED, (long) SAMPLED_PER_FEATURE * source.width());
        int images = (int) Math.max(1, patches / source.grid().cells());
        int all = source.images();
        return all <= images
                ? source
                : source.subset(IntStream.range(0, images)
                        .map(k -> (int) ((long) k * all / images))
                        .toArray());
    }
}
