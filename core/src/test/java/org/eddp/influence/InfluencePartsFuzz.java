package org.eddp.influence;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.params.provider.MethodSource;

/** What parts and others found of concepts and patches: what it says besides being a safetensors file. */
class InfluencePartsFuzz {
    static Stream<byte[]> rows() {
        return Stream.of(rows(2, 3, 0, 3), rows(2, 3, 0, 4), rows(2, -3, 0, 0), rows(1, 3, 0, 1), rows(0, 0))
                .map(SafetensorsFile::toBytes);
    }

    private static SafetensorsFile rows(int classes, long tried, long... exceedances) {
        return new SafetensorsFile()
                .add("scores", new Matrix(1, classes))
                .add("exceedances", exceedances)
                .add("tried", new long[] {tried});
    }

    @MethodSource("rows")
    @FuzzTest
    void rows(byte[] content) {
        FuzzedFile.check(
                FuzzedFile.folder("influence").resolve("concepts.safetensors"),
                content,
                file -> InfluenceRows.read(SafetensorsFile.read(file))
                        .influence(new Matrix(1, 1), InfluenceOptions.of(1), 5));
    }

    static Stream<byte[]> patches() {
        return Stream.of(fired(2, 3, 7, 1), fired(2, 0), fired(2, 3, 8, 1), fired(1L << 40, 0), fired(-1, -1, 1))
                .map(SafetensorsFile::toBytes);
    }

    private static SafetensorsFile fired(long detectors, long patches, long... bits) {
        return new SafetensorsFile()
                .add("size", new long[] {detectors, patches})
                .add("bits", bits);
    }

    @MethodSource("patches")
    @FuzzTest
    void patches(byte[] content) {
        FuzzedFile.check(FuzzedFile.folder("fired").resolve("patches.safetensors"), content, file -> {
            FiredPatches fired = FiredPatches.read(SafetensorsFile.read(file));
            fired.content();
        });
    }

    static Stream<byte[]> noise() {
        return Stream.of(Matrix.row(1, 2), new Matrix(0, 3), Matrix.row(1, Double.NaN))
                .map(effects -> new SafetensorsFile().add("effects", effects).toBytes());
    }

    @MethodSource("noise")
    @FuzzTest
    void noise(byte[] content) {
        FuzzedFile.check(
                FuzzedFile.folder("noise").resolve("noise.safetensors"),
                content,
                file -> NoiseEffects.read(SafetensorsFile.read(file)).content());
    }
}
