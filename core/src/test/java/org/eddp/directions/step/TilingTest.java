package org.eddp.directions.step;

import static org.assertj.core.api.Assertions.assertThat;

import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How batches are cut, and which tiles the head reads together. */
class TilingTest {
    @ParameterizedTest
    @CsvSource({"43, 4, 10, 32", "43, 4, 10, 1", "43, 4, 10, 8", "100, 40, 2, 32", "5, 1, 8, 32", "7, 3, 1, 32"})
    void groupsCoverEachStripAndAreLargeEnough(int images, int tileImages, int stripTiles, int together) {
        try (Scope scope = Scope.open()) {
            DenseFeatures batch = new DenseFeatures(Tensor.zeros(DType.FLOAT32, images * 2L, 1), new Grid(1, 2));
            Tiling tiling = new Tiling(batch, tileImages, stripTiles);
            for (int strip = 0; strip < tiling.strips(); strip++) {
                int[] bounds = tiling.groups(strip, together);
                assertThat(bounds).startsWith(tiling.firstTile(strip)).endsWith(tiling.endTile(strip));
                for (int k = 1; k < bounds.length; k++) {
                    int whole = (bounds[k] - bounds[k - 1]) * tileImages;
                    assertThat(whole).isPositive();
                    assertThat(bounds.length == 2 || whole >= together).isTrue();
                    assertThat(whole).isLessThan(tileImages + 2 * Math.max(together, tileImages));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"256, 41", "512, 20", "1024, 10", "2048, 10", "4096, 10"})
    void tilesOfVeryWideFeaturesKeepTheirPatches(int width, int expected) {
        assertThat(Tiling.images(49, width, TiledStep.DEFAULT_TILE_ELEMENTS)).isEqualTo(expected);
    }
}
