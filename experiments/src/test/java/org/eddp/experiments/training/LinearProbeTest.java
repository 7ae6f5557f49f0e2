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
    private static TrainingImages tinted(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<TrainingImages.Example> examples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] rgb = new byte[3 * ShapeImages.SIZE * ShapeImages.SIZE];
            for (int at = 0; at < rgb.length; at++) {
                rgb[at] = (byte) (random.nextInt(120) + (at % 3 == i % 3 ? 60 : 0));
            }
            examples.add(new TrainingImages.Example(new Picture(ShapeImages.SIZE, ShapeImages.SIZE, rgb), i % 3));
        }
        return TrainingImages.of(examples, ShapeImages.PREPROCESSING);
    }

    @Test
    void coloursAreTold() {
        assertThat(LinearProbe.accuracy(tinted(60, 1), tinted(60, 2), 3)).isEqualTo(1);
    }

    @Test
    void shapesAnywhereInAnyColourAreNot() {
        assertThat(LinearProbe.accuracy(ShapeImages.draw(150, 1), ShapeImages.draw(150, 2), 3))
                .isLessThan(0.6);
    }

    @Test
    void imagesThatAreAllTheSameAreRefused() {
        TrainingImages.Example black = new TrainingImages.Example(Picture.black(ShapeImages.SIZE, ShapeImages.SIZE), 0);
        TrainingImages images = TrainingImages.of(Arrays.asList(black, black), ShapeImages.PREPROCESSING);
        assertThatThrownBy(() -> LinearProbe.accuracy(images, images, 3)).hasMessageContaining("the same");
    }
}
