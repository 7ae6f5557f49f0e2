package org.eddp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eddp.testkit.FreshProcess;
import org.junit.jupiter.api.Test;

/**
 * Nothing that programs rely on goes away or changes unnoticed. What there was at the last version is in {@code public-api.txt}; more is
 * welcome, less is not. The file is the baseline as long as there is no published jar to compare with (docs/release.md).
 */
class PublicApiTest {
    private static final Path BASELINE = Path.of("src", "test", "resources", "org", "eddp", "public-api.txt");

    @Test
    void keepsWhatTheLastVersionHad() throws IOException {
        Set<String> now = PublicApi.from(Eddp.class);
        Path written = Path.of("target", "public-api.txt");
        Files.write(written, now);
        List<String> gone = new ArrayList<>(Files.readAllLines(BASELINE));
        assertThat(gone).hasSizeGreaterThan(100);
        gone.removeAll(now);
        assertThat(gone)
                .as("no longer in the public API; if that is meant, say so in the changelog and copy " + written
                        + " over " + BASELINE)
                .isEmpty();
    }

    @Test
    void aSignatureIsOneLine() {
        String name = FreshProcess.Outcome.class.getName();
        assertThat(PublicApi.from(FreshProcess.Outcome.class))
                .containsExactly(
                        "record " + name,
                        name + "  boolean equals(java.lang.Object)",
                        name + "  int exitCode()",
                        name + "  int hashCode()",
                        name + "  java.lang.String output()",
                        name + "  java.lang.String toString()",
                        name + "  new(int, java.lang.String)");
        assertThat(PublicApi.from(FreshProcess.class)).as("what it gives").contains("record " + name);
        assertThat(PublicApi.from(PublicApiTest.class)).as("not public").isEmpty();
    }
}
