package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What the commands say of themselves: help, manual pages, completion. */
class HelpTest {
    @TempDir
    private Path folder;

    static Stream<CommandLine> commands() {
        return withSubcommands(Main.commandLine());
    }

    private static Stream<CommandLine> withSubcommands(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(HelpTest::withSubcommands));
    }

    /** Picocli warns on standard error of texts that it cannot format, such as those with a single percent sign. */
    @ParameterizedTest
    @MethodSource("commands")
    void helpIsPrintedWithoutAWarning(CommandLine command) {
        assertThat(warnings(command)).isEmpty();
        assertThat(command.getUsageMessage(CommandLine.Help.Ansi.OFF))
                .contains("Usage: eddp")
                .doesNotContain("%%", "%n", "${");
    }

    /** A command whose help picocli cannot format. */
    @CommandLine.Command(description = "on 5 % of the patches")
    private static final class Wrong {}

    @Test
    void aWarningWouldBeSeen() {
        assertThat(warnings(new CommandLine(new Wrong()))).contains("Could not format");
    }

    private static String warnings(CommandLine command) {
        PrintStream before = System.err;
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try {
            System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
            command.getUsageMessage(CommandLine.Help.Ansi.OFF);
        } finally {
            System.setErr(before);
        }
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void everyCommandHasAManualPage() throws IOException {
        RunCommands.Outcome outcome =
                RunCommands.eddp("man", folder.resolve("man1").toString());
        RunCommands.ok(outcome);
        List<String> names = commands()
                .map(command -> command.getCommandSpec().qualifiedName("-") + ".1")
                .sorted()
                .toList();
        try (Stream<Path> pages = Files.list(folder.resolve("man1"))) {
            assertThat(pages.map(page -> page.getFileName().toString()).sorted())
                    .isEqualTo(names);
        }
        assertThat(outcome.out()).contains(names.size() + " pages");
        String learn = Files.readString(folder.resolve("man1/eddp-learn.1"));
        assertThat(learn)
                .startsWith(".TH \"EDDP\\-LEARN\" \"1\" \"\" \"eddp ")
                .contains(".SH \"SYNOPSIS\"", ".TP\n\\fB\\-\\-features DIR\\fR\n", "eddp learn \\-\\-features")
                .contains("Required.")
                .doesNotContain("./eddp", "%%", "${");
        assertThat(learn.lines()).noneMatch(line -> line.matches("[.'](?!TH|SH|PP|TP|nf|fi|nh|ad).*"));
        assertThat(RunCommands.eddp("man", folder.resolve("man1/eddp.1").toString())
                        .err())
                .contains("is a file; give a folder");
    }

    @Test
    void theManualNamesTheEnvironmentThatTheDocumentationHas() throws IOException {
        RunCommands.ok(RunCommands.eddp("man", folder.toString()));
        String page = Files.readString(folder.resolve("eddp.1"));
        List<String> documented = Pattern.compile("(?m)^\\| `(EDDP_[A-Z_]+)")
                .matcher(Files.readString(Path.of("..", "docs", "commands.md")))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
        assertThat(documented).hasSizeGreaterThan(5).allMatch(name -> page.contains("\\fB" + name + "\\fR"));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void bashCompletesCommandsAndOptions() throws Exception {
        RunCommands.Outcome script = RunCommands.eddp("completion", "bash");
        RunCommands.ok(script);
        assertThat(RunCommands.eddp("completion", "zsh").out())
                .isEqualTo(script.out())
                .contains("bashcompinit");
        Path file = Files.writeString(folder.resolve("completion"), script.out());
        assertThat(completed(file, "eddp", "lea")).containsExactly("learn");
        assertThat(completed(file, "eddp", "bench", "ste")).containsExactly("step");
        assertThat(completed(file, "eddp", "learn", "--feat")).containsExactly("--features");
    }

    /** What bash proposes for the last of some words. */
    private static List<String> completed(Path script, String... words) throws Exception {
        String ask = "source '" + script + "'; COMP_WORDS=(" + String.join(" ", words) + "); COMP_CWORD="
                + (words.length - 1)
                + "; COMP_LINE='" + String.join(" ", words)
                + "'; COMP_POINT=${#COMP_LINE}; _complete_eddp; printf '%s\\n'"
                + " \"${COMPREPLY[@]}\"";
        Process bash = new ProcessBuilder("bash", "-c", ask)
                .redirectError(ProcessBuilder.Redirect.DISCARD) // says that this is not a real completion
                .start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(said).isZero();
        return said.lines().map(String::strip).toList();
    }

    @Test
    void helpListsEveryCommandByPurpose() {
        RunCommands.Outcome help = RunCommands.eddp("help");
        RunCommands.ok(help);
        assertThat(help.out()).isEqualTo(RunCommands.eddp("--help").out());
        assertThat(help.out()).containsSubsequence("Start here:", "demo", "look", "studio", "Maintenance:", "verify");
        for (String name : Main.commandLine().getSubcommands().keySet()) {
            if (!name.equals("help")) {
                assertThat(help.out()).containsPattern("(?m)^  " + name + " ");
            }
        }
    }

    /** Examples of the help, continued lines joined, are commands of the program. */
    @ParameterizedTest
    @MethodSource("commands")
    void examplesCanBeCopied(CommandLine command) {
        String help = command.getUsageMessage(CommandLine.Help.Ansi.OFF);
        assertThat(help.lines()).filteredOn(line -> line.contains("./eddp ")).allMatch(line -> line.length() <= 80);
        help.replaceAll(" \\\\\\R\\s*", " ")
                .lines()
                .filter(line -> line.startsWith("  ./eddp "))
                .map(line -> line.strip().replaceFirst("\\s\\s+.*|\\s+[#>|&].*|;.*", ""))
                .filter(line -> !line.matches(".*[$'\"].*"))
                .forEach(line -> Main.commandLine()
                        .parseArgs(line.substring("./eddp ".length()).split(" ")));
    }

    /** The commands that only the launcher has answer without building or testing. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void theLauncherDescribesItsOwnCommands() throws IOException, InterruptedException {
        for (String own : List.of("test", "fuzz", "torture", "spark-local", "spark-assembly")) {
            for (List<String> asked : List.of(List.of(own, "--help"), List.of("help", own))) {
                List<String> command =
                        Stream.concat(Stream.of("../eddp"), asked.stream()).toList();
                Process process =
                        new ProcessBuilder(command).redirectErrorStream(true).start();
                String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(process.waitFor()).as(text).isZero();
                assertThat(text).startsWith("Usage: eddp " + own);
            }
        }
    }

    @Test
    void helpOfACommandIsThatOfTheCommand() {
        RunCommands.Outcome help = RunCommands.eddp("help", "look");
        RunCommands.ok(help);
        assertThat(help.out())
                .isEqualTo(RunCommands.eddp("look", "--help").out())
                .contains("Usage: eddp look");
        assertThat(RunCommands.eddp("help", "lok").code()).isEqualTo(2);
    }

    @Test
    void anotherShellIsRefused() {
        RunCommands.Outcome fish = RunCommands.eddp("completion", "fish");
        assertThat(fish.code()).isEqualTo(2);
        assertThat(fish.err()).contains("fish").containsIgnoringCase("bash, zsh");
    }
}
