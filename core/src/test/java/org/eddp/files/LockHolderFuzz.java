package org.eddp.files;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.junit.jupiter.params.provider.MethodSource;

class LockHolderFuzz {
    static Stream<byte[]> seeds() {
        return Stream.of(
                        "process 4711\nmachine atlas\nsince 2026-11-16T19:59:42.320Z\n",
                        "process -1\nmachine localhost\nsince \n",
                        "process 99999999999999999999\nmachine\nsince",
                        "process\n\n\n")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void reads(byte[] content) {
        FuzzedFile.check(
                ".lock",
                content,
                file -> LockHolder.read(file).ifPresent(owner -> {
                    owner.isGone();
                    owner.inWords();
                }));
    }
}
