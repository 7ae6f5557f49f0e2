package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Commands in the messages, pages and views of all modules are commands of the program, with options that they have. */
class PrintedCommandsTest {
    private static final CommandLine PROGRAM = Main.commandLine();
    private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]*");
    /** A command with options, in text. */
    private static final Pattern IN_TEXT = Pattern.compile(
            "eddp ([a-z]+)((?: (?:--[a-z][a-z-]*|[A-Z]+|[0-9.,]+))*+ --[a-z][a-z-]*|(?: --[a-z][a-z-]*)++)");
    /** A literal that is a command. */
    private static final Pattern WHOLE = Pattern.compile("\"\\./eddp ([a-z]+ --[^\"%(]*[A-Za-z.])\"");
    /** A command as a list of words; further words follow until the end of the method. */
    private static final Pattern AS_LIST =
            Pattern.compile("List\\.of\\(\\s*\"([a-z]+)\"(.*?)^    }$", Pattern.DOTALL | Pattern.MULTILINE);

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : List.of("core", "report", "experiments", "studio", "cli")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
            }
        }
        return sources;
    }

    /** Adds the options that a command does not have, and returns the number of options. */
    private static int check(Path file, MatchResult found, Pattern option, List<String> wrong) {
        CommandLine command = PROGRAM.getSubcommands().get(found.group(1));
        if (command == null) {
            return 0;
        }
        CommandSpec spec = command.getCommandSpec();
        int seen = 0;
        Matcher options = option.matcher(found.group(2));
        while (options.find()) {
            seen++;
            String name = options.group().replace("\"", "");
            if (!spec.optionsMap().containsKey(name)
                    && !spec.negatedOptionsMap().containsKey(name)) {
                wrong.add(file.getFileName() + ": eddp " + found.group(1) + " " + name);
            }
        }
        return seen;
    }

    @Test
    void optionsInTextsExist() throws IOException {
        List<String> wrong = new ArrayList<>();
        int seen = 0;
        for (Path file : sources()) {
            String text = Files.readString(file).replaceAll("\"\\s*\\+\\s*\"", "");
            for (MatchResult found : IN_TEXT.matcher(text).results().toList()) {
                seen += check(file, found, OPTION, wrong);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(seen).isGreaterThan(50);
    }

    /** Pages print whole commands as literals, with words such as RUN and FILE in place of files. */
    @Test
    void wholeCommandsAreParsedBack() throws IOException {
        int seen = 0;
        for (Path file : sources()) {
            if (file.startsWith(Path.of("..", "cli"))) {
                continue; // its examples are parsed by HelpTest
            }
            for (MatchResult found :
                    WHOLE.matcher(Files.readString(file)).results().toList()) {
                seen++;
                String[] words = found.group(1).split(" ");
                assertThat(Main.commandLine().parseArgs(words).errors())
                        .as(found.group())
                        .isEmpty();
            }
        }
        assertThat(seen).isGreaterThan(8);
    }

    @Test
    void optionsInListsExist() throws IOException {
        List<String> wrong = new ArrayList<>();
        int seen = 0;
        for (Path file : sources()) {
            for (MatchResult found :
                    AS_LIST.matcher(Files.readString(file)).results().toList()) {
                seen += check(file, found, Pattern.compile("\"--[a-z][a-z-]*\""), wrong);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(seen).isGreaterThan(20);
    }
}
