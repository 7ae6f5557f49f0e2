package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eddp.cli.RunCommands.eddp;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.cli.RunCommands.Outcome;
import org.eddp.cli.terminal.Escapes;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.torch.script.ScriptWriter;
import org.eddp.tensor.Scope;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is printed for a person at the terminal. */
class TerminalTest {
    private static final String EVIL = "\u001b]0;title\u0007\u001b[2K\u009b31m\u202e";

    @TempDir
    private Path folder;

    @Test
    void commandsPrintEscapesAtOnce() {
        StringWriter text = new StringWriter();
        PrintWriter out = Escapes.writer(new PrintWriter(new BufferedWriter(text)));
        out.print("a\u001b[31m");
        out.print('\u0007');
        out.printf("%s%n", "\u202eü");
        assertThat(text).hasToString(String.format("a\\x1b[31m\\x07\\u202eü%n"));
    }

    @Test
    void controlCharactersAreShownAsEscapes() {
        assertThat(Escapes.text("a\u001b[31m\u0007\tb\nc\r\u0000\u007f\u0085\u202e\u2066ü漢"))
                .isEqualTo("a\\x1b[31m\\x07\tb\nc\\r\\x00\\x7f\\x85\\u202e\\u2066ü漢");
        assertThat(Escapes.line("one\ntwo\tthree")).isEqualTo("one\\ntwo\\tthree");
        assertThat(Escapes.line("nothing special: ü漢 \"x\"")).isEqualTo("nothing special: ü漢 \"x\"");
    }

    @Test
    void aMessageHasOneLineWhateverAFileIsCalled() {
        Outcome outcome = eddp("report", "--run", folder + "/a\nb" + EVIL);
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("a\\nb\\x1b]0;title\\x07\\x1b[2K\\x9b31m\\u202e");
        assertThat(outcome.err().strip().lines()).hasSize(1);
    }

    @Test
    void theErrorOfANetworkHasOneShortLine() {
        Path file = folder.resolve("net.pt");
        try (Scope scope = Scope.open()) {
            new ScriptWriter("Net")
                    .source("def forward(self, x):\n    raise \"\\033[2J\\nroot# " + "m".repeat(100_000) + "\"\n")
                    .save(file);
        }
        Outcome outcome = eddp("network", file.toString(), "--crop", "8");
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains(file.toString(), "\\x1b[2J\\nroot# mmm", " ... ");
        assertThat(outcome.err()).doesNotContain("\u001b").hasSizeLessThan(6000);
        assertThat(outcome.err().strip().lines()).hasSize(1);
    }

    /** The whole program, whose standard output is where tables go. */
    @Tag("slow")
    @Test
    void namesOfPicturesInTablesAreHarmless() throws IOException, InterruptedException {
        Path pictures = folder.resolve("pictures");
        TinyRun.picture(pictures.resolve("good.png"), 1);
        Files.writeString(pictures.resolve("bad" + EVIL + ".png"), "not a picture");
        Model.write(folder.resolve("net.onnx"), TinyNetworks.network(false, TinyRun.SIZE, 2));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dfile.encoding=UTF-8",
                "-Djava.awt.headless=true",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of("features", "--network", "net.onnx", "--layer", "maps", "--images", "pictures"));
        command.addAll(List.of("--preprocess", "plain", "--out", "set"));
        ProcessBuilder program =
                new ProcessBuilder(command).directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
        program.environment().put("LC_ALL", "C.UTF-8");
        Process process = program.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        assertThat(out)
                .contains("1 broken images were skipped", "bad\\x1b]0;title\\x07\\x1b[2K")
                .doesNotContain("\u001b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--concepts 0 | --concepts 0 must be at least 1; leave it out",
                "--concepts -3 | --concepts -3 must be at least 1",
                "--concepts 1000000 | concepts = 1000000 must be within 1 .. 1536, the number of patches",
                "--memory -5 | --memory -5 must not be negative; give megabytes"
            })
    void numbersThatMakeNoSenseHaveAMessageOfTheirOwn(String option, String message) throws IOException {
        Model.write(folder.resolve("net.onnx"), TinyNetworks.network(false, TinyRun.SIZE, 2));
        for (int i = 0; i < 24; i++) {
            TinyRun.picture(folder.resolve("pictures/" + i + ".png"), i);
        }
        RunCommands.ok(RunCommands.features(
                folder.resolve("net.onnx"), folder.resolve("pictures"), folder.resolve("features")));
        List<String> command = new ArrayList<>(
                List.of("learn", "--features", folder.resolve("features").toString()));
        command.addAll(List.of("--out", folder.resolve("run").toString()));
        command.addAll(List.of(option.split(" ", -1)));
        Outcome outcome = eddp(command.toArray(String[]::new));
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains(message);
    }
}
