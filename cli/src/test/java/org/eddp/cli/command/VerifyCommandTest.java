package org.eddp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.eddp.files.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class VerifyCommandTest {
    private static final Path GOLDEN = Path.of("..", "core", "src", "test", "resources", "golden", "losses.json");

    @TempDir
    private Path folder;

    @Test
    void theReferenceNumbersAreReproduced() {
        Path json = folder.resolve("errors.json");
        assertThat(new CommandLine(new VerifyCommand()).execute(GOLDEN.toString(), "--json", json.toString()))
                .isZero();
        VerifyCommand.Report report = Json.read(json, VerifyCommand.Report.class);
        assertThat(report.passed()).isTrue();
        assertThat(report.quantities()).hasSizeGreaterThan(40).allSatisfy(q -> {
            assertThat(q.errorInDouble()).isLessThan(1e-9);
            assertThat(q.errorInFloat()).isLessThan(1e-4);
        });
    }

    @Test
    void aWrongReferenceNumberIsFound() throws Exception {
        String text = Files.readString(GOLDEN);
        int at = text.indexOf("\"value\":") + "\"value\":".length();
        while (!Character.isDigit(text.charAt(at))) {
            at++;
        }
        char changed = text.charAt(at) == '9' ? '8' : '9';
        Path wrong = Files.writeString(
                folder.resolve("wrong.json"), text.substring(0, at) + changed + text.substring(at + 1));
        assertThat(new CommandLine(new VerifyCommand()).execute(wrong.toString()))
                .isEqualTo(1);
    }
}
