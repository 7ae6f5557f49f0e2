package org.eddp.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER;

import java.nio.file.Path;
import java.util.List;
import org.eddp.cli.manual.Examples;
import org.eddp.cli.option.LocalPath;
import org.eddp.cli.terminal.Escapes;
import org.eddp.cli.terminal.Interruption;
import org.eddp.files.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Entry point of the command line. */
@Command(
        name = "eddp",
        mixinStandardHelpOptions = true,
        versionProvider = Main.CurrentVersion.class,
        description = "Finds the directions along which a vision network reads and writes concepts.",
        footer = {
            "",
            "First steps:",
            "  ./eddp demo                     try it without any files",
            "  ./eddp studio                   the result in the browser",
            "  ./eddp look model.onnx photos   what your network sees in your pictures",
            "  ./eddp help look                options of a command, with examples"
        })
public final class Main implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    public static void main(String[] args) {
        int code;
        if (isSubmitted()) {
            setLauncherDefaults();
        }
        Escapes.install();
        try (Interruption interruption = Interruption.install()) {
            code = run(args);
        } catch (Error e) {
            code = Failures.fatal(e, args);
        }
        // Under spark-submit the program must not end its process: YARN would report a failure, whatever the exit code.
        if (code != 0 || !isSubmitted()) {
            System.exit(code);
        }
    }

    /** Whether spark-submit started this process; it sets this property for every driver. */
    private static boolean isSubmitted() {
        return System.getProperty("spark.submit.deployMode") != null;
    }

    /** Applies the settings of the launcher if spark-submit starts the program. */
    private static void setLauncherDefaults() {
        for (String limit : List.of("maxBytes", "maxPhysicalBytes")) {
            System.getProperties().putIfAbsent("org.bytedeco.javacpp." + limit, "0");
        }
        System.getProperties().putIfAbsent("java.awt.headless", "true");
    }

    /** Runs the command, and returns the exit code. */
    public static int run(String... args) {
        return commandLine().execute(args);
    }

    /** The program as picocli parses it. */
    public static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        Commands.ALL.forEach(line::addSubcommand);
        line.addSubcommand(new CommandLine.HelpCommand());
        line.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
        line.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, Commands::list);
        withExamples(line);
        line.registerConverter(Path.class, new LocalPath());
        line.setParameterExceptionHandler(Failures::wrongUsage);
        line.setExecutionExceptionHandler(Failures::failed);
        line.setUsageHelpAutoWidth(true);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        return line;
    }

    private static void withExamples(CommandLine command) {
        command.getHelpSectionMap().put(SECTION_KEY_FOOTER, Examples::of);
        command.getSubcommands().values().forEach(Main::withExamples);
    }

    /** The version of the program. */
    static final class CurrentVersion implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"eddp " + Version.current()};
        }
    }
}
