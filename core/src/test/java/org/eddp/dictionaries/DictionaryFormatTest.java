package org.eddp.dictionaries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.eddp.dictionaries.DictionaryFormat.ArrayNames;
import org.eddp.dictionaries.DictionaryFormat.Request;
import org.eddp.files.FileFailure;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.files.python.PythonArrays;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints that PyTorch wrote read as PyTorch computes them; see {@code make.py} beside them. */
class DictionaryFormatTest {
    private static final Path FILES = Path.of("src/test/resources/org/eddp/dictionaries");
    private static final int WIDTH = 6;

    @TempDir
    private Path folder;

    private static Dictionary read(DictionaryFormat format, String file) {
        return format.read(List.of(FILES.resolve(file)), Request.of(WIDTH));
    }

    private static Matrix expected(String name) {
        return PythonArrays.read(List.of(FILES.resolve("expected.npz")))
                .find(name)
                .matrix();
    }

    private static void assertReads(Dictionary dictionary, String name) {
        Matrix units = expected("x").times(dictionary.filters());
        Matrix codes = expected(name);
        for (int row = 0; row < codes.rows(); row++) {
            for (int i = 0; i < codes.columns(); i++) {
                assertThat(units.get(row, i) - dictionary.thresholds()[i]).isCloseTo(codes.get(row, i), within(1e-5));
            }
        }
    }

    @Test
    void readsSaevCheckpointsAsTheirSchemaComputes() {
        Dictionary first = read(DictionaryFormat.SAEV, "saev-first.pt");
        assertReads(first, "saevFirst");
        assertThat(first.largest()).isNull();
        Dictionary second = read(DictionaryFormat.SAEV, "saev-2.pt");
        assertReads(second, "saev2");
        assertThat(second.largest()).isEqualTo(2);
        assertThat(second.written().rows()).isEqualTo(WIDTH);
    }

    @Test
    void foldsTheBatchNormalisationOfOvercompleteIntoTheFilters() {
        Dictionary dictionary = read(DictionaryFormat.OVERCOMPLETE, "overcomplete.pt");
        assertReads(dictionary, "overcomplete");
        assertThat(dictionary.written().columns()).isEqualTo(5);
        assertThat(dictionary.notes()).anyMatch(note -> note.contains("TopKSAE"));
    }

    @Test
    void findsPlainArraysByTheirUsualNamesAndSaysWhatItAssumed() {
        Dictionary dictionary = read(DictionaryFormat.SAFETENSORS, "nested.pt");
        assertReads(dictionary, "saev2");
        assertThat(dictionary.notes()).anyMatch(note -> note.contains("subtracts the decoder's bias"));
        Request subtracting = new Request(WIDTH, ArrayNames.USUAL, true, null);
        assertReads(DictionaryFormat.SAFETENSORS.read(List.of(FILES.resolve("nested.pt")), subtracting), "saevFirst");
    }

    @Test
    void readsNumpyArchives() {
        Dictionary dictionary = read(DictionaryFormat.NPY, "columns.npz");
        assertReads(dictionary, "saev2");
        assertThat(dictionary.written()).isNull();
    }

    @Test
    void takesNamesThatAreGiven() {
        Path file = folder.resolve("mine.safetensors");
        new SafetensorsFile()
                .add("probes", new Matrix(2, 3, new double[] {1, 2, 3, 4, 5, 6}))
                .add("offsets", new double[] {7, 8})
                .write(file);
        ArrayNames names = new ArrayNames("probes", "offsets", null, null, null);
        Dictionary dictionary = DictionaryFormat.SAFETENSORS.read(List.of(file), new Request(3, names, null, null));
        assertThat(dictionary.filters()).isEqualTo(new Matrix(3, 2, new double[] {1, 4, 2, 5, 3, 6}));
        assertThat(dictionary.thresholds()).containsExactly(-7, -8);
        assertThatThrownBy(() -> DictionaryFormat.SAFETENSORS.read(List.of(file), Request.of(3)))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("it has probes [2, 3], offsets [2]");
    }

    @Test
    void refusesADictionaryOfOtherFeatures() {
        assertThatThrownBy(() -> DictionaryFormat.SAEV.read(List.of(FILES.resolve("saev-2.pt")), Request.of(7)))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("no side of 7");
        assertThatThrownBy(() -> read(DictionaryFormat.SAEV, "overcomplete.pt")).hasMessageContaining("line of JSON");
        assertThatThrownBy(() -> read(DictionaryFormat.OVERCOMPLETE, "nested.pt"))
                .hasMessageContaining("encoder.final_block.0.weight");
    }
}
