package org.eddp.cli.command.use;

import java.nio.file.Path;
import java.util.Locale;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.run.Run;
import org.eddp.study.NetworkExport;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp export}: a network file with concepts as further outputs. */
@Command(
        name = "export",
        header = "The network with concepts as further outputs, as an ONNX file.",
        description = {
            "Adds outputs to the network: the score of every concept on every patch (concept_scores),"
                    + " whether its detector fires there (concept_presence) and on how many patches (concept_patches),"
                    + " and what it adds to the logit of the predicted class (concept_contributions). The network's own"
                    + " outputs stay as they are and come first. Any program that runs ONNX can then show explanations"
                    + " without eddp.",
            "Contributions are those of eddp explain: by how much the logit falls when the concept is taken out. They"
                    + " need a head of pooling and one linear layer; other heads get scores and presence. Names of"
                    + " concepts and classes, the layer, the preprocessing and the digest of the directions are notes in"
                    + " the file (metadata eddp.concepts and eddp.preprocessing)."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp export --run runs/photos --out with-concepts.onnx",
            "  ./eddp export --run runs/photos --out with-concepts.onnx --maps --class-names imagenet-classes.txt"
        })
final class ExportCommand extends PrintingCommand {
    @Mixin
    private RunOptions options;

    @NotRecorded
    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The ONNX file to write.")
    private Path out;

    @Option(
            names = "--maps",
            description = "Also what every patch adds to the predicted class through every concept (concept_maps).")
    private boolean maps;

    @Override
    public Integer call() {
        NetworkExport.Options settings = NetworkExport.Options.of(out).withMaps(maps);
        Console console = new Console();
        try (Run run = options.open(console)) {
            NetworkExport.Result result = NetworkExport.run(run, settings, console);
            out().println("Network: " + out);
            result.notes()
                    .outputs()
                    .forEach(output -> out().printf(Locale.ROOT, "%-22s %s%n", output.name(), output.shape()));
            options.write(result);
            return !result.contributions() || agrees(result.agreement()) ? 0 : ExitCode.SOFTWARE;
        }
    }

    private boolean agrees(NetworkExport.Agreement agreement) {
        out().printf(
                        Locale.ROOT,
                        "contributions of the file and of eddp explain differ by at most %.1e (the largest is %.3g; on"
                                + " %d %s)%n",
                        agreement.difference(),
                        agreement.largest(),
                        agreement.images(),
                        agreement.noise() ? "images of noise" : "pictures of the run");
        if (!agreement.isRounding()) {
            System.err.println("this is more than rounding; do not rely on the contributions of this file");
        }
        return agreement.isRounding();
    }
}
