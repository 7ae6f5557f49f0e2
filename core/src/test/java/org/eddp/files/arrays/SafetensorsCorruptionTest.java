package org.eddp.files.arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.eddp.files.arrays.RawSafetensors.entry;
import static org.eddp.files.arrays.RawSafetensors.file;
import static org.eddp.files.arrays.RawSafetensors.save;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eddp.files.FileFailure;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SafetensorsCorruptionTest {
    private static final long HUGE = 1L << 40;
    private static final String A = entry("a", "F64", "[2]", 0, 16);

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("bad.safetensors");
    }

    static Stream<Arguments> corruptions() {
        byte[] braces = "{}".getBytes(StandardCharsets.UTF_8);
        return Stream.of(
                bad("empty file", new byte[0], "it has 0 bytes", "takes 8"),
                bad("shorter than the length", new byte[7], "it has 7 bytes", "takes 8"),
                bad("header beyond the file", file(3, braces, 0), "claims 3 bytes", "the file has 2"),
                bad("header beyond the limit", file(100_000_001, braces, 0), "claims 100000001", "limit is 100000000"),
                bad("negative header length", file(-1, braces, 0), "claims 18446744073709551615 bytes", "limit is"),
                bad("empty header", file(0, new byte[0], 0), "the header is not a JSON object"),
                bad("no JSON", file("hello", 0), "the header of 5 bytes is not valid JSON", "hello"),
                bad(
                        "no UTF-8",
                        file(3, new byte[] {'{', (byte) 0xff, '}'}, 0),
                        "header of 3 bytes is not text in UTF-8"),
                bad("cut JSON", file("{'a':", 0), "the header of 5 bytes is not valid JSON"),
                bad("no object", file("[1]", 0), "the header is not a JSON object"),
                bad("two objects", file("{}{}", 0), "goes on after its JSON object"),
                bad("deep nesting", file("{'a':{'x':" + "[".repeat(5000), 0), "not valid JSON", "depth"),
                bad("half a character", file("{'\\ud800':{}}", 0), "not valid JSON", "surrogate"),
                bad("half in metadata", file("{'__metadata__':{'k':'\\ud800'}}", 0), "half a character"),
                bad("array twice", file("{" + A + "," + A + "}", 16), "Duplicate", "\"a\""),
                bad("field twice", file("{'a':{'dtype':'F64','dtype':'F64'}}", 16), "Duplicate", "\"dtype\""),
                bad("metadata a list", file("{'__metadata__':[]}", 0), "__metadata__ is not a JSON object"),
                bad("metadata a number", file("{'__metadata__':{'k':1}}", 0), "__metadata__ 'k' is not a string"),
                bad("array a number", file("{'a':1}", 0), "array 'a' is not described by a JSON object"),
                bad("dtype missing", file("{'a':{'shape':[2],'data_offsets':[0,16]}}", 16), "'a': dtype is missing"),
                bad("shape missing", file("{'a':{'dtype':'F64','data_offsets':[0,16]}}", 16), "'a': shape is missing"),
                bad("offsets missing", file("{'a':{'dtype':'F64','shape':[2]}}", 16), "'a': data_offsets is missing"),
                bad(
                        "dtype unknown",
                        array("F8_E4M3", "[2]", 0, 16),
                        "'a' has the element type F8_E4M3",
                        "F64, F32, F16, BF16, I64"),
                bad("dtype a number", file("{'a':{'dtype':64}}", 0), "dtype of array 'a' is not a string"),
                bad("shape a number", array("F64", "2", 0, 16), "shape of array 'a' is not a list"),
                bad(
                        "shape fractional",
                        array("F64", "[2.0]", 0, 16),
                        "shape of array 'a' is not made of whole numbers"),
                bad("shape negative", array("F64", "[-2,-1]", 0, 16), "'a': its shape [-2, -1]", "negative -2"),
                bad(
                        "shape wraps around",
                        array("F64", "[" + HUGE + "," + HUGE + "]", 0, 16),
                        "'a'",
                        HUGE + ", " + HUGE),
                bad(
                        "bytes wrap around",
                        array("F64", "[2305843009213693954]", 0, 16),
                        "16 bytes",
                        "2305843009213693954"),
                bad("shape no long", array("F64", "[9223372036854775808]", 0, 16), "'a': shape", "9223372036854775808"),
                bad("65 dimensions", array("F64", "[1" + ",1".repeat(64) + "]", 0, 16), "'a': shape", "more than 64"),
                bad("one offset", file("{'a':{'dtype':'F64','shape':[2],'data_offsets':[0]}}", 16), "[0] are not 2"),
                bad("three offsets", file("{'a':{'data_offsets':[0,1,2]}}", 16), "data_offsets has more than 2"),
                bad("offset negative", array("F64", "[2]", -8, 8), "'a': data_offsets [-8, 8] are not a range"),
                bad("end before begin", array("F64", "[2]", 16, 0), "'a': data_offsets [16, 0] are not a range"),
                bad("extreme offsets", array("F64", "[2]", Long.MIN_VALUE, Long.MAX_VALUE), "are not a range"),
                bad("beyond the data", array("F64", "[3]", 0, 24), "[0, 24] go beyond the 16 bytes of data"),
                bad("shape too large", array("F64", "[3]", 0, 16), "hold 16 bytes", "F64 of shape [3] needs 3 x 8"),
                bad("shape too small", array("F32", "[3]", 0, 16), "hold 16 bytes", "F32 of shape [3] needs 3 x 4"),
                bad("half an element", array("F64", "[1]", 0, 12), "hold 12 bytes", "needs 1 x 8"),
                bad("overlap", pair(8, 16), "'b': data_offsets [8, 16] overlap", "ends at byte 16"),
                bad("hole", pair(24, 32), "'b': data_offsets [24, 32] leave a hole", "ends at byte 16"),
                bad("hole at the start", array("F64", "[1]", 8, 16), "leave a hole", "ends at byte 0"),
                bad(
                        "trailing bytes",
                        file("{" + A + "}", 21),
                        "end at byte 16",
                        "21 bytes of data",
                        "5 bytes too many"),
                bad("data without arrays", file("{}", 3), "end at byte 0", "3 bytes of data"),
                bad(
                        "wrong checksum",
                        file("{'__metadata__':{'sha256':'00ff'}," + A + "}", 16),
                        "its data are damaged",
                        "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb",
                        "the header records 00ff"));
    }

    private static byte[] array(String type, String shape, long begin, long end) {
        return file("{" + entry("a", type, shape, begin, end) + "}", 16);
    }

    private static byte[] pair(long begin, long end) {
        return file("{" + A + "," + entry("b", "I64", "[1]", begin, end) + "}", 32);
    }

    private static Arguments bad(String label, byte[] bytes, String... facts) {
        return Arguments.argumentSet(label, bytes, facts);
    }

    @ParameterizedTest
    @MethodSource("corruptions")
    void eachCorruptionIsNamed(byte[] bytes, String[] facts) {
        save(file, bytes);
        assertThatThrownBy(() -> SafetensorsFile.read(file))
                .isInstanceOf(FileFailure.class)
                .hasMessageStartingWith("cannot read " + file + ": ")
                .hasMessageContainingAll(facts)
                .hasMessageMatching("(?s).*; (the file is damaged or no safetensors file; copy it again|convert it).*");
    }

    @Test
    void theFileThatTheCorruptionsStartFromIsGood() {
        assertThat(SafetensorsFile.read(save(file, file("{" + A + "}", 16))).reals("a"))
                .containsExactly(0, 0);
    }

    @Test
    void aLyingHeaderCostsNoMemory() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        save(file, file("{" + entry("a", "F64", "[40000000]", 0, 320_000_000) + "}", 16));
        assertThatThrownBy(() -> SafetensorsFile.read(file)).isInstanceOf(FileFailure.class);
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> SafetensorsFile.read(file)).hasMessageContaining("go beyond the 16 bytes");
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(5_000_000);
    }

    @Test
    void aHugeFileOfNothingCostsNoMemory() throws IOException {
        long elements = 1L << 31;
        save(file, file("{" + entry("a", "F64", "[" + elements + "]", 0, 8 * elements) + "}", 0));
        // A sparse file: the length is real, the disk is not used.
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(sparse.length() + 8 * elements);
        }
        assertThatThrownBy(() -> SafetensorsFile.read(file))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("array 'a' has 2147483648 elements, this program holds at most 2147483639");
    }

    @Test
    void moreThanTheMemoryIsRefusedWithARemedy() {
        save(file, file("{" + entry("a", "F32", "[4]", 0, 16) + "}", 16));
        assertThat(SafetensorsFile.read(file, 32).reals("a")).hasSize(4);
        assertThatThrownBy(() -> SafetensorsFile.read(file, 31))
                .isInstanceOf(FileFailure.class)
                .hasMessage("cannot read " + file + ": its arrays need 32 bytes of memory, Java may use 31; "
                        + "allow more with the Java option -Xmx");
    }

    @Test
    void truncationAnywhereIsAFailureOfTheFile() throws IOException {
        byte[] whole = wholeFile();
        IntStream.iterate(0, length -> length < whole.length, length -> length + 5)
                .forEach(length -> {
                    save(file, Arrays.copyOf(whole, length));
                    assertThatThrownBy(() -> SafetensorsFile.read(file))
                            .as("cut to %d of %d bytes", length, whole.length)
                            .isInstanceOf(FileFailure.class)
                            .hasMessageContaining("the file is damaged");
                });
    }

    @Test
    void everyFlippedBitOfTheDataIsNoticed() throws IOException {
        byte[] whole = wholeFile();
        int start = whole.length - 8 * 6 - 4 * 3;
        for (int at = start; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << (at % 8));
            save(file, flipped);
            assertThatThrownBy(() -> SafetensorsFile.read(file))
                    .as("bit flipped in byte %d", at)
                    .isInstanceOf(FileFailure.class)
                    .hasMessageContaining("its data are damaged");
        }
    }

    @Test
    void everyFlippedBitOfTheHeaderIsNoticed() throws IOException {
        byte[] whole = wholeFile();
        int end = new String(whole, StandardCharsets.ISO_8859_1).lastIndexOf("}}") + 2;
        int key = new String(whole, StandardCharsets.ISO_8859_1).indexOf(SafetensorsHeader.HEADER_CHECKSUM);
        for (int at = 8; at < end; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << (at % 5));
            save(file, flipped);
            // If the name of the checksum is damaged, the file looks like one of another program, which writes no
            // checksum.
            boolean unknownKey = at >= key && at < key + SafetensorsHeader.HEADER_CHECKSUM.length();
            if (!unknownKey) {
                assertThatThrownBy(() -> SafetensorsFile.read(file))
                        .as("bit flipped in byte %d", at)
                        .isInstanceOf(FileFailure.class);
            }
        }
    }

    @Test
    void arraysThatChangedPlacesAreNoticed() throws IOException {
        Path whole = folder.resolve("pair.safetensors");
        new SafetensorsFile()
                .add("thresholds", new double[] {1, 2})
                .add("margins", new double[] {3, 4})
                .write(whole);
        String text = Files.readString(whole, StandardCharsets.ISO_8859_1);
        String swapped =
                text.replace("[0,16]", "[x]").replace("[16,32]", "[0,16]").replace("[x]", "[16,32]");
        save(file, swapped.getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> SafetensorsFile.read(file))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("bad.safetensors: its header is damaged");
    }

    @Test
    void arraysOfAnotherKindOrSizeAreNamedWithTheFile() {
        new SafetensorsFile()
                .add("a", new double[] {1, 2})
                .add("n", new long[] {5})
                .add("m", Matrix.of(new double[] {1, 2}, new double[] {3, 4}))
                .write(file);
        SafetensorsFile content = SafetensorsFile.read(file);
        Stream.<ThrowingCallable>of(
                        () -> content.integers("a"),
                        () -> content.reals("n"),
                        () -> content.matrix("a"),
                        () -> content.reals("a", 3),
                        () -> content.integers("n", 0),
                        () -> content.matrix("m", 2, 3),
                        () -> content.reals("missing"))
                .forEach(reading -> assertThatThrownBy(reading)
                        .isInstanceOf(FileFailure.class)
                        .hasMessageContaining("bad.safetensors"));
    }

    @Test
    void noiseInTheHeaderNeverEndsInAnotherException() throws IOException {
        byte[] whole = wholeFile();
        Random random = new Random(5);
        int failures = 0;
        for (int trial = 0; trial < 300; trial++) {
            byte[] noisy = whole.clone();
            for (int i = 0; i <= random.nextInt(3); i++) {
                noisy[random.nextInt(whole.length)] = (byte) random.nextInt(256);
            }
            save(file, noisy);
            try {
                SafetensorsFile.read(file);
            } catch (FileFailure e) {
                failures++;
            }
        }
        assertThat(failures).isGreaterThan(150);
    }

    @Test
    void theWholeFileIsGood() throws IOException {
        save(file, wholeFile());
        assertThatCode(() -> SafetensorsFile.read(file)).doesNotThrowAnyException();
    }

    private byte[] wholeFile() throws IOException {
        Path whole = folder.resolve("whole.safetensors");
        new SafetensorsFile()
                .add("m", Matrix.of(new double[] {1, 2}, new double[] {3, 4}))
                .add(NamedArray.f32("s", new long[] {3}, 1, 2, 3))
                .add("n", new long[] {5, 6})
                .note("seed", "1")
                .write(whole);
        return Files.readAllBytes(whole);
    }
}
