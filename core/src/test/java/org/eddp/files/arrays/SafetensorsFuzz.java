package org.eddp.files.arrays;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.junit.jupiter.params.provider.MethodSource;

class SafetensorsFuzz {
    private static final String F64 = RawSafetensors.entry("a", "F64", "[2,3]", 0, 48);

    static Stream<byte[]> seeds() {
        return Stream.of(
                RawSafetensors.file("{}", 0),
                RawSafetensors.file("{" + F64 + "}", 48),
                RawSafetensors.file("{'__metadata__':{'seed':'7'}," + F64 + "}   ", 48),
                RawSafetensors.file(
                        "{" + RawSafetensors.entry("i", "I64", "[]", 0, 8) + ","
                                + RawSafetensors.entry("f", "F32", "[0]", 8, 8) + "}",
                        8),
                RawSafetensors.file("{'__metadata__':{'sha256':'00'}," + F64 + "}", 48),
                RawSafetensors.file("{'__metadata__':{'sha256_header':'00'}," + F64 + "}", 48),
                RawSafetensors.file("{" + RawSafetensors.entry("a", "F64", "[4294967296,4294967296,2]", 0, 0) + "}", 0),
                RawSafetensors.file("{" + RawSafetensors.entry("a", "F64", "[-1]", 8, 0) + "}", 8),
                RawSafetensors.file(100_000_000, new byte[] {'{'}, 0),
                RawSafetensors.file(-1, new byte[] {'{', '}'}, 0));
    }

    @MethodSource("seeds")
    @FuzzTest
    void reads(byte[] content) {
        FuzzedFile.check("fuzzed.safetensors", content, SafetensorsFile::read);
    }
}
