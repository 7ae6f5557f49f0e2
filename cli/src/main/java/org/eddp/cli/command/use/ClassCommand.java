package org.eddp.cli.command.use;

import java.util.List;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.failure.InvalidInput;
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
        header = "What the images of a class contain, what the network predicts for them, and what an edit of all"
                + " of them would do.",
        description = {
            "Without --class: the number of images of the feature set that the network predicts to be of"
                    + " each class.",
            "With it: the concepts that raise and lower the class most, if eddp influence measured them;"
                    + " concepts that occur more often in its images than in others; the classes that the network"
                    + " predicts for its images; and the concepts that go with each prediction. If all folders of"
                    + " images are named after classes, the images of a class are those in its folder. Otherwise they"
                    + " are the images that the network predicts to be of the class.",
            "With --remove and --add: applies the same edit to every image that the network predicts to be"
                    + " of the class, and prints how many predictions change, and to what."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp class --run runs/photos --class-names imagenet-classes.txt",
            "  ./eddp class --run runs/photos --class 7",
            "  ./eddp class --run runs/photos --class 7 --remove 12"
        })
final class ClassCommand extends PrintingCommand {
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
            throw new InvalidInput("edits are of the images of one class; name it with --class");
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
