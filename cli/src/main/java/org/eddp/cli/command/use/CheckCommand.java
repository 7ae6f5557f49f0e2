package org.eddp.cli.command.use;

import java.nio.file.Path;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.run.Run;
import org.eddp.study.check.CheckResults;
import org.eddp.study.check.JUnitXml;
import org.eddp.study.check.Policy;
import org.eddp.study.check.PolicyCheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp check}: a gate for releases. */
@Command(
        name = "check",
        exitCodeOnExecutionException = CheckCommand.UNCHECKED,
        header = "Whether a network keeps a policy: a gate for releases.",
        description = {
            "Tests a run against the rules of a policy file: no suspect of the audit above a score, a class that must"
                    + " not rest on a concept, pictures that must be explained inside masks, concepts that must not be"
                    + " lost. docs/check.md describes the file; docs/policy.schema.json completes it in editors.",
            "Exits with 0 if all rules hold, 1 if one is violated, and 2 if one could not be checked or the command"
                    + " failed."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp check --run runs/photos --policy policy.json",
            "  ./eddp check --run runs/photos --policy policy.json --junit target/eddp.xml"
        })
final class CheckCommand extends PrintingCommand {
    private static final int HELD = 0;
    private static final int VIOLATED = 1;
    /** Exit code if a rule could not be checked or the check failed: a missing file is not a flaw of the network. */
    static final int UNCHECKED = 2;

    @Mixin
    private RunOptions options;

    @Option(
            names = "--policy",
            required = true,
            paramLabel = "FILE",
            description = "The rules. Paths in it are relative to its folder.")
    private Path policy;

    @NotRecorded
    @Option(names = "--junit", paramLabel = "FILE", description = "Also write a JUnit report, for build servers.")
    private Path junit;

    @Override
    public Integer call() {
        Console console = new Console();
        Policy rules = Policy.read(policy);
        try (Run run = options.open(console)) {
            Path base = policy.toAbsolutePath().getParent();
            CheckResults results = PolicyCheck.run(run, rules, base, console);
            out().print(CheckText.of(results));
            if (junit != null) {
                JUnitXml.write(junit, results);
            }
            options.write(results);
            return switch (results.status()) {
                case HELD -> HELD;
                case VIOLATED -> VIOLATED;
                case UNCHECKED -> UNCHECKED;
            };
        }
    }
}
