package org.eddp.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.print.Pages;
import org.eddp.cli.terminal.Console;
import org.eddp.files.FolderLock;
import org.eddp.monitor.Stopped;
import org.eddp.report.LookPage;
import org.eddp.run.Run;
import org.eddp.study.FirstLook;
import org.eddp.study.Learning;
import picocli.CommandLine.Model.CommandSpec;

/**
 * From a network and pictures to a run and its page.
 *
 * @param folder of the run
 */
record Looking(CommandSpec program, Path network, Path images, Path folder, Console console, PrintWriter out) {
    void run(FirstLook.Options options) {
        Learning.Options how = options.learning();
        try (FolderLock lock = FolderLock.take(folder)) {
            FirstLook.Result look = FirstLook.run(network, images, folder, options, console);
            LookSteps steps = new LookSteps(program, network, images, folder, look);
            Run.Options opened = new Run.Options(network, null, null, null, how.threads(), how.request());
            try (Run run = Run.open(folder, opened, console)) {
                LookPage page = new LookPage(run, console);
                Pages.figure(folder, "concepts", page.figure());
                Pages.show(out, folder.resolve("index.html"), page.html(look.choices(), steps.commands()));
            }
            out.println("The run: " + folder + "; ask further with ./eddp explain, edit, name, report --run "
                    + CommandText.quoted(folder.toString()));
            out.println("In the browser, with more pictures and what-if: " + steps.studio());
        } catch (Stopped e) {
            throw new Stopped(e.getMessage() + "; finished steps are kept, repeat the command to continue");
        }
    }
}
