package org.eddp.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.eddp.audit.FirstFindings;
import org.eddp.cli.option.ShellText;
import org.eddp.cli.print.Pages;
import org.eddp.cli.terminal.Console;
import org.eddp.files.FolderLock;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.report.LookPage;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.AuditDecisions;
import org.eddp.study.FirstLook;
import org.eddp.study.Learning;
import picocli.CommandLine.Model.CommandSpec;

/**
 * From a network and pictures to a run and its page.
 *
 * @param command that is being run
 * @param folder of the run
 */
record LookRun(CommandSpec command, Path network, Path images, Path folder, Console console, PrintWriter out) {
    void run(FirstLook.Options options) {
        Learning.Options how = options.learning();
        try (FolderLock lock = FolderLock.take(folder)) {
            FirstLook.Result look = FirstLook.run(network, images, folder, options, console);
            LookSteps steps = new LookSteps(command, network, images, folder, look);
            Run.Options opened = Run.Options.DEFAULT
                    .withNetwork(network)
                    .withThreads(how.threads())
                    .withRequest(how.request());
            List<String> findings;
            try (Run run = Run.open(folder, opened, console)) {
                LookPage page = new LookPage(run, console);
                Pages.figure(folder, "concepts", page.figure());
                Pages.show(out, folder.resolve("index.html"), page.html(look.choices(), steps.commands()));
                findings = run.read(Results.AUDIT)
                        .map(audit -> FirstFindings.of(audit, AuditDecisions.of(run)))
                        .orElse(List.of());
            }
            out.println("The run: " + folder + "; ask further with ./eddp explain, edit, name, report --run "
                    + ShellText.quoted(folder.toString()));
            out.println("In the browser, with more pictures and what-if: " + steps.studio());
            if (!findings.isEmpty()) {
                out.println("Look at this first:");
                findings.forEach(line -> out.println("  " + line));
            }
        } catch (Stopped e) {
            throw new Stopped(e.getMessage() + "; finished steps are kept, repeat the command to continue");
        }
    }
}
