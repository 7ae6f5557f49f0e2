package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Wrong input as a new user would give it: one clear message, a non-zero exit code, no stack trace. */
class BadInputTest {
    @TempDir
    private Path folder;

    private record Outcome(int code, String message) {}

    private static Outcome run(String... arguments) {
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setErr(new PrintWriter(err, true));
        int code = line.execute(arguments);
        assertThat(err.toString()).doesNotContain("\tat ").doesNotContain("Exception");
        return new Outcome(code, err.toString());
    }

    static Stream<Arguments> wrongUsage() {
        return Stream.of(
                Arguments.of("synthetic --concepts 0", "concepts = 0"),
                Arguments.of("synthetic --concepts 6", "--random-basis"),
                Arguments.of("synthetic --random-basis --dim 4", "exceeds dim = 4"),
                Arguments.of("synthetic --seed abc", "'abc' is not a whole number"),
                Arguments.of("synthetic --seeds 0", "--seeds 0"),
                Arguments.of("synthetic --seeds many", "--seeds"),
                Arguments.of("synthetic --threads 0", "--threads 0"),
                Arguments.of("synthetic --threads -2", "--threads -2"),
                Arguments.of("synthetic --images-per-class 0", "--images-per-class 0"),
                Arguments.of("synthetic --images-per-class -7", "--images-per-class -7"),
                Arguments.of("synthetic --checkpoint-seconds -1", "--checkpoint-seconds"),
                Arguments.of("synthetic --groups 2", "cannot be split evenly"),
                Arguments.of("synthetic --dimm 8", "--dim"),
                Arguments.of("synthetik", "synthetic"),
                Arguments.of("learn --features f --checkpoint-seconds -1", "--checkpoint-seconds -1"),
                Arguments.of("learn --features f --epochs 2,3", "--epochs has 2 values"),
                Arguments.of("learn --features f --rates 1", "--rates has 1 value"),
                Arguments.of("influence --run r --top 0", "--top 0"),
                Arguments.of("explain --run r --image i.png --maps 0", "--maps 0"),
                Arguments.of("dream --run r --images 0", "--images 0"),
                Arguments.of("baseline --features f --method ibd", "--dataset"),
                Arguments.of("baseline --features f --method nmf --labels-of r", "--labels-of"),
                Arguments.of("verify", "FILE.json"),
                Arguments.of("bench step --size huge", "huge"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongUsage")
    void wrongUsageIsNamed(String command, String fact) {
        Outcome outcome = run(command.split(" "));
        assertThat(outcome.message()).contains(fact).contains("--help");
        assertThat(outcome.code()).isEqualTo(2);
    }

    @Test
    void anOutputFolderThatIsAFileIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("notes.txt"), "mine");
        Outcome outcome = run("synthetic", "--out", file.toString());
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.message()).contains("notes.txt").contains("file");
        assertThat(file).hasContent("mine");
    }

    @Test
    void aFolderInUseIsNotOverwrittenUnasked() throws Exception {
        Files.writeString(folder.resolve("results.json"), "precious");
        Outcome outcome = run("synthetic", "--out", folder.toString());
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.message()).contains("--resume").contains("--overwrite");
        assertThat(folder.resolve("results.json")).hasContent("precious");
    }

    @Test
    void aReferenceFileThatIsMissingBrokenOrEmptyIsNamed() throws Exception {
        Outcome missing = run("verify", folder.resolve("nowhere.json").toString());
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.message()).contains("nowhere.json");

        Path broken = Files.writeString(folder.resolve("broken.json"), "{\"cases\": [\n {\"D\": 5,,}]}");
        Outcome malformed = run("verify", broken.toString());
        assertThat(malformed.code()).isEqualTo(1);
        assertThat(malformed.message()).contains("broken.json").contains("line 2");

        Path empty = Files.writeString(folder.resolve("empty.json"), "{\"cases\": []}");
        assertThat(run("verify", empty.toString()).message()).contains("no cases");

        Path hollow = Files.writeString(folder.resolve("hollow.json"), "{\"cases\": [{\"D\": 5}]}");
        Outcome incomplete = run("verify", hollow.toString());
        assertThat(incomplete.code()).isEqualTo(1);
        assertThat(incomplete.message()).contains("hollow.json").contains("case 1");
    }
}
