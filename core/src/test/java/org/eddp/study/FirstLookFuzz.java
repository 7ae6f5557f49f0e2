package org.eddp.study;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.eddp.ExampleJson;
import org.eddp.FuzzedFile;
import org.junit.jupiter.params.provider.MethodSource;

class FirstLookFuzz {
    static Stream<byte[]> seeds() {
        return Stream.of(ExampleJson.of(FirstLook.Begun.class), new byte[0]);
    }

    @MethodSource("seeds")
    @FuzzTest
    void reads(byte[] content) {
        Path folder = FuzzedFile.folder("look");
        FuzzedFile.check(folder.resolve(FirstLook.CHOICES), content, file -> FirstLook.begun(folder));
    }
}
