package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.List;
import org.eddp.checkup.Checkup;
import org.eddp.checkup.Checkup.CheckResult;
import org.eddp.cli.option.JsonOption;
import org.eddp.cli.terminal.PrintingCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** {@code eddp doctor}: checks whether this machine can run the program. */
@Command(
        name = "doctor",
        header = "Checks whether this machine can run eddp, as text to paste into a bug report.",
        description = {
            "Java, memory, processors, native cache, disk, engine, and a self-test of numbers against golden"
                    + " values, which takes about a second. Does not print names of the user or the machine; the home"
                    + " folder is printed as ~.",
            "If something is wrong, prints what to do and exits with code 1."
        },
        footer = {"", "Example:", "  ./eddp doctor --json doctor.json"})
final class DoctorCommand extends PrintingCommand {
    @Mixin
    private JsonOption json;

    /** Content of {@code --json}. */
    private record Report(boolean good, List<CheckResult> findings) {}

    @Override
    public Integer call() {
        List<CheckResult> findings = Checkup.of(Path.of("").toAbsolutePath());
        for (CheckResult finding : findings) {
            out().printf("%-16s %s%n", finding.name(), finding.found());
        }
        List<CheckResult> wrong = findings.stream().filter(f -> !f.good()).toList();
        json.write(new Report(wrong.isEmpty(), findings));
        for (CheckResult finding : wrong) {
            System.err.println("eddp: " + finding.name() + ": " + finding.found() + "; " + finding.advice());
        }
        out().println(wrong.isEmpty() ? "All is well." : wrong.size() + " of these must be seen to.");
        return wrong.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
