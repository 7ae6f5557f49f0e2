package org.eddp.names;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.junit.jupiter.params.provider.MethodSource;

class ClassNamesFuzz {
    static Stream<byte[]> seeds() {
        return Stream.of(
                "cat\ndog\n".getBytes(StandardCharsets.UTF_8),
                "chat\r\n \u00e9l\u00e9phant \r\n\r\n".getBytes(StandardCharsets.UTF_8),
                new byte[0],
                new byte[] {(byte) 0xc3, '\n'},
                "\0\u001b[31m\u202e\n".getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void reads(byte[] content) {
        FuzzedFile.check("classes.txt", content, ClassNamesFuzz::read);
    }

    private static void read(Path file) {
        ClassNames names = ClassNames.read(file);
        names.of(0);
        names.of(1 << 20);
        names.fit(2);
    }
}
