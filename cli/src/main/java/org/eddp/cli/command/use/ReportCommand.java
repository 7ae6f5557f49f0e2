package org.eddp.cli.command.use;

import java.nio.file.Files;
import java.nio.file.Path;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.print.Pages;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.files.FolderLock;
import org.eddp.report.RunReport;
import org.eddp.run.Results;
import org.eddp.run.Run;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp report}: everything about a run as one page. */
@Command(
        name = "report",
        header = "Everything computed about a run so far, as one page.",
        description = {
            "Collects what eddp learn, label, evaluate, influence, explain, edit, correct and dream left in"
                    + " the folder of a run into one HTML page that needs no other file. Lists the results that are not"
                    + " computed yet."
        },
        footer = {"", "Example:", "  ./eddp report --run runs/photos"})
final class ReportCommand extends PrintingCommand {
    @Mixin
    private RunOptions options;

    @Option(
            names = "--most",
            paramLabel = "N",
            description = "Explanations and edits to include, the first by name (default: ${DEFAULT-VALUE}).")
    private int most = 10;

    @NotRecorded
    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "The page (default: report.html in the run; run-report.html if that is the page of an experiment).")
    private Path out;

    @Option(
            names = "--pictures",
            paramLabel = "N",
            description = "Pictures per concept, 0 for none (default: ${DEFAULT-VALUE}).")
    private int picturesPerConcept = 4;

    @NotRecorded
    @Option(
            names = "--image-folder",
            paramLabel = "DIR",
            description = "Where the images are (default: where they were when features were extracted).")
    private Path images;

    @Override
    public Integer call() {
        Console console = new Console();
        try (Run run = options.open(console, images);
                FolderLock lock = out == null ? run.writing() : null) {
            RunReport.Content content = RunReport.content(run, most, picturesPerConcept, console);
            Path page = out != null ? out : usual(run);
            Pages.write(page, RunReport.html(content));
            if (out == null) {
                if (!content.cards().isEmpty()) {
                    Pages.figure(run.path(Results.FIGURES), "concepts", RunReport.figure(content));
                }
                run.noteCircumstances(run.folder());
            }
            content.notes().forEach(note -> System.err.println("left out: " + note));
            out().println("Report: " + page);
            options.write(content);
        }
        return 0;
    }

    /** Does not replace the page of an experiment. */
    private static Path usual(Run run) {
        if (!Files.exists(run.path(Results.EXPERIMENT))) {
            return run.path(Results.REPORT);
        }
        System.err.println(run.path(Results.REPORT) + " is the page of the experiment and stays as it is");
        return run.path("run-" + Results.REPORT);
    }
}
