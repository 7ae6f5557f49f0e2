package org.eddp.cli.command.bench;

import org.eddp.experiments.truth.TruthBenchmark.TruthOptions;
import org.eddp.learning.LearnOptions.Scaling;
import picocli.CommandLine.Option;

/** How large a trial of {@code eddp bench truth} is, and how its learning starts. */
final class TruthSizeOptions {
    @Option(
            names = "--classes",
            paramLabel = "N",
            description =
                    "Classes of a trial, chosen by the seed (default: 10; 5 with --quick; always 4 with --world).")
    private Integer classes;

    @Option(
            names = "--marks",
            paramLabel = "N",
            description =
                    "Kinds of marks of a trial, each on a class of its own (default: 4; 2 with --quick; at most 3 with"
                            + " --world).")
    private Integer marks;

    @Option(names = "--concepts", paramLabel = "I", description = "Direction pairs (default: 24; 12 with --quick).")
    private Integer concepts;

    @Option(
            names = "--pairs",
            paramLabel = "N",
            description = "Largest number of explained test pictures per cause (default: 40; 10 with --quick).")
    private Integer pairs;

    @Option(
            names = "--standardise",
            paramLabel = "KIND",
            description = "How step (a) of learning standardises features, as in eddp learn (default: principal).")
    private Scaling standardise;

    @Option(names = "--quick", description = "A small trial, to see that everything works.")
    private boolean quick;

    TruthOptions.Size size(boolean world) {
        TruthOptions.Size any = quick ? TruthOptions.Size.QUICK : TruthOptions.Size.USUAL;
        TruthOptions.Size usual = world ? any.ofWorld() : any;
        return usual.withClasses(classes == null ? usual.classes() : classes, marks == null ? usual.marks() : marks)
                .withConcepts(concepts == null ? usual.concepts() : concepts)
                .withPairs(pairs == null ? usual.pairs() : pairs)
                .withStandardise(standardise == null ? usual.standardise() : standardise);
    }
}
