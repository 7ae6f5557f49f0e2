package org.eddp.experiments.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.eddp.features.Grid;
import org.eddp.images.decode.Picture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorldScenesTest {
    private static final int SIZE = 64;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void scenesDifferInTheObjectAndItsShadowAlone(int object) {
        int shown = 0;
        for (int seed = 1; seed <= 5; seed++) {
            WorldScenes.Scene without = WorldScenes.draw(SIZE, seed, seed, -1);
            WorldScenes.Scene with = WorldScenes.draw(SIZE, seed, seed, object);
            assertThat(without.planted()).containsOnly(false);
            int changed = 0;
            for (int k = 0; k < SIZE * SIZE; k++) {
                shown += with.planted()[k] ? 1 : 0;
                changed += differs(with.picture(), without.picture(), k) ? 1 : 0;
            }
            assertThat(changed).as("object %d, seed %d", object, seed).isBetween(1, SIZE * SIZE * 2 / 3);
            assertThat(WorldScenes.draw(SIZE, seed, seed, object).picture().rgb())
                    .isEqualTo(with.picture().rgb());
        }
        assertThat(shown).isPositive();
    }

    private static boolean differs(Picture one, Picture other, int pixel) {
        int at = pixel * Picture.CHANNELS;
        return !Arrays.equals(one.rgb(), at, at + Picture.CHANNELS, other.rgb(), at, at + Picture.CHANNELS);
    }

    @Test
    void coverageCountsPixels() {
        WorldScenes.Scene scene = WorldScenes.draw(SIZE, 0, 3, 6);
        double share = 0;
        for (boolean planted : scene.planted()) {
            share += planted ? 1.0 / (SIZE * SIZE) : 0;
        }
        assertThat(Arrays.stream(scene.coverage(new Grid(8, 8))).average().orElseThrow())
                .isCloseTo(share, within(1e-9));
    }
}
