package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eddp.cli.manual.Synopsis;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** docs/commands.md has a section for every command, which begins with its options and lists no other. */
class CommandsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "commands.md");
    private static final String SHARED = "Commands that use a run";
    private static final Pattern GENERATED = Pattern.compile("(?s)\n```text generated\n.*?```\n");
    private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]*");
    /** Every command has these; the top of the page says so. */
    private static final Set<String> EVERYWHERE = Set.of("--help", "--version");
    /** Commands of the launcher, which picocli does not know. */
    private static final Set<String> OF_THE_LAUNCHER = Set.of("spark-local", "spark-assembly", "test");

    private static final CommandLine ROOT = Main.commandLine();
    /** Text of the sections by heading. */
    private static final Map<String, String> SECTIONS = new LinkedHashMap<>();
    /** Commands by name, `bench step` for a command of a command. */
    private static final Map<String, CommandLine> COMMANDS = new LinkedHashMap<>();

    @BeforeAll
    static void read() throws IOException {
        for (String section : Files.readString(PAGE).split("(?m)^## ", -1)) {
            SECTIONS.put(section.lines().findFirst().orElse(""), section);
        }
        add("", ROOT);
    }

    private static void add(String prefix, CommandLine parent) {
        parent.getSubcommands().forEach((name, command) -> {
            if (command.getSubcommands().isEmpty()) {
                COMMANDS.put(prefix + name, command);
            } else {
                add(prefix + name + " ", command);
            }
        });
    }

    /** The section whose heading names the command. */
    private static String section(String command) {
        Pattern heading = Pattern.compile(".*`eddp " + command + "[` ].*");
        return SECTIONS.entrySet().stream()
                .filter(section -> heading.matcher(section.getKey()).matches())
                .map(Map.Entry::getValue)
                .collect(Collectors.joining());
    }

    private static Set<String> options(CommandLine command) {
        Set<String> names = new TreeSet<>();
        for (OptionSpec option : command.getCommandSpec().options()) {
            if (!option.hidden()) {
                names.add(option.longestName().replace("[no-]", ""));
            }
        }
        names.removeAll(EVERYWHERE);
        return names;
    }

    private static Set<String> named(String text) {
        return OPTION.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    /** First cells of the rows of tables: the options that a section says a command has. */
    private static Set<String> listed(String section) {
        return named(section.lines()
                .filter(line -> line.startsWith("| `--"))
                .map(line -> line.substring(2).replace("\\|", "/").split(" \\| ", -1)[0])
                .collect(Collectors.joining("\n")));
    }

    @Test
    void everyCommandHasASection() {
        assertThat(COMMANDS.keySet())
                .hasSizeGreaterThan(30)
                .allSatisfy(command -> assertThat(section(command)).as(command).isNotEmpty());
    }

    /** With {@code -Deddp.write} the test writes the generated blocks into the page. */
    @Test
    void everySectionBeginsWithTheOptionsOfItsCommands() throws IOException {
        String generated =
                SECTIONS.values().stream().map(CommandsPageTest::withSynopsis).collect(Collectors.joining("## "));
        if (System.getProperty("eddp.write") != null) {
            Files.writeString(PAGE, generated);
        }
        assertThat(Files.readString(PAGE))
                .as("mvn -B -pl cli -am test -Dtest=CommandsPageTest -Deddp.write=true"
                        + " -Dsurefire.failIfNoSpecifiedTests=false writes docs/commands.md")
                .isEqualTo(generated);
    }

    private static String withSynopsis(String section) {
        String heading = section.lines().findFirst().orElse("");
        String block = Pattern.compile("`eddp ([a-z]+(?: [a-z]+)?)")
                .matcher(heading)
                .results()
                .map(found -> COMMANDS.get(found.group(1)))
                .filter(Objects::nonNull)
                .map(command -> Synopsis.of(command.getCommandSpec()) + "\n")
                .collect(Collectors.joining());
        String text = GENERATED.matcher(section).replaceFirst("");
        return block.isEmpty()
                ? text
                : heading + "\n\n```text generated\n" + block + "```\n" + text.substring(heading.length() + 1);
    }

    @Test
    void everyOptionIsDescribed() {
        List<String> missing = new ArrayList<>();
        COMMANDS.forEach((name, command) -> {
            String section = GENERATED.matcher(section(name)).replaceAll("");
            Set<String> documented = named(section);
            if (section.contains("(#commands-that-use-a-run)")) {
                documented.addAll(listed(SECTIONS.get(SHARED)));
            }
            options(command).stream()
                    .filter(option -> !documented.contains(option))
                    .forEach(option -> missing.add("eddp " + name + " " + option));
        });
        assertThat(missing).as("not described in docs/commands.md").isEmpty();
    }

    @Test
    void noOtherOptionIsListed() {
        List<String> unknown = new ArrayList<>();
        COMMANDS.forEach((name, command) -> {
            Set<String> known = options(command);
            listed(section(name)).stream()
                    .filter(option -> !known.contains(option) && !known.contains(option.replace("--no-", "--")))
                    .forEach(option -> unknown.add("eddp " + name + " " + option));
        });
        assertThat(unknown).as("in docs/commands.md, but not in the program").isEmpty();
    }

    @Test
    void requiredOptionsAreMarked() {
        List<String> unmarked = new ArrayList<>();
        COMMANDS.forEach((name, command) -> command.getCommandSpec().options().stream()
                .filter(option -> option.required() && option.group() == null)
                .map(OptionSpec::longestName)
                .filter(option -> section(name)
                        .lines()
                        .filter(line -> line.startsWith("| `" + option + " "))
                        .anyMatch(line -> !line.contains("required")))
                .forEach(option -> unmarked.add("eddp " + name + " " + option)));
        assertThat(unmarked).as("required, but not marked so").isEmpty();
    }

    /** Command lines in the code blocks of a page, continued lines joined and comments removed. */
    private static Stream<String> examples(Path page) {
        try {
            return Pattern.compile("(?ms)^ *```.*?^ *```")
                    .matcher(Files.readString(page))
                    .results()
                    .flatMap(block -> block.group().replaceAll("\\\\\n\\s*", "").lines())
                    .filter(line -> line.startsWith("./eddp "))
                    .map(line -> line.replaceFirst("\\s+# .*", ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> arguments(String line) {
        return Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)")
                .matcher(line.substring("./eddp ".length()))
                .results()
                .map(word -> word.group().replaceAll("^['\"]|['\"]$", ""))
                .toList();
    }

    /** Commands that picocli parses: neither those of the launcher nor those with variables of a shell. */
    private static boolean isParsed(String line) {
        return COMMANDS.keySet().stream().anyMatch(name -> (line + " ").startsWith("./eddp " + name + " "))
                && !line.matches(".*[$;&].*");
    }

    @Test
    void examplesOfAllPagesAreValid() throws IOException {
        List<String> invalid = new ArrayList<>();
        int seen = 0;
        try (Stream<Path> docs = Files.list(PAGE.getParent())) {
            for (Path page : Stream.concat(Stream.of(Path.of("..", "README.md")), docs.filter(Files::isRegularFile))
                    .toList()) {
                for (String line :
                        examples(page).filter(CommandsPageTest::isParsed).toList()) {
                    seen++;
                    try {
                        ROOT.parseArgs(arguments(line).toArray(String[]::new));
                    } catch (CommandLine.ParameterException e) {
                        invalid.add(page.getFileName() + ": " + line + ": " + e.getMessage());
                    }
                }
            }
        }
        assertThat(seen).isGreaterThan(80);
        assertThat(invalid).isEmpty();
    }

    @Test
    void sectionsAreOfCommandsThatExist() {
        Pattern command = Pattern.compile("`eddp ([a-z-]+(?: [a-z-]+)*)");
        List<String> unknown = SECTIONS.keySet().stream()
                .flatMap(heading -> command.matcher(heading).results().map(found -> found.group(1)))
                .filter(name -> !COMMANDS.containsKey(name) && !OF_THE_LAUNCHER.contains(name))
                .toList();
        assertThat(unknown).isEmpty();
    }
}
