package org.eddp.network.torchscript;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.eddp.ExampleJson;
import org.eddp.FuzzedFile;
import org.junit.jupiter.params.provider.MethodSource;

/** What is remembered of a first run; whatever is wrong with it, it is as if nothing were known. */
class TrialMemoryFuzz {
    static Stream<byte[]> seeds() {
        return Stream.of(ExampleJson.of(TrialFacts.class), "null".getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void reads(byte[] content) {
        Path folder = FuzzedFile.folder("trials");
        FuzzedFile.check(
                folder.resolve("fuzzed.json"),
                content,
                file -> new TrialMemory(folder).find(new TrialMemory.Key("fuzzed")));
    }
}
