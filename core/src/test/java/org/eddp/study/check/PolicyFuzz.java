package org.eddp.study.check;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.junit.jupiter.params.provider.MethodSource;

class PolicyFuzz {
    static Stream<byte[]> seeds() {
        return Stream.of(
                        "",
                        "{}",
                        "{\"suspects\": {\"maximumScore\": 0}}",
                        "{\"suspects\": {\"maximumScore\": -1}}",
                        "{\"reliance\": [{\"class\": \"1\", \"concept\": \"mark\", \"maximum\": 1.5}], \"masks\":"
                                + " [null]}",
                        "{\"masks\": [{\"images\": \"a\", \"masks\": \"b\", \"minimum\": 0.5}],"
                                + " \"lost\": {\"against\": \"runs/last\", \"maximum\": 0}}")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void reads(byte[] content) {
        FuzzedFile.check("policy.json", content, Policy::read);
    }
}
