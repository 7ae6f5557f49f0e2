package org.eddp.network.torch.export;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.eddp.network.NetworkFailure;
import org.junit.jupiter.params.provider.MethodSource;

/** Exported programs, up to where their graph would run: the JSON, and what it says about weights. */
class ExportFuzz {
    static Stream<byte[]> seeds() {
        return Stream.of(
                        TinyExport.residual(1, 3, 8, 8),
                        TinyExport.residual(-2, 3, 8, 8),
                        ExportFileTest.numbers(),
                        ExportFileTest.masked())
                .map(network -> network.json().getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void reads(byte[] program) {
        TinyExport weights = TinyExport.residual(1, 3, 8, 8);
        byte[] file = weights.archive(new String(program, StandardCharsets.UTF_8));
        FuzzedFile.check("fuzzed.pt2", file, ExportFuzz::check);
    }

    private static void check(Path file) {
        ExportedProgram program = ExportedProgram.read(file);
        try {
            ExportFile.translate(program, null);
        } catch (NetworkFailure e) {
            throw new NetworkFailure("cannot load " + file + ": " + e.getMessage(), e); // as ExportFile says it
        }
    }
}
