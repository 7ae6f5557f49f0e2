package org.eddp.cli.command.use;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.print.Pages;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.intervene.Edit;
import org.eddp.report.ResultPages;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.EditStudy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp edit}: edits concepts of an image, and shows what the network then predicts. */
@Command(
        name = "edit",
        header = "What the network would predict if a concept were present, or absent.",
        description = {
            "Overwrites concepts in the features of an image, at chosen patches, and shows the prediction before and"
                    + " after each edit. Edits are applied in the order given.",
            "With --search, finds the smallest single or paired edit that changes the class, and prints the command"
                    + " line that repeats it.",
            "Writes a page, its figure and all numbers into the folder edits of the run."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp edit --run runs/photos --image cock.jpg --remove 12 --add 40 --where 12 --amount q0.005",
            "  ./eddp edit --run runs/photos --image cock.jpg --add 40 --where 0,0,3,6",
            "  ./eddp edit --run runs/photos --image cock.jpg --search --to hen --class-names imagenet-classes.txt"
        })
final class EditCommand extends PrintingCommand {
    @Mixin
    private RunOptions options;

    @Mixin
    private ImageOption image;

    @Mixin
    private EditOptions edits;

    @Option(
            names = "--search",
            description = "Find the smallest edit that changes the class, or turns a label on or off.")
    private boolean search;

    @Option(
            names = "--to",
            paramLabel = "K",
            description = "With --search: the class to reach, or the label to turn (default: any other).")
    private String to;

    @Option(names = "--single", description = "With --search: only single edits, no pairs.")
    private boolean single;

    @Mixin
    private SignalsOption signals;

    @NotRecorded
    @Option(names = "--out", paramLabel = "DIR", description = "Where pages go (default: edits in the run).")
    private Path out;

    /** Repeats the edit that a search found. */
    private Request replay;

    @Override
    public Integer call() {
        check();
        Console console = new Console();
        try (Run run = options.open(console)) {
            List<EditStudy.Change> changes = edits.changes(run.conceptNames());
            Path folder = Pages.folder(out, run.path(Results.EDITS));
            EditStudy study = new EditStudy(run, wording(), signals.chosen(), console);
            try (var right = run.writing(folder)) { // for the page too
                if (search) {
                    study.search(image.only(), new EditStudy.Search(to, single), folder)
                            .ifPresentOrElse(
                                    found -> show(found, folder), () -> EditTable.nothingFound(out(), run, to, single));
                } else {
                    show(study.edit(image.only(), changes, folder), folder);
                }
            }
        }
        return 0;
    }

    private void check() {
        if (search != edits.isEmpty()) {
            throw new InvalidInput(
                    search
                            ? "--search finds edits itself; leave --remove and --add out"
                            : "there is nothing to do; give --remove or --add, or --search");
        }
        if (!search && (to != null || single)) {
            throw new InvalidInput("--to and --single belong to --search");
        }
    }

    private EditStudy.Wording wording() {
        return new EditStudy.Wording() {
            @Override
            public List<String> words(List<Edit> found) {
                return EditText.of(found);
            }

            @Override
            public String replay(List<Edit> found) {
                replay = EditCommand.this.replay(found);
                return replay.command();
            }
        };
    }

    /** The same command with the edits in place of the search. */
    private Request replay(List<Edit> found) {
        List<String> arguments = new ArrayList<>();
        List<String> old = options.arguments();
        for (int k = 0; k < old.size(); k++) {
            String argument = old.get(k);
            if (argument.equals("--to")) {
                k++;
            } else if (!argument.equals("--search") && !argument.equals("--single") && !argument.startsWith("--to=")) {
                arguments.add(argument);
            }
        }
        arguments.addAll(EditText.of(found));
        return CommandText.request(spec.root(), arguments);
    }

    private void show(EditStudy.Result result, Path folder) {
        EditTable.print(out(), result.edited());
        if (result.edited().search() != null) {
            out().println("found among " + result.edited().search().tried() + " versions; to repeat the edit:");
            out().println(replay.typed());
        }
        Pages.figure(folder, result.name(), ResultPages.steps(result.edited()));
        Pages.show(out(), folder.resolve(result.name() + ".html"), ResultPages.page(result.edited()));
        options.write(result.edited());
    }
}
