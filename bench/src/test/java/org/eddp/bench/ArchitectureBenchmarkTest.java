package org.eddp.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eddp.bench.ArchitectureBenchmark.KnownArchitecture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Networks that people use give the logits of ONNX Runtime; how fast is not a test's business. */
@Tag("slow")
class ArchitectureBenchmarkTest {
    @Test
    void bothSidesAgree() {
        ArchitectureBenchmark.Report report = ArchitectureBenchmark.run(
                ArchitectureBenchmark.Options.of(List.of(KnownArchitecture.values()))
                        .withImages(2)
                        .withBatch(2)
                        .withRepetitions(1),
                line -> {});
        assertThat(report.rows()).hasSize(4);
        assertThat(report.agree()).as(report.text()).isTrue();
    }
}
