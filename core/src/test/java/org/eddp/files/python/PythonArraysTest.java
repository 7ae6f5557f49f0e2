package org.eddp.files.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.eddp.files.FileFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PythonArraysTest {
    private static final Path FILES = Path.of("src/test/resources/org/eddp/dictionaries");

    @TempDir
    private Path folder;

    private static PythonArrays read(String file) {
        return PythonArrays.read(List.of(FILES.resolve(file)));
    }

    @Test
    void readsTheTensorsOfAStateDictInsideDictionaries() {
        PythonArrays arrays = read("nested.pt");
        assertThat(arrays.names()).containsExactlyInAnyOrder("W_enc", "b_enc", "W_dec", "b_dec");
        assertThat(arrays.find("W_enc").shape()).containsExactly(6, 5);
        assertThat(arrays.find("W_enc").values())
                .containsExactly(read("columns.npz").find("W_enc").values());
    }

    @Test
    void readsHalfPrecisionAndTransposedTensors() {
        double[] exact = read("columns.npz").find("W_enc").values();
        double[] half = read("half.pt").find("W_enc").values();
        double[] bias = read("columns.npz").find("b_enc").values();
        double[] narrow = read("half.pt").find("b_enc").values();
        for (int i = 0; i < exact.length; i++) {
            assertThat(Math.abs(half[i] / exact[i] - 1)).isLessThan(0x1p-11 + 1e-12);
        }
        for (int i = 0; i < bias.length; i++) {
            assertThat(Math.abs(narrow[i] / bias[i] - 1)).isLessThan(0x1p-8);
        }
    }

    /** One byte of a file becomes eight here: a file may fit into memory and its numbers not. */
    @Test
    void refusesWhatNeedsMoreMemoryThanThereIsBeforeItIsTaken() throws IOException {
        String header = "{'descr': '|u1', 'fortran_order': True, 'shape': (30, 100), }\n";
        byte[] text = header.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer npy = ByteBuffer.allocate(10 + text.length + 3000).order(ByteOrder.LITTLE_ENDIAN);
        npy.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0})
                .putShort((short) text.length)
                .put(text);
        Path file = Files.write(folder.resolve("counts.npy"), npy.array());
        assertThat(PythonArrays.read(List.of(file), new MemoryLimit(60_000)).names())
                .containsExactly("counts");
        for (long memory : new long[] {100, 6_000, 24_000, 50_000}) {
            tooLarge(List.of(file), memory);
        }
        for (String name : List.of("columns.npz", "nested.pt")) {
            tooLarge(List.of(FILES.resolve(name)), 500);
        }
        // each would do, both together do not
        Path second = Files.copy(file, folder.resolve("others.npy"));
        tooLarge(List.of(file, second), 60_000);
    }

    private static void tooLarge(List<Path> files, long memory) {
        assertThatThrownBy(() -> PythonArrays.read(files, new MemoryLimit(memory)))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("cannot read " + files.get(files.size() - 1))
                .hasMessageMatching(".*(more memory|can be read of it here).*");
    }

    @Test
    void refusesAPickleThatMakesOtherObjectsAndSaysHowToConvertIt() {
        assertThatThrownBy(() -> read("whole-module.pt"))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("whole-module.pt")
                .hasMessageContaining("only tensors are read")
                .hasMessageContaining("save_file");
    }

    @Test
    void refusesArraysOfObjects() throws IOException {
        Path file = npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", new byte[8]);
        assertThatThrownBy(() -> PythonArrays.read(List.of(file))).hasMessageContaining("Python objects");
    }

    @Test
    void refusesAHeaderThatClaimsMoreThanTheFileHas() throws IOException {
        Path file = npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1000000, 2000), }", new byte[8]);
        assertThatThrownBy(() -> PythonArrays.read(List.of(file)))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("8 are there");
    }

    @Test
    void readsBigEndianNumbers() throws IOException {
        byte[] bytes = ByteBuffer.allocate(16).putDouble(1.5).putDouble(-2).array();
        Path file = npy("{'descr': '>f8', 'fortran_order': False, 'shape': (2,), }", bytes);
        assertThat(PythonArrays.read(List.of(file)).find("a").values()).containsExactly(1.5, -2);
    }

    @Test
    void whateverIsWrongWithAFileIsSaidInOneMessage() throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        for (String name : List.of("overcomplete.pt", "saev-2.pt", "columns.npz", "half.pt")) {
            byte[] whole = Files.readAllBytes(FILES.resolve(name));
            for (int trial = 0; trial < 150; trial++) {
                byte[] damaged = whole.clone();
                for (int change = random.nextInt(4); change >= 0; change--) {
                    damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
                }
                Path file = folder.resolve(name);
                Files.write(file, damaged);
                try {
                    PythonArrays.read(List.of(file));
                } catch (FileFailure e) {
                    assertThat(e.getMessage()).contains(name).doesNotContain("Exception");
                }
            }
        }
    }

    private Path npy(String header, byte[] data) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
        out.write(ByteBuffer.allocate(2)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) header.length())
                .array());
        out.write(header.getBytes(StandardCharsets.US_ASCII));
        out.write(data);
        Path file = folder.resolve("a.npy");
        Files.write(file, out.toByteArray());
        return file;
    }
}
