package org.eddp.cli.command.use;

import java.nio.file.Path;
import java.util.Locale;
import org.eddp.cli.option.NotRecorded;
import org.eddp.cli.terminal.Console;
import org.eddp.cli.terminal.PrintingCommand;
import org.eddp.failure.InvalidInput;
import org.eddp.run.Run;
import org.eddp.study.CropExport;
import org.eddp.study.Naming;
import org.eddp.words.GivenNames;
import org.eddp.words.WordNames;
import org.eddp.words.WordNames.WordAgreement;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp name}: names for concepts without annotated masks. */
@Command(
        name = "name",
        header = "Names for the concepts of a run without annotated masks: by words, or by hand.",
        description = {
            "By words: crops the regions on which each detector fires, and embeds them. The best word by"
                    + " soft weighted pointwise mutual information is the name, if shuffled examples do not fit any"
                    + " word as well. Writes words.json into the run.",
            "By hand: --export-crops writes pictures and a table to fill in, --import reads the filled table"
                    + " (given-names.json). Names carry their source. A name by hand has priority over a name by masks"
                    + " (eddp label), and that over a name by words."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp name --run runs/photos --images photos --image-encoder vision.onnx --words words.txt"
                    + " --word-embeddings words.safetensors",
            "  ./eddp name --run runs/photos --image-encoder vision.onnx --words words.txt --text-encoder text.onnx"
                    + " --tokenizer tokenizer.json",
            "  ./eddp name --run runs/photos --export-crops crops",
            "  ./eddp name --run runs/photos --import crops/names.csv"
        })
final class NameCommand extends PrintingCommand {
    private static final int SHOWN = 40;

    @Mixin
    private RunOptions options;

    @Mixin
    private WordOptions words;

    @NotRecorded
    @Option(
            names = "--export-crops",
            paramLabel = "DIR",
            description = "Write crops of the regions on which detectors fire, and names.csv to fill in.")
    private Path crops;

    @Option(
            names = "--import",
            paramLabel = "FILE",
            description = "Read names from a table with the columns concept and name.")
    private Path table;

    @Override
    public Integer call() {
        if (crops != null && table != null || (crops != null || table != null) && words.given()) {
            throw new InvalidInput(
                    "--export-crops, --import and names by words (--image-encoder) are three things; do one at a time");
        }
        Console console = new Console();
        try (Run run = options.open(console)) {
            if (crops != null) {
                int written = CropExport.run(run, crops, words.examples(), words.context(), console);
                out().println(written + " pictures in " + crops + "; fill in the column name of "
                        + crops.resolve(CropExport.TABLE) + " and take it over with --import");
            } else if (table != null) {
                GivenNames given = Naming.byHand(run, table);
                options.write(given);
                given.names()
                        .forEach(name -> out().println(
                                        run.conceptNames().of(name.number()).inFull()));
                out().println(given.names().size() + " of " + run.directions().concepts()
                        + " concepts have a name by hand");
            } else {
                Naming.Options asked = words.naming(console);
                WordNames found = Naming.byWords(run, asked, console);
                options.write(found);
                print(found);
                Naming.agreement(run, found, asked.words()).ifPresent(this::print);
            }
        }
        return 0;
    }

    private void print(WordNames names) {
        out().printf(
                        "%7s  %-24s %8s %7s  %-24s %7s %10s %8s%n",
                        "concept", "name", "score", "p", "second opinion", "clarity", "redundancy", "polysem.");
        for (WordNames.ConceptWords concept :
                names.surestFirst().stream().limit(SHOWN).toList()) {
            out().printf(
                            Locale.ROOT,
                            "%7d  %-24s %8.2f %7.3f  %-24s %7s %10s %8s%n",
                            concept.number(),
                            (concept.significant() ? "" : "closest word: ")
                                    + concept.best().word(),
                            concept.best().score(),
                            concept.best().p(),
                            concept.agreed() ? "the same" : concept.secondOpinion(),
                            number(concept.clarity()),
                            number(concept.redundancy()),
                            number(concept.polysemanticity()));
        }
        long worded = names.concepts().stream().filter(c -> c.best() != null).count();
        if (worded > SHOWN) {
            out().println("... and " + (worded - SHOWN) + " more; all are in words.json");
        }
        out().printf(
                        "%n%d of %d detectors have a word that fits better than chance; for %d of them both ways of"
                                + " choosing agree%n",
                        names.named(),
                        names.concepts().size(),
                        names.concepts().stream()
                                .filter(c -> c.significant() && c.agreed())
                                .count());
    }

    private void print(WordAgreement agreement) {
        out().printf(
                        "of %d detectors whose label by masks is one of the words, %d are called by it, %d by a word"
                                + " that is true of them by masks; %d have their label among the candidates, and %d a true"
                                + " word as second opinion%n",
                        agreement.detectors(),
                        agreement.first(),
                        agreement.right(),
                        agreement.among(),
                        agreement.second());
    }

    private static String number(Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.2f", value);
    }
}
