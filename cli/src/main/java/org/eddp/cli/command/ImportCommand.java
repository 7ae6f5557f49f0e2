package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.option.OutputFolder;
import org.eddp.cli.option.Threads;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.dictionaries.DictionaryFormat;
import org.eddp.features.FeatureSet;
import org.eddp.study.DictionaryImport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eddp import}: directions that were trained elsewhere, as a run that every later command takes. */
@Command(
        name = "import",
        header = "Directions trained by another program, as a run for all later commands.",
        description = {
            "Sparse autoencoders, probes and factorisations: the encoder becomes detectors, the decoder"
                    + " signal vectors. Thresholds and signal vectors that the file does not have are computed from the"
                    + " features; the command lists them.",
            "Formats: safetensors (named arrays, also directions.safetensors of a run and state dicts of"
                    + " torch.save), npy (.npy files named after their arrays, or .npz), overcomplete and saev"
                    + " (checkpoints of these libraries). Pickles are not executed: the command reads only tensors from"
                    + " them."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp import --format safetensors sae.safetensors --features features/photos --out runs/sae",
            "  ./eddp import --format npy W_enc.npy b_enc.npy W_dec.npy --features features/photos",
            "  ./eddp import --format saev sae.pt --features features/photos"
        })
final class ImportCommand extends PrintingCommand {
    @Parameters(paramLabel = "FILE", arity = "1..*", description = "File with the dictionary, or several.")
    private List<Path> files;

    @Option(
            names = "--format",
            required = true,
            paramLabel = "NAME",
            description = "safetensors, npy, overcomplete or saev.")
    private String format;

    @Option(
            names = "--features",
            required = true,
            paramLabel = "DIR",
            description = "Feature set of the layer that the dictionary was trained on.")
    private Path features;

    @Mixin
    private ArrayNameOptions names;

    @Option(
            names = "--subtract-decoder-bias",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            description =
                    "The encoder subtracts the decoder's bias from the features before it reads them (default: no;"
                            + " saev: as its schema did).")
    private Boolean subtractBias;

    @Option(
            names = "--top-k",
            paramLabel = "K",
            description = "Only the K largest units fire on a patch (default: any number; saev: as its header says).")
    private Integer largest;

    @Option(
            names = "--share",
            paramLabel = "X",
            description =
                    "Share of the patches on which every detector fires (default: the dictionary's own thresholds;"
                            + " 0.005 where it has none).")
    private Double share;

    @Option(
            names = "--network",
            paramLabel = "FILE",
            description = "The network (default: where it was when features were extracted).")
    private Path network;

    @NotRecorded
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of the run (default: a new folder runs/FORMAT, runs/FORMAT-2, ...).")
    private Path out;

    @NotRecorded
    @Option(names = "--overwrite", description = "Replace the results in a folder that is not empty.")
    private boolean overwrite;

    @Mixin
    private Threads threads;

    @Override
    public Integer call() {
        DictionaryFormat kind = DictionaryFormat.named(format);
        DictionaryImport.Options options = DictionaryImport.Options.of(kind, files.toArray(Path[]::new))
                .withNames(names.names())
                .withSubtractBias(subtractBias)
                .withLargest(largest)
                .withShare(share)
                .withNetwork(network)
                .withThreads(threads.count())
                .withRequest(CommandText.of(spec));
        FeatureSet set = FeatureSet.open(features);
        try (OutputFolder folder = OutputFolder.take(out, Path.of("runs", kind.label()), overwrite)) {
            print(folder.path(), DictionaryImport.run(set, folder.path(), options, new Console()));
        }
        return 0;
    }

    private void print(Path folder, DictionaryImport.Result result) {
        result.derived().forEach(line -> out().println("  " + line));
        out().printf(
                        Locale.ROOT,
                        "%s: %d directions, coverage %.3f, redundancy %.3f%n",
                        folder,
                        result.concepts(),
                        result.clustering().coverage(),
                        result.clustering().redundancy());
    }
}
