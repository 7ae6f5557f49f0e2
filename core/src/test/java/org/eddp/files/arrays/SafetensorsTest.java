package org.eddp.files.arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.eddp.files.arrays.RawSafetensors.entry;
import static org.eddp.files.arrays.RawSafetensors.file;
import static org.eddp.files.arrays.RawSafetensors.save;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.eddp.files.FileFailure;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafetensorsTest {
    @TempDir
    Path folder;

    private SafetensorsFile writeAndRead(SafetensorsFile content) {
        Path file = folder.resolve("round.safetensors");
        content.write(file);
        return SafetensorsFile.read(file);
    }

    @Test
    void everyTypeAndShapeComesBackAsItWas() {
        Matrix filters = Matrix.of(new double[] {1.5, -0.0, Math.PI}, new double[] {Double.NaN, 1e-310, -1e300});
        SafetensorsFile back = writeAndRead(new SafetensorsFile()
                .add("filters", filters)
                .add("bias", new double[] {Double.NEGATIVE_INFINITY, Double.MAX_VALUE})
                .add(NamedArray.f32("singles", new long[] {1, 3, 1}, 0.1, -2, Double.POSITIVE_INFINITY))
                .add("labels", new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE})
                .add(NamedArray.f64("one number", new long[] {}, 42))
                .add(NamedArray.f64("nothing", new long[] {0, 5}))
                .note("seed", "7")
                .note("title", "quote \" backslash \\ line\nend é 𝄞"));

        assertThat(back.arrays())
                .extracting(NamedArray::toString)
                .containsExactly(
                        "filters: F64[2, 3]",
                        "bias: F64[2]",
                        "singles: F32[1, 3, 1]",
                        "labels: I64[4]",
                        "one number: F64[]",
                        "nothing: F64[0, 5]");
        assertThat(back.matrix("filters")).isEqualTo(filters);
        assertThat(back.reals("bias")).containsExactly(Double.NEGATIVE_INFINITY, Double.MAX_VALUE);
        assertThat(back.reals("singles")).containsExactly(0.1f, -2, Double.POSITIVE_INFINITY);
        assertThat(back.integers("labels")).containsExactly(Long.MIN_VALUE, -1, 0, Long.MAX_VALUE);
        assertThat(back.reals("one number")).containsExactly(42);
        assertThat(back.matrix("nothing").shape()).isEqualTo("0 x 5");
        assertThat(back.metadata())
                .containsExactly(Map.entry("seed", "7"), Map.entry("title", "quote \" backslash \\ line\nend é 𝄞"));
    }

    @Test
    void arraysLongerThanTheBufferComeBack() {
        Random random = new Random(1);
        double[] doubles = random.doubles(20_011).toArray();
        double[] floats = random.doubles(33_333).map(v -> (float) v).toArray();
        long[] longs = random.longs(16_385).toArray();
        SafetensorsFile back = writeAndRead(new SafetensorsFile()
                .add(NamedArray.f32("f", new long[] {3, 11_111}, floats))
                .add("d", doubles)
                .add("l", longs));
        assertThat(back.reals("d")).isEqualTo(doubles);
        assertThat(back.reals("f")).isEqualTo(floats);
        assertThat(back.integers("l")).isEqualTo(longs);
    }

    @Test
    void anEmptyContentIsAFile() {
        SafetensorsFile back = writeAndRead(new SafetensorsFile());
        assertThat(back.arrays()).isEmpty();
        assertThat(back.metadata()).isEmpty();
    }

    @Test
    void theBytesAreTheSpecifiedOnes() throws IOException {
        Path path = folder.resolve("bytes.safetensors");
        new SafetensorsFile()
                .add(NamedArray.f32("half", new long[] {1}, 0.5))
                .add("row", Matrix.row(1, 2))
                .note("k", "v")
                .write(path);
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
        byte[] header = new byte[(int) bytes.getLong()];
        bytes.get(header);
        // The sum was computed with Python: hashlib.sha256(struct.pack('<ddf', 1, 2, .5)).
        // That of the header is of its text without itself.
        String expected = "{'__metadata__':{'sha256':'" + SUM + "','k':'v','sha256_header':'" + HEADER_SUM + "'},"
                + "'half':{'dtype':'F32','shape':[1],'data_offsets':[16,20]},"
                + "'row':{'dtype':'F64','shape':[1,2],'data_offsets':[0,16]}}";
        assertThat(header.length % 8).isZero();
        assertThat(new String(header, StandardCharsets.UTF_8).stripTrailing()).isEqualTo(expected.replace('\'', '"'));
        assertThat(bytes.getDouble()).isEqualTo(1);
        assertThat(bytes.getDouble()).isEqualTo(2);
        assertThat(bytes.getFloat()).isEqualTo(0.5f);
        assertThat(bytes.hasRemaining()).isFalse();
    }

    private static final String HEADER_SUM = "676b6b779aa43bc596b91d62dc3034202e502a74b843e3419415c7dfc2d93631";
    private static final String SUM = "cca7636f7723adc090ced9cd28e7c92ad2c23b46e69bd9ea3195d3056ecab5f6";

    @Test
    void theSameContentGivesTheSameBytes() throws IOException {
        byte[] first = bytesOfARandomContent("first");
        byte[] second = bytesOfARandomContent("second");
        assertThat(first).isEqualTo(second);
    }

    private byte[] bytesOfARandomContent(String name) throws IOException {
        Random random = new Random(3);
        SafetensorsFile content = new SafetensorsFile();
        for (int i = 0; i < 20; i++) {
            content.add("array " + random.nextInt(), random.doubles(i).toArray())
                    .note("note " + random.nextInt(), "x");
        }
        Path file = folder.resolve(name);
        content.write(file);
        return Files.readAllBytes(file);
    }

    @Test
    void readsFilesOfOtherPrograms() {
        // No metadata, no padding, data in another order than the header, a field of its own.
        String header = "{" + entry("b", "F32", "[2]", 8, 16) + ","
                + "'a':{'stride':[1,{'x':2}],'data_offsets':[0,8],'shape':[1],'dtype':'I64'}}";
        byte[] bytes = file(header, 16);
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(bytes.length - 16, 9)
                .putFloat(bytes.length - 4, 3);
        SafetensorsFile content = SafetensorsFile.read(save(folder.resolve("other"), bytes));
        assertThat(content.arrays()).extracting(NamedArray::name).containsExactly("b", "a");
        assertThat(content.integers("a")).containsExactly(9);
        assertThat(content.reals("b")).containsExactly(0, 3);
    }

    @Test
    void aFileThatCannotBeReadSaysWhy() {
        assertThatThrownBy(() -> SafetensorsFile.read(folder.resolve("none")))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("cannot read " + folder.resolve("none") + ": no such file");
        assertThatThrownBy(() -> SafetensorsFile.read(folder))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("it is a folder");
    }
}
