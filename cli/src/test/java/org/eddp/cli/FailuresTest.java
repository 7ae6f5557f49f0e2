package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eddp.directions.NumericalFailure;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.images.source.ImageFailure;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.Matrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class FailuresTest {
    private static final Pattern LOG = Pattern.compile("the stack trace in (\\S+\\.log)");

    @CommandLine.Command(name = "fail")
    private record Failing(Runnable work) implements Runnable {
        @Override
        public void run() {
            work.run();
        }
    }

    private record Outcome(int code, String err) {}

    private static Outcome run(Runnable work) {
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine().addSubcommand(new Failing(work));
        line.setErr(new PrintWriter(err, true));
        line.getSubcommands().get("fail").setErr(new PrintWriter(err, true));
        line.getSubcommands().get("fail").setExecutionExceptionHandler(Failures::failed);
        return new Outcome(line.execute("fail"), err.toString());
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new FileFailure("cannot read a.json:\nit is empty"), 1),
                Arguments.of(new ImageFailure("cannot decode a.png"), 1),
                Arguments.of(new NetworkFailure("cannot load a.onnx"), 1),
                Arguments.of(new NumericalFailure("the loss is NaN"), 1),
                Arguments.of(new InvalidPathException("a\0", "Nul character not allowed"), 1),
                Arguments.of(new Stopped("stopped at step 3"), 130));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailureIsOneLine(RuntimeException failure, int code) {
        Outcome outcome = run(() -> {
            throw failure;
        });
        assertThat(outcome.err()).startsWith("eddp: ").hasLineCount(1).doesNotContain("\tat ");
        assertThat(outcome.code()).isEqualTo(code);
    }

    @Test
    void invalidInputIsWrongUsage() {
        Outcome outcome = run(() -> {
            throw new InvalidInput("concepts = 0 must be at least 1");
        });
        assertThat(outcome.err().lines())
                .containsExactly("eddp: concepts = 0 must be at least 1", "Try 'eddp fail --help'.");
        assertThat(outcome.code()).isEqualTo(2);
    }

    @Test
    void anIllegalArgumentWithinCoreIsABugWithATraceInALog() throws IOException {
        Outcome outcome = run(() -> new Matrix(2, 2, new double[3]));
        assertThat(outcome.err())
                .startsWith("eddp: unexpected failure: ")
                .contains("this is a bug")
                .hasLineCount(1)
                .doesNotContain("--help");
        assertThat(outcome.code()).isEqualTo(1);
        Matcher named = LOG.matcher(outcome.err());
        assertThat(named.find()).isTrue();
        Path log = Path.of(named.group(1));
        assertThat(log).content().contains("command: eddp fail").contains("\tat org.eddp.tensor.Matrix");
        Files.delete(log);
    }
}
