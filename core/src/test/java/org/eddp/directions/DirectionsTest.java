package org.eddp.directions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.eddp.RandomMatrices.gaussian;

import java.nio.file.Path;
import org.eddp.files.FileFailure;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectionsTest {
    @Test
    void filesComeBackAsTheyWent(@TempDir Path folder) {
        Matrix signals = gaussian(4, 2, 2);
        for (int d = 0; d < 4; d++) {
            signals.set(d, 1, 0);
        }
        Directions directions =
                new Directions(gaussian(4, 2, 1), new double[] {1, -2}, signals, new double[] {1, 2, 3, 4});
        Path file = folder.resolve("directions.safetensors");
        directions.write(file);
        Directions back = Directions.read(file);
        assertThat(back).usingRecursiveComparison().isEqualTo(directions);
        assertThat(back.hasSignal(0)).isTrue();
        assertThat(back.hasSignal(1)).isFalse();
        assertThat(back.margins()[0]).isEqualTo(1 / directions.filters().columnNorms()[0]);
    }

    @Test
    void sizesThatDisagreeAreRefused(@TempDir Path folder) {
        Path file = folder.resolve("directions.safetensors");
        new SafetensorsFile()
                .add("filters", new Matrix(4, 2))
                .add("signals", new Matrix(4, 3))
                .add("thresholds", new double[2])
                .add("mean", new double[4])
                .write(file);
        assertThatThrownBy(() -> Directions.read(file))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("4 x 2")
                .hasMessageContaining("4 x 3");
    }
}
