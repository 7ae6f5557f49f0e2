package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.Locale;
import org.eddp.cli.option.JsonOption;
import org.eddp.cli.option.LabellingOptions;
import org.eddp.cli.option.PartOptions;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.labels.Labels;
import org.eddp.metrics.Metrics;
import org.eddp.names.ConceptName;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.measure.Labelling;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code eddp label}: names for detectors. */
@Command(
        name = "label",
        header = "Names for the detectors of a run, by dissection against an annotated dataset.",
        description = "Every detector gets the label whose pixels it agrees with best (IoU on the train split). If the"
                + " IoU on the val split is high enough too, this label is its name; otherwise it has no name, only"
                + " a closest label. Writes labels.json into the run.",
        footer = {
            "",
            "Examples:",
            "  ./eddp label --run runs/broden --dataset broden1_224",
            "  ./eddp label --run runs/broden --dataset broden1_224 --part 2/7",
            "  ./eddp label --run runs/broden --dataset broden1_224 --spark spark://host:7077"
        })
final class LabelCommand extends PrintingCommand {
    private static final int SHOWN = 20;

    @Mixin
    private LabellingOptions options;

    @Mixin
    private PartOptions parts;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() {
        Console console = new Console();
        try (Run run = options.open(console)) {
            if (parts.does(part -> Labelling.part(run, options.labelling(), part, console))) {
                return 0;
            }
            Labels labels = parts.merges()
                    ? Labelling.merge(run, options.labelling(), console)
                    : parts.distribute(who -> Labelling.label(run, options.labelling(), who, console));
            json.write(labels);
            print(labels, run.path(Results.LABELS));
        }
        return 0;
    }

    private void print(Labels labels, Path file) {
        out().printf("%8s  %-30s %-12s %11s %11s%n", "detector", "name", "category", "IoU train", "IoU val");
        for (Labels.DetectorLabel label : labels.best(SHOWN)) {
            out().printf(
                            Locale.ROOT,
                            "%8d  %-30s %-12s %11s %11s%n",
                            label.detector(),
                            label.name() != null
                                    ? label.name()
                                    : "closest label: " + label.concept().name(),
                            label.concept().category(),
                            ConceptName.iou(label.trainIou()),
                            ConceptName.iou(label.valIou()));
        }
        int more = labels.detectors().size() - SHOWN;
        if (more > 0) {
            out().println("... and " + more + " more; all are in " + file);
        }
        out().printf(
                        Locale.ROOT,
                        "%n%d of %d detectors are interpretable (IoU above %s on val); the others have no name%n",
                        labels.interpretable(),
                        labels.detectors().size(),
                        labels.interpretableAbove());
        for (Metrics.CategoryCount category : Metrics.CategoryCount.of(labels.detectors())) {
            out().printf(
                            "  %-12s %d detectors, %d different labels%n",
                            category.category(), category.detectors(), category.uniqueLabels());
        }
    }
}
