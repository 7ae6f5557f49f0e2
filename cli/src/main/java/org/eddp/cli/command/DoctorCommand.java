package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.List;
import org.eddp.checkup.Checkup;
import org.eddp.checkup.Finding;
import org.eddp.cli.option.JsonOption;
import org.eddp.cli.terminal.PrintingCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** {@code eddp doctor}: whether this machine is fit for the program. */
@Command(
        name = "doctor",
        header = "Whether this machine is fit for eddp, as text to paste into a report of a problem.",
        description = {
            "Java, memory, processors, native cache, disk, engine, and a self-test of numbers against golden values, which takes"
                    + " about a second. Names neither the user nor the machine; the home folder is written as ~.",
            "Exit code 1 if something is wrong, with what to do about it."
        },
        footer = {"", "Example:", "  ./eddp doctor --json doctor.json"})
public final class DoctorCommand extends PrintingCommand {
    @Mixin
    private JsonOption json;

    /** Content of {@code --json}. */
    private record Report(boolean good, List<Finding> findings) {}

    @Override
    public Integer call() {
        List<Finding> findings = Checkup.of(Path.of("").toAbsolutePath());
        for (Finding finding : findings) {
            out().printf("%-16s %s%n", finding.name(), finding.found());
        }
        List<Finding> wrong = findings.stream().filter(f -> !f.good()).toList();
        json.write(new Report(wrong.isEmpty(), findings));
        for (Finding finding : wrong) {
            System.err.println("eddp: " + finding.name() + ": " + finding.found() + "; " + finding.advice());
        }
        out().println(wrong.isEmpty() ? "All is well." : wrong.size() + " of these must be seen to.");
        return wrong.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
