package org.eddp.reference;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.eddp.ExampleJson;
import org.eddp.FuzzedFile;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Json;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of reference numbers, up to where they would be computed. */
class VerificationFuzz {
    static Stream<byte[]> seeds() {
        return Stream.of(
                ExampleJson.of(Verification.Case.File.class),
                "{\"cases\":[{\"D\":2147483647,\"I\":2147483647,\"images\":-1}]}".getBytes(StandardCharsets.UTF_8),
                "{\"cases\":null}".getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void reads(byte[] content) {
        FuzzedFile.check("fuzzed.json", content, VerificationFuzz::check);
    }

    private static void check(Path file) {
        Verification.Case.File read = Json.readTolerantly(file, Verification.Case.File.class);
        if (read.cases() == null) {
            return;
        }
        for (Verification.Case each : read.cases()) {
            try {
                each.checkInputs();
            } catch (InvalidInput e) {
                throw new FileFailure("cannot verify " + file + ": " + e.getMessage(), e); // as the command says it
            }
        }
    }
}
