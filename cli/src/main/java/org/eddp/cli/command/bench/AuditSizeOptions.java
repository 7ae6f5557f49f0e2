package org.eddp.cli.command.bench;

import java.util.List;
import org.eddp.experiments.audit.AuditBenchmarkOptions;
import org.eddp.experiments.audit.AuditBenchmarkOptions.Size;
import org.eddp.experiments.marks.MarkKind;
import picocli.CommandLine.Option;

/** How large a trial of {@code eddp bench audit} is. */
final class AuditSizeOptions {
    @Option(
            names = "--kinds",
            split = ",",
            paramLabel = "KIND",
            description =
                    "Kinds of marks on photographs, which seeds take in turn: ${COMPLETION-CANDIDATES} (default: card,"
                            + " logo, frame, texture, jpeg).")
    private List<MarkKind> kinds = AuditBenchmarkOptions.Photographs.KINDS;

    @Option(
            names = "--rates",
            split = ",",
            paramLabel = "PERCENT",
            description =
                    "Shares of the class that show the mark, each in a network of its own (default: 100,50,20; 100 with"
                            + " --quick).")
    private List<Integer> rates;

    @Option(
            names = "--classes",
            paramLabel = "N",
            description = "Classes of photographs, chosen by the seed (default: 10; 5 with --quick).")
    private Integer classes;

    @Option(
            names = "--per-class",
            paramLabel = "N",
            description = "Photographs of a class to learn from at most (default: 51).")
    private Integer pictures;

    @Option(
            names = "--concepts",
            paramLabel = "I",
            description = "Direction pairs (default: 32; 12 with --quick; 6 with --chess).")
    private Integer concepts;

    @Option(
            names = "--others",
            paramLabel = "N",
            description =
                    "Number of seeds, from the first, for which the natural basis, PCA, NMF, a sparse autoencoder and"
                            + " ICA go through the audit too (default: 5; 0 with --quick).")
    private Integer others;

    @Option(names = "--quick", description = "A small trial without other directions, to see that everything works.")
    private boolean quick;

    /** Kinds of marks on photographs. */
    List<MarkKind> kinds() {
        return kinds;
    }

    /** The requested size. */
    Size size(boolean chess) {
        Size any = quick ? Size.QUICK : Size.USUAL;
        Size usual = chess ? any.ofChess() : any;
        return usual.withClasses(classes == null ? usual.classes() : classes)
                .withPictures(pictures == null ? usual.pictures() : pictures)
                .withConcepts(concepts == null ? usual.concepts() : concepts)
                .withOthers(others == null ? usual.others() : others)
                .withPercents(rates == null ? usual.percents() : rates);
    }
}
