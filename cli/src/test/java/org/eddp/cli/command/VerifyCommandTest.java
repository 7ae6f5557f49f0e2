package org.eddp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eddp.files.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class VerifyCommandTest {
    private static final Path GOLDEN = Path.of("..", "core", "src", "test", "resources", "golden", "losses.json");
    private static final Path PAGE = Path.of("..", "docs", "reproduction.md");

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

    /** Errors in single precision depend on the instructions of the processor, so they agree within a factor. */
    @Test
    void theDocumentationHasTheLargestErrors() throws Exception {
        Path json = folder.resolve("errors.json");
        new CommandLine(new VerifyCommand()).execute(GOLDEN.toString(), "--json", json.toString());
        VerifyCommand.Report report = Json.read(json, VerifyCommand.Report.class);
        Matcher said = Pattern.compile("relative error is (\\S+) in double and (\\S+) in single precision")
                .matcher(Files.readString(PAGE).replaceAll("\\s+", " "));
        assertThat(said.find()).isTrue();
        assertThat(largest(report, VerifyCommand.Quantity::errorInDouble) / Double.parseDouble(said.group(1)))
                .isBetween(0.3, 3.0);
        assertThat(largest(report, VerifyCommand.Quantity::errorInFloat) / Double.parseDouble(said.group(2)))
                .isBetween(0.3, 3.0);
    }

    private static double largest(VerifyCommand.Report report, ToDoubleFunction<VerifyCommand.Quantity> error) {
        return report.quantities().stream().mapToDouble(error).max().orElseThrow();
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
