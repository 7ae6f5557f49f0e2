package org.eddp.files.arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.eddp.files.FileFailure;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafetensorsFileTest {
    private final SafetensorsFile content = new SafetensorsFile()
            .add("m", Matrix.identity(2))
            .add("v", new double[] {1, 2, 3})
            .add("n", new long[] {4});

    @Test
    void sharesTheElements() {
        Matrix matrix = Matrix.identity(2);
        SafetensorsFile shared = new SafetensorsFile().add("m", matrix);
        assertThat(shared.matrix("m").values()).isSameAs(matrix.values());
    }

    @Test
    void aMissingArrayIsNamedWithThoseThatExist(@TempDir Path folder) {
        Path file = folder.resolve("a.safetensors");
        content.write(file);
        assertThatThrownBy(() -> SafetensorsFile.read(file).matrix("filters"))
                .isInstanceOf(FileFailure.class)
                .hasMessage("there is no array 'filters' in " + file + "; it has m, v, n");
        assertThat(content.contains("m")).isTrue();
        assertThat(content.contains("filters")).isFalse();
    }

    @Test
    void theWrongKindIsNamed() {
        assertThatThrownBy(() -> content.matrix("v"))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("array 'v' has the shape [3], a matrix needs 2 dimensions");
        assertThatThrownBy(() -> content.reals("n"))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("array 'n' is I64, F64 or F32 is needed");
        assertThatThrownBy(() -> content.integers("v"))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("array 'v' is F64, I64 is needed");
    }

    @Test
    void namesAreUsedOnce() {
        assertThatThrownBy(() -> content.add("v", new double[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is an array 'v' already; rename one of them");
        assertThat(content.reals("v")).containsExactly(1, 2, 3);
    }

    @Test
    void reservedNamesAreRefused() {
        assertThatThrownBy(() -> content.add("__metadata__", new double[0])).hasMessageContaining("reserved");
        assertThatThrownBy(() -> content.note("sha256", "0")).hasMessageContaining("set by the writer");
        assertThatThrownBy(() -> content.note("k", "\udc00")).hasMessageContaining("UTF-8");
    }

    @Test
    void theShapeMustMatchTheValues() {
        assertThatThrownBy(() -> NamedArray.f64("a", new long[] {2, 2}, 1, 2, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("array 'a' has 3 values, its shape [2, 2] needs 4");
    }
}
