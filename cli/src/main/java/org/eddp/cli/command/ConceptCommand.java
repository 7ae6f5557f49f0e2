package org.eddp.cli.command;

import java.util.Locale;
import org.eddp.cli.option.RunOptions;
import org.eddp.cli.print.PortraitText;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.run.Run;
import org.eddp.study.view.ConceptPortrait;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp concept}: one concept in numbers. */
@Command(
        name = "concept",
        header = "One concept in numbers: where it is, how strongly, and what is like it.",
        description = {
            "Prints on how many patches and in how many images its detector fires, the histogram of its scores, the concepts"
                    + " that are read or written alike (cosine of filters, of signal vectors), those seen in the same images, and the"
                    + " classes it raises and lowers most if eddp influence measured that.",
            "With --threshold, what the detector would select with another threshold. Needs no labels; what was found is kept in"
                    + " the run (atlas.json)."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp concept --run runs/photos --concept 12",
            "  ./eddp concept --run runs/photos --concept sky --threshold 1.5"
        })
public final class ConceptCommand extends PrintingCommand {
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
            description = "Another threshold of w.x: what it would select (default: only the concept's own).")
    private Double threshold;

    @Override
    public Integer call() {
        if (threshold != null && !Double.isFinite(threshold)) {
            throw new IllegalArgumentException("--threshold " + threshold + " is not a number");
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
