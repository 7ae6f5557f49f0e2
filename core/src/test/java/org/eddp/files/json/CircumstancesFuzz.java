package org.eddp.files.json;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.eddp.ExampleJson;
import org.eddp.FuzzedFile;
import org.junit.jupiter.params.provider.MethodSource;

class CircumstancesFuzz {
    static Stream<byte[]> seeds() {
        return Stream.of(
                ExampleJson.of(Circumstances.class),
                "{\"places\":{\"network\":{\"absolute\":\"\\u0000\",\"relative\":\"..\"}}}"
                        .getBytes(StandardCharsets.UTF_8),
                "{\"places\":{\"network\":null}}".getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void reads(byte[] content) {
        Path folder = FuzzedFile.folder("circumstances");
        FuzzedFile.check(
                folder.resolve(Circumstances.NAME),
                content,
                file -> Circumstances.read(folder).places().values().forEach(place -> place.from(folder)));
    }
}
