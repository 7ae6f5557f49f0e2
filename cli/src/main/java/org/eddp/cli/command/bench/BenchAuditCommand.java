package org.eddp.cli.command.bench;

import java.nio.file.Path;
import org.eddp.cli.command.experiment.WorldConsole;
import org.eddp.cli.option.JsonOption;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.option.OutputFolder;
import org.eddp.cli.option.Threads;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.experiments.audit.AuditBenchmark;
import org.eddp.experiments.audit.AuditBenchmarkOptions;
import org.eddp.experiments.audit.AuditBenchmarkResults;
import org.eddp.failure.InvalidInput;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.tensor.Workers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp bench audit}: does the audit find flaws that were planted, and is it silent where there are none? */
@Command(
        name = "audit",
        header = "The audit against flaws that were planted.",
        description = {
            "Every seed chooses classes and plants one flaw: a share of the training pictures of one class shows a"
                    + " mark (a card, a logo, a frame, a texture, JPEG blocks). A linear head on the network's pooled"
                    + " features learns from these pictures, and another one from the same pictures without the mark: the"
                    + " clean twin. Direction pairs are learned without labels. Then the audit ranks all pairs of a"
                    + " concept and a class.",
            "Prints how often the flaw is first and within the first three, false alarms on clean twins, the same for"
                    + " simpler rankings and other directions, and how much of the supervised repair the first suggestion"
                    + " regains.",
            "Finished networks stay in the folder and are not made again."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp bench audit --network model.onnx --preprocess keras --images pets --category breed --seeds 20",
            "  ./eddp bench audit --world --seeds 8",
            "  ./eddp bench audit --chess --seeds 3"
        })
final class BenchAuditCommand extends PrintingCommand {
    @Mixin
    private SubjectOptions subjects;

    @Option(
            names = "--world",
            description =
                    "Scenes of the drawn world instead of --network and --images, with an object, a tint, a frame or a"
                            + " texture on one class. Trains the network of eddp world --quick first, in the folder"
                            + " 'world' of --out.")
    private boolean world;

    @Option(
            names = "--chess",
            description =
                    "Drawn chess pieces instead of --network and --images: whole networks are trained, and a word is"
                            + " written on some of the rooks.")
    private boolean chess;

    @Mixin
    private AuditSizeOptions size;

    @Option(names = "--seed", paramLabel = "S", description = "The first seed (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(names = "--seeds", paramLabel = "N", description = "Seeds of each network (default: ${DEFAULT-VALUE}).")
    private int seeds = 1;

    @Option(
            names = "--runs",
            description = "Also write every network as a run that other commands can open (ONNX files only).")
    private boolean runs;

    @NotRecorded
    @Option(names = "--out", paramLabel = "DIR", description = "Folder of the results (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("runs", "bench-audit");

    @Mixin
    private JsonOption json;

    @Mixin
    private Threads threads;

    @Override
    public Integer call() {
        if ((world ? 1 : 0) + (chess ? 1 : 0) + (subjects.any() ? 1 : 0) != 1
                || subjects.any() && !subjects.complete()) {
            throw new InvalidInput("give --network and --images, or --world, or --chess");
        }
        Console console = new Console();
        AuditBenchmarkOptions.Size asked = size.size(chess);
        AuditBenchmarkOptions options = new AuditBenchmarkOptions(pictures(console), asked, seed, seeds, runs);
        try (Workers workers = new Workers(threads.count())) {
            AuditBenchmark benchmark = new AuditBenchmark(options, workers);
            try (OutputFolder folder = OutputFolder.takeWithResults(out)) {
                AuditBenchmarkResults results = benchmark.run(folder.path(), console);
                out().print(results.text());
                json.write(results);
            } catch (Stopped e) {
                throw new Stopped(e.getMessage() + "; finished networks are kept, repeat the command to continue");
            }
        }
        return 0;
    }

    private AuditBenchmarkOptions.Pictures pictures(Console console) {
        if (chess) {
            return AuditBenchmarkOptions.Chess.USUAL;
        }
        if (world) {
            return AuditBenchmarkOptions.World.of(
                    SubjectOptions.world(out, threads.count(), new WorldConsole(spec.root(), threads.count(), out())));
        }
        return new AuditBenchmarkOptions.Photographs(subjects.subjects(console), subjects.photographs(), size.kinds());
    }
}
