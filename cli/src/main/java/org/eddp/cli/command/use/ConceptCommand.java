package org.eddp.cli.command.use;

import java.util.Locale;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.failure.InvalidInput;
import org.eddp.run.Run;
import org.eddp.study.view.ConceptPortrait;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp concept}: one concept in numbers. */
@Command(
        name = "concept",
        header = "One concept in numbers: where it occurs, how strongly, and which concepts are similar.",
        description = {
            "Prints on how many patches and in how many images its detector fires, the histogram of its"
                    + " scores, the concepts with similar filters and signal vectors (by cosine), the concepts in the"
                    + " same images, and the classes that it raises and lowers most, if eddp influence measured them.",
            "With --threshold, also what the detector would select with another threshold. Needs no labels."
                    + " The run keeps the numbers in atlas.json."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp concept --run runs/photos --concept 12",
            "  ./eddp concept --run runs/photos --concept sky --threshold 1.5"
        })
final class ConceptCommand extends PrintingCommand {
    @Mixin
    private RunOptions options;

    @Option(
            names = "--concept",
            required = true,
            paramLabel = "CONCEPT",
            description = "The concept, by number or name.")
    private String concept;

    @Option(
            names = "--threshold",
            paramLabel = "B",
            description = "Another threshold of w.x to try (default: only the threshold of the concept).")
    private Double threshold;

    @Override
    public Integer call() {
        if (threshold != null && !Double.isFinite(threshold)) {
            throw new InvalidInput("--threshold " + threshold + " is not a number");
        }
        Console console = new Console();
        try (Run run = options.open(console)) {
            int number = run.conceptNames().parse("--concept", concept);
            ConceptPortrait portrait = ConceptPortrait.of(run, number, console);
            out().print(PortraitText.of(portrait));
            if (threshold != null) {
                var other = ConceptPortrait.at(run, number, threshold, console);
                out().printf(
                                Locale.ROOT,
                                "%nwith a threshold of %s it would fire on %d patches, in %d images%n",
                                threshold,
                                other.patches(),
                                other.images());
            }
            options.write(portrait);
        }
        return 0;
    }
}
