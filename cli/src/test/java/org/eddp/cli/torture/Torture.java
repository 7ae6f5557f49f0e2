package org.eddp.cli.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./eddp torture}: the campaign as a command. */
@Command(
        name = "eddp torture",
        header = "Strikes commands at random moments, gives them again, and compares every byte.",
        mixinStandardHelpOptions = true,
        subcommands = SoakCommand.class,
        description = {
            "Every command runs on a network and pictures of its own, small enough for a trial to take seconds. The table"
                    + " counts trials, those in which the fault came before the command had ended, commands that ended with a"
                    + " message, results that were equal in the end, and everything else.",
            "Exit code 1 if anything was wrong."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp torture --trials 20",
            "  ./eddp torture --trials 100 --faults kill features learn",
            "  ./eddp torture soak --minutes 60"
        })
final class Torture implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--trials",
            paramLabel = "N",
            description = "Trials per command and fault (default: ${DEFAULT-VALUE}).")
    private int trials = 5;

    @Option(
            names = "--faults",
            paramLabel = "NAME",
            split = ",",
            description = "kill, freeze, full, read-only, vanish, unplug, second (default: all).")
    private List<String> faults;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of the moments (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Parameters(paramLabel = "command", description = "Commands to strike (default: all).")
    private List<String> commands;

    public static void main(String[] args) {
        System.exit(new CommandLine(new Torture()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Subject> subjects = commands == null
                ? Subject.ALL
                : commands.stream().map(this::subject).toList();
        List<Fault> chosen = faults == null
                ? List.of(Fault.values())
                : faults.stream().map(this::fault).toList();
        Path folder = Files.createTempDirectory("eddp-torture");
        try (Campaign campaign = new Campaign(folder, seed, System.err::println)) {
            System.err.println("full disk: " + Privileges.fullDisk() + "; read-only: " + Privileges.readOnly());
            List<Tally> tallies = campaign.run(subjects, chosen, (subject, fault) -> trials);
            System.out.println(Tally.header());
            tallies.forEach(System.out::println);
            int wrong = tallies.stream().mapToInt(Tally::wrong).sum();
            int all = tallies.stream().mapToInt(Tally::trials).sum();
            System.out.printf(Locale.ROOT, "%d trials, %d wrong%n", all, wrong);
            tallies.stream().flatMap(tally -> tally.what().stream()).forEach(System.out::println);
            return wrong == 0 ? 0 : 1;
        } finally {
            Tree.delete(folder);
        }
    }

    private Subject subject(String name) {
        return Subject.ALL.stream()
                .filter(subject -> subject.name().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown(name, Subject.ALL.stream().map(Subject::name)));
    }

    private Fault fault(String name) {
        return Arrays.stream(Fault.values())
                .filter(fault -> fault.option().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown(name, Arrays.stream(Fault.values()).map(Fault::option)));
    }

    private ParameterException unknown(String name, Stream<String> known) {
        return new ParameterException(
                spec.commandLine(), name + " is not one of " + known.collect(Collectors.joining(", ")));
    }
}
