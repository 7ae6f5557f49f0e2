package org.eddp.cli.command;

import java.util.List;
import org.eddp.cli.option.EditOptions;
import org.eddp.cli.option.RunOptions;
import org.eddp.cli.print.PortraitText;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.intervene.Edit;
import org.eddp.run.Run;
import org.eddp.study.ClassEdit;
import org.eddp.study.EditStudy;
import org.eddp.study.view.ClassPortrait;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp class}: the classes of the network in the images of a run. */
@Command(
        name = "class",
        header = "What the images of a class contain, what they are taken for, and what an edit of all of them would"
                + " do.",
        description = {
            "Without --class: how many images of the feature set the network takes for each class.",
            "With it: the concepts that raise and lower it most if eddp influence measured that, concepts that are in more of its images than of others, the classes its images are taken for,"
                    + " and the concepts that go with that. Its images are those in folders named after it where all"
                    + " folders are so named, otherwise those that the network takes for it.",
            "With --remove and --add: the same edit of every image that the network takes for the class; how many"
                    + " change, and to what."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp class --run runs/photos --class-names imagenet-classes.txt",
            "  ./eddp class --run runs/photos --class 7",
            "  ./eddp class --run runs/photos --class 7 --remove 12"
        })
public final class ClassCommand extends PrintingCommand {
    @Mixin
    private RunOptions options;

    @Option(
            names = "--class",
            paramLabel = "K",
            description = "The class, by number or name (default: all are listed).")
    private String label;

    @Mixin
    private EditOptions edits;

    @Override
    public Integer call() {
        if (label == null && !edits.isEmpty()) {
            throw new IllegalArgumentException("edits are of the images of one class; name it with --class");
        }
        Console console = new Console();
        try (Run run = options.open(console)) {
            if (label == null) {
                List<ClassPortrait.Taken> all = ClassPortrait.taken(run);
                out().print(PortraitText.of(all, run.features().outputs()));
                options.write(all);
                return 0;
            }
            int number = run.classNames()
                    .parse("--class", label, run.features().info().classes());
            if (edits.isEmpty()) {
                ClassPortrait portrait = ClassPortrait.of(run, number, console);
                out().print(PortraitText.of(
                        portrait, run.conceptNames(), run.features().outputs()));
                options.write(portrait);
            } else {
                List<Edit> wanted = edits.changes(run.conceptNames()).stream()
                        .map(EditStudy.Change::edit)
                        .toList();
                ClassEdit edit = ClassEdit.of(run, number, wanted, true, console);
                out().print(PortraitText.of(edit, run.features().outputs()));
                options.write(edit);
            }
        }
        return 0;
    }
}
