package org.eddp.dictionaries;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.eddp.FuzzedFile;
import org.junit.jupiter.params.provider.MethodSource;

/** Arrays as Python leaves them: NumPy, archives of them, state dicts, a line of JSON before one. Each is read as every format. */
class DictionaryFuzz {
    private static final Path FILES = Path.of("src/test/resources/org/eddp/dictionaries");
    private static final int WIDTH = 5;
    private static final int NUMBERS = 4;
    private static final String HEAD = "\u0080\2}X\5\0\0\0W_encctorch._utils\n_rebuild_tensor_v2\n(";
    private static final String STORAGE = "(X\7\0\0\0storagectorch\nFloatStorage\nX\1\0\0\0" + "0X\3\0\0\0cpuK\4tQ";

    static Stream<byte[]> archives() {
        return Stream.of("columns.npz", "half.pt", "nested.pt", "overcomplete.pt", "saev-2.pt", "saev-first.pt")
                .map(name -> bytes(FILES.resolve(name)));
    }

    static Stream<byte[]> arrays() {
        return Stream.of(
                npy("{'descr': '<f8', 'fortran_order': True, 'shape': (2, 2), }", 32),
                npy("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }", 4),
                npy("{'descr': '|O', 'fortran_order': False, 'shape': (), }", 8),
                npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2147483647, 0, 9), }", 0),
                npy("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }", 4));
    }

    /** Lists of tensors, which are small programs. */
    static Stream<byte[]> pickles() {
        return Stream.of(
                        HEAD + STORAGE + "K\0K\2K\2\u0086K\2K\1\u0086\u0089}tRs.",
                        // begins so far behind that the place of its last element is negative
                        HEAD + STORAGE
                                + "\u008a\b\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u007fK\2\u0085K\1\u0085\u0089}tRs.",
                        // a dictionary that holds itself, twice
                        "\u0080\2}q\0(X\1\0\0\0ah\0X\1\0\0\0bh\0u.",
                        // a name that is made of nothing but what is taken off
                        HEAD.replace("X\5\0\0\0W_enc", "X\0\b\0\0" + "sae.".repeat(512)) + STORAGE
                                + "K\0K\2\u0085K\1\u0085\u0089}tRs.")
                .map(code -> code.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static byte[] npy(String header, int bytes) {
        return ByteBuffer.allocate(10 + header.length() + bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("\u0093NUMPY\1\0".getBytes(StandardCharsets.ISO_8859_1))
                .putShort((short) header.length())
                .put(header.getBytes(StandardCharsets.US_ASCII))
                .array();
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @MethodSource("archives")
    @FuzzTest
    void archive(byte[] content) {
        check("fuzzed.pt", content);
    }

    @MethodSource("arrays")
    @FuzzTest
    void array(byte[] content) {
        check("fuzzed.npy", content);
    }

    @MethodSource("pickles")
    @FuzzTest
    void pickle(byte[] content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("net/data.pkl"));
            zip.write(content);
            zip.putNextEntry(new ZipEntry("net/data/0"));
            zip.write(new byte[NUMBERS * Float.BYTES]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        check("fuzzed.pt", bytes.toByteArray());
    }

    private static void check(String name, byte[] content) {
        List<DictionaryFormat> formats = Arrays.asList(DictionaryFormat.values());
        formats.forEach(format -> FuzzedFile.check(
                name, content, file -> format.read(List.of(file), DictionaryFormat.Request.of(WIDTH))));
    }
}
