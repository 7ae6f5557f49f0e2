package org.eddp.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.eddp.math.Seeds;
import org.junit.jupiter.api.Test;

class ImageNetTest {
    private static final int IMAGES = 40;

    /** Logits of a network that takes classes for their neighbours: a smooth curve over the classes for every picture. */
    private static double[] related(int images) {
        SplittableRandom random = new SplittableRandom(3);
        double[] logits = new double[images * ImageNet.CLASSES];
        for (int i = 0; i < images; i++) {
            double[] group = random.doubles(ImageNet.CLASSES / 20 + 1).toArray();
            for (int k = 0; k < ImageNet.CLASSES; k++) {
                logits[i * ImageNet.CLASSES + k] = 5 * group[k / 20] + random.nextDouble();
            }
        }
        return logits;
    }

    private static double[] shuffled(double[] logits) {
        int[] order = IntStream.range(0, ImageNet.CLASSES).toArray();
        Seeds.shuffle(order, new SplittableRandom(5));
        double[] others = new double[logits.length];
        for (int n = 0; n < logits.length; n++) {
            int first = n / ImageNet.CLASSES * ImageNet.CLASSES;
            others[first + order[n - first]] = logits[n];
        }
        return others;
    }

    @Test
    void theOrderFitsWhereNeighboursAreTakenForEachOther() {
        double[] logits = related(IMAGES);
        assertThat(ImageNet.fitsOrder(logits)).isTrue();
        assertThat(ImageNet.fitsOrder(shuffled(logits))).isFalse();
    }

    @Test
    void tooFewPicturesAndConstantLogitsTellNothing() {
        assertThat(ImageNet.fitsOrder(related(ImageNet.FEWEST - 1))).isFalse();
        assertThat(ImageNet.fitsOrder(new double[IMAGES * ImageNet.CLASSES])).isFalse();
        double[] broken = related(IMAGES);
        Arrays.fill(broken, Double.NaN);
        assertThat(ImageNet.fitsOrder(broken)).isFalse();
    }

    @Test
    void namesAreSpelledForPeople() {
        ClassNames names = ImageNet.names();
        assertThat(names.names())
                .hasSize(ImageNet.CLASSES)
                .doesNotHaveDuplicates()
                .noneMatch(n -> n.contains("_"));
        assertThat(names.of(247).name()).isEqualTo("Saint Bernard");
        assertThat(names.of(999).name()).isEqualTo("toilet tissue");
        assertThat(names.parse("class", "great_white_shark", ImageNet.CLASSES)).isEqualTo(2);
    }
}
