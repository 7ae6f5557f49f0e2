package org.eddp.cli.manual;

import java.util.Arrays;
import java.util.IllegalFormatException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A page for the program and one for each of its commands, made from {@code --help}. */
public final class ManualPages {
    private final String version;
    private final Map<String, String> pages = new TreeMap<>();

    private ManualPages(String version) {
        this.version = version;
    }

    /** Pages by the names of their files, such as {@code eddp-learn.1}. */
    public static Map<String, String> of(CommandSpec program) {
        ManualPages all = new ManualPages(program.version()[0]);
        all.add(program);
        return all.pages;
    }

    private void add(CommandSpec command) {
        pages.put(name(command) + ".1", page(command));
        command.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(sub -> !sub.usageMessage().hidden())
                .forEach(this::add);
    }

    /** The name of a page, for example {@code eddp-bench-step} for {@code eddp bench step}. */
    private static String name(CommandSpec command) {
        return command.qualifiedName("-");
    }

    private String page(CommandSpec command) {
        Roff page = new Roff().title(name(command).toUpperCase(Locale.ROOT), version);
        page.section("NAME").paragraph(name(command) + " - " + purpose(command));
        page.section("SYNOPSIS").lines(Synopsis.of(command));
        if (command.usageMessage().description().length > 0) {
            page.section("DESCRIPTION");
            Arrays.stream(command.usageMessage().description()).forEach(p -> page.paragraph(plain(p)));
        }
        options(page, command);
        if (!command.subcommands().isEmpty()) {
            page.section("COMMANDS");
            command.subcommands().values().stream()
                    .map(CommandLine::getCommandSpec)
                    .filter(sub -> !sub.usageMessage().hidden())
                    .forEach(sub -> page.item(name(sub) + "(1)", purpose(sub)));
        }
        if (command.root() == command) {
            CommonSections.describe(page);
        }
        if (command.usageMessage().footer().length > 0) {
            page.section("EXAMPLES").lines(footer(command));
        }
        if (command.root() != command) {
            page.section("SEE ALSO").paragraph(name(command.parent()) + "(1)");
        }
        return page.toString();
    }

    private static String purpose(CommandSpec command) {
        String[] said = command.usageMessage().header().length > 0
                ? command.usageMessage().header()
                : command.usageMessage().description();
        return plain(said[0]);
    }

    private static void options(Roff page, CommandSpec command) {
        if (command.args().isEmpty()) {
            return;
        }
        page.section("OPTIONS");
        command.positionalParameters().stream()
                .filter(p -> !p.hidden())
                .forEach(p -> page.item(p.paramLabel(), description(p)));
        command.options().stream()
                .filter(o -> !o.hidden())
                .forEach(o -> page.item(names(o), description(o) + (o.required() ? " Required." : "")));
    }

    private static String names(OptionSpec option) {
        String names = String.join(", ", option.names());
        return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
    }

    private static String description(ArgSpec argument) {
        return Arrays.stream(argument.description()).map(ManualPages::plain).collect(Collectors.joining("\n"));
    }

    /** Readers of a manual page have the program on the PATH. */
    private static String footer(CommandSpec command) {
        return Arrays.stream(command.usageMessage().footer())
                .map(ManualPages::plain)
                .map(line -> line.replace("./eddp", "eddp"))
                .filter(line -> !line.matches("Examples?:"))
                .collect(Collectors.joining("\n"))
                .strip();
    }

    /** Help texts are formats: a percent sign stands twice in them. */
    static String plain(String text) {
        try {
            return String.format(text);
        } catch (IllegalFormatException e) {
            return text;
        }
    }
}
