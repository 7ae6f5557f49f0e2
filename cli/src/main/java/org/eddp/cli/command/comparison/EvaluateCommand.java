package org.eddp.cli.command.comparison;

import java.nio.file.Path;
import java.util.List;
import org.eddp.cli.option.JsonOption;
import org.eddp.cli.option.LabellingOptions;
import org.eddp.cli.option.PartOptions;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.images.input.InputPreset;
import org.eddp.metrics.Comparison;
import org.eddp.run.Run;
import org.eddp.study.measure.Evaluation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp evaluate}: the interpretability metrics of a run. */
@Command(
        name = "evaluate",
        header = "The paper's interpretability metrics of a run, on an annotated dataset.",
        description = {
            "Labels the detectors on the train split and measures them on the val split: coverage, redundancy,"
                    + " precision, recall, F1, AP, S1, S2, mIoU. Writes labels.json and metrics.json into the run.",
            "Without --dataset it measures what needs no labels, on all images of the feature set: coverage,"
                    + " redundancy, and M with --embedder.",
            "With --part the run must have its labels (eddp label), since the scores depend on them."
                    + " --embedder and --supervised-thresholds are not divided: --merge computes them, or this process"
                    + " with --spark."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp evaluate --run runs/broden --dataset broden1_224",
            "  ./eddp evaluate --run runs/photos --embedder clip.onnx",
            "  ./eddp evaluate --run runs/broden --dataset broden1_224 --part 2/7",
            "  ./eddp evaluate --run runs/broden --dataset broden1_224 --spark spark://host:7077"
        })
final class EvaluateCommand extends PrintingCommand {
    @Mixin
    private LabellingOptions options;

    @Option(
            names = "--taught-labels",
            description =
                    "Measure every detector for the concept it was taught (ibd and pcav), as the paper does, instead"
                            + " of the one it agrees with best.")
    private boolean taughtLabels;

    @Option(
            names = "--linear-or",
            description = "Also measure detectors of the same label combined: they fire where any of them does. Writes"
                    + " linear-or.json, which eddp compare --html compares concept by concept.")
    private boolean linearOr;

    @Option(
            names = "--supervised-thresholds",
            description = "Also measure the same directions with the thresholds of largest F1 on the train split.")
    private boolean supervisedThresholds;

    @Option(
            names = "--embedder",
            paramLabel = "FILE",
            description = "ONNX, torch.export or TorchScript network whose output embeds pictures (CLIP in the paper);"
                    + " measures monosemanticity M.")
    private Path embedder;

    @Option(
            names = "--embedder-preprocess",
            paramLabel = "NAME",
            description = "Its preprocessing: torchvision, keras, caffe, plain (default: ${DEFAULT-VALUE}).")
    private String embedderPreprocess = "torchvision";

    @Mixin
    private PartOptions parts;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() {
        Console console = new Console();
        try (Run run = options.open(console)) {
            Evaluation.Options asked = asked();
            if (parts.does(part -> Evaluation.part(run, asked, part, console))) {
                return 0;
            }
            List<Comparison.Row> rows = parts.merges()
                    ? Evaluation.merge(run, asked, console)
                    : parts.distribute(who -> Evaluation.run(run, asked, who, console));
            json.write(rows.get(0).metrics());
            out().print(new Comparison(rows).text());
        }
        return 0;
    }

    private Evaluation.Options asked() {
        return Evaluation.Options.of(options.hasLabels() ? options.labelling() : null)
                .withTaughtLabels(taughtLabels)
                .withLinearOr(linearOr)
                .withSupervisedThresholds(supervisedThresholds)
                .withEmbedder(embedder)
                .withEmbedderPreprocessing(InputPreset.named(embedderPreprocess));
    }
}
