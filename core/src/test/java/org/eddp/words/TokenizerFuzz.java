package org.eddp.words;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.junit.jupiter.params.provider.MethodSource;

class TokenizerFuzz {
    static Stream<byte[]> seeds() {
        return Stream.of("clip", "roberta", "bert", "unigram").map(kind -> {
            try {
                return Files.readAllBytes(TokenizerTest.FILES.resolve("tokenizer-" + kind + ".json"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @MethodSource("seeds")
    @FuzzTest
    void reads(byte[] content) {
        FuzzedFile.check(
                "tokenizer.json", content, file -> Tokenizer.read(file).encode("A striped sail, caf\u00e9 42"));
    }
}
