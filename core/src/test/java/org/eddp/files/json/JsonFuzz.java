package org.eddp.files.json;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.junit.jupiter.params.provider.MethodSource;

class JsonFuzz {
    private record Small(int number, @Json.MayBeNull String text, double[] values, Map<String, List<Small>> inner) {}

    static Stream<byte[]> seeds() {
        return Stream.of(
                        "{\"number\":1,\"text\":null,\"values\":[1.5,-2e-3],\"inner\":{\"a\":[]}}",
                        "{\"number\":1,\"text\":\"\\u00e9\\n\",\"values\":[],\"inner\":{},\"digest\":\"00\"}",
                        "null",
                        "",
                        "[1,2,\"three\",true,{}]",
                        "[".repeat(2000) + "]".repeat(2000),
                        "{\"a\":".repeat(1200) + "1" + "}".repeat(1200),
                        "{\"number\":" + "9".repeat(1500) + "}",
                        "{\"number\":1e999999999,\"values\":[1e-999999999]}",
                        "\ufeff{}")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void reads(byte[] content) {
        FuzzedFile.check("fuzzed.json", content, Json::readTree);
        FuzzedFile.check("fuzzed.json", content, file -> Json.read(file, Small.class));
        FuzzedFile.check("fuzzed.json", content, file -> Json.readTolerantly(file, Small.class));
    }
}
