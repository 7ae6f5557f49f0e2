package org.eddp.experiments.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.eddp.images.Picture;
import org.junit.jupiter.api.Test;

class LinearProbeTest {
    /** Class k is brighter in channel k. */
    private static LabelledImages tinted(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<LabelledImages.Example> examples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] rgb = new byte[3 * Shapes.SIZE * Shapes.SIZE];
            for (int at = 0; at < rgb.length; at++) {
                rgb[at] = (byte) (random.nextInt(120) + (at % 3 == i % 3 ? 60 : 0));
            }
            examples.add(new LabelledImages.Example(new Picture(Shapes.SIZE, Shapes.SIZE, rgb), i % 3));
        }
        return LabelledImages.of(examples, Shapes.PREPROCESSING);
    }

    @Test
    void coloursAreTold() {
        assertThat(LinearProbe.accuracy(tinted(60, 1), tinted(60, 2), 3)).isEqualTo(1);
    }

    @Test
    void shapesAnywhereInAnyColourAreNot() {
        assertThat(LinearProbe.accuracy(Shapes.draw(150, 1), Shapes.draw(150, 2), 3))
                .isLessThan(0.6);
    }

    @Test
    void imagesThatAreAllTheSameAreRefused() {
        LabelledImages.Example black = new LabelledImages.Example(Picture.black(Shapes.SIZE, Shapes.SIZE), 0);
        LabelledImages images = LabelledImages.of(Arrays.asList(black, black), Shapes.PREPROCESSING);
        assertThatThrownBy(() -> LinearProbe.accuracy(images, images, 3)).hasMessageContaining("the same");
    }
}
