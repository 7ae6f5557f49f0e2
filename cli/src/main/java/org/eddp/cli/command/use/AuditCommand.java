package org.eddp.cli.command.use;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.eddp.audit.Audit;
import org.eddp.audit.AuditNotes;
import org.eddp.audit.AuditOptions;
import org.eddp.audit.Suspect;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.print.Pages;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.files.FolderLock;
import org.eddp.report.audit.AuditPage;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.AuditDecisions;
import org.eddp.study.AuditStudy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp audit}: which concepts a network relies on although they look like artefacts. */
@Command(
        name = "audit",
        header = "What is wrong with a network: concepts that a class rests on although they look like artefacts.",
        description = {
            "For every pair of a concept and a class, measures how much the class relies on the concept, what happens"
                    + " when the concept is taken out, and what happens when it is written into pictures that do not have"
                    + " it; and, without labels, whether the concept looks like an artefact of the pictures. Lists the"
                    + " suspects, or says that there are none.",
            "Writes audit.json into the run, and a page with pictures of the suspects."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp audit --run runs/photos",
            "  ./eddp audit --run runs/photos --labels folders",
            "  ./eddp audit --run runs/photos --out pages"
        })
final class AuditCommand extends PrintingCommand {
    @Mixin
    private RunOptions options;

    @Option(
            names = "--labels",
            paramLabel = "SOURCE",
            description =
                    "Where true classes come from: folders, \"file names\", \"category NAME\" of a dataset in Broden"
                            + " layout, or a CSV file with the columns image and label (default: no labels).")
    private String labels;

    @Option(
            names = "--sample",
            paramLabel = "N",
            description = "Pictures that are examined if the head is more than pooling and one linear layer (default:"
                    + " ${DEFAULT-VALUE}).")
    private int sample = AuditOptions.DEFAULT.sample();

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Seed of random directions and draws (default: ${DEFAULT-VALUE}).")
    private long seed = AuditOptions.DEFAULT.seed();

    @NotRecorded
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of the page, audit.html (default: the folder of the run).")
    private Path out;

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
                FolderLock lock = run.writing()) { // for the page too
            Path folder = Pages.folder(out, run.folder());
            Audit audit = AuditStudy.run(
                    run,
                    AuditStudy.Options.DEFAULT
                            .withLabels(labels)
                            .withAudit(AuditOptions.DEFAULT.withSample(sample).withSeed(seed)),
                    console);
            AuditNotes notes = AuditDecisions.of(run);
            Function<Suspect, List<String>> commands = AuditText.commands(
                    spec.root(),
                    options.folder(),
                    options.places(),
                    run.provenance().network());
            out().print(AuditText.of(audit, notes, commands));
            Pages.show(out(), folder.resolve(Results.AUDIT_PAGE), AuditPage.html(run, audit, notes, commands, console));
            options.write(audit);
        }
        return 0;
    }
}
