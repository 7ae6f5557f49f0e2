package org.eddp.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.files.Folders;
import org.eddp.files.Json;
import org.eddp.influence.Influence;
import org.eddp.influence.InfluenceOptions;
import org.eddp.influence.InfluenceResults;
import org.eddp.influence.InfluenceStudy;
import org.eddp.influence.PatternComparison;
import org.eddp.influence.Perturbation;
import org.eddp.influence.Sensitivity;
import org.eddp.network.LinearReadout;
import org.eddp.report.ResultPages;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp influence}: which concepts move which class. */
@Command(
        name = "influence",
        header = "Which concepts move which class, and whether that could be chance.",
        mixinStandardHelpOptions = true,
        description = {
            "Moves the features of many images along the signal vector of every concept and counts how often each class"
                    + " becomes likelier (RCAV: +1 always, -1 never). Compares every score with those of noise signal"
                    + " vectors from classifiers of permuted labels.",
            "With the annotated dataset of a labelled run, also compares signal vectors with Pattern-CAVs (I2).",
            "Writes influence.safetensors and influence.json into the run, and a diagram per class."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp influence --run runs/photos --class-names imagenet-classes.txt",
            "  ./eddp influence --run runs/broden --dataset broden1_224",
            "  ./eddp influence --run runs/photos --images other-photos --class cock --class-names imagenet-classes.txt"
        })
final class InfluenceCommand implements Callable<Integer> {
    private static final int SHOWN_CONCEPTS = 3;

    @Mixin
    private RunOptions options;

    @Option(
            names = "--images",
            paramLabel = "DIR",
            description = "Ask about these images (default: those of the feature set).")
    private Path images;

    @Option(
            names = "--class",
            split = ",",
            paramLabel = "K",
            description = "Classes to show, by number or name (default: the most affected ones).")
    private List<String> classes;

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "Number of classes to show without --class (default: ${DEFAULT-VALUE}).")
    private int top = 6;

    @Option(
            names = "--strength",
            paramLabel = "X",
            description = "Length of the step, alpha (default: ${DEFAULT-VALUE}).")
    private double strength = Perturbation.DEFAULT.strength();

    @Option(
            names = "--tensor-normalised",
            description = "The steps of all patches together have that length, as in RCAV's own code, instead of each.")
    private boolean tensorNormalised;

    @Option(
            names = "--noise",
            paramLabel = "N",
            description = "Noise signal vectors per concept (default: ${DEFAULT-VALUE}).")
    private int noise = 100;

    @Option(names = "--no-test", description = "Scores only, no test of significance.")
    private boolean noTest;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of the test (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Mixin
    private PatternOptions patterns;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder of the diagrams (default: figures in the run).")
    private Path out;

    @Override
    public Integer call() {
        InfluenceOptions how = how();
        OpenRun run = options.open();
        Path figures =
                Folders.prepare("--out", out != null ? out : options.folder().resolve("figures"));
        FeatureSet set = run.features(options.features());
        PatternOptions.Request asks = patterns.request(options.folder(), set);
        options.classNames().compare(set.info().classes());
        ClassTable table = new ClassTable(options.classNames(), options.conceptNames());
        List<Integer> chosen = classes == null
                ? null
                : classes.stream()
                        .map(c -> options.classNames()
                                .parse("--class", c, set.info().classes()))
                        .distinct()
                        .toList();
        try (Scope scope = Scope.open();
                Workers workers = new Workers(options.threads());
                OpenNetwork network = new OpenNetwork(options)) {
            FeatureSet asked = images == null ? set : network.extract(images, workers);
            LinearReadout readout = set.readout().orElse(null);
            Measured measured = measure(run, set, asked, readout, network, how, asks, workers);
            Influence influence = measured.influence();
            influence.write(options.folder().resolve("influence.safetensors"), how);
            List<Integer> shown = chosen != null ? chosen : table.mostAffected(influence, top);
            InfluenceResults results = new InfluenceResults(
                    options.command(),
                    options.digest(),
                    images == null ? "those of the feature set" : images.toString(),
                    how,
                    !noTest,
                    readout != null,
                    influence.summary(),
                    measured.patterns(),
                    shown.stream()
                            .map(k -> table.of(influence, k, readout, run.directions()))
                            .toList());
            Json.write(options.folder().resolve("influence.json"), results);
            print(results);
            draw(results, figures);
            if (options.json() != null) {
                Json.write(options.json(), results);
            }
        }
        return 0;
    }

    private InfluenceOptions how() {
        if (top < 1) {
            throw new IllegalArgumentException("--top " + top + " must be at least 1");
        }
        InfluenceOptions usual = InfluenceOptions.of(seed);
        InfluenceOptions.Noise n = usual.noise();
        return new InfluenceOptions(
                new Perturbation(strength, tensorNormalised ? Perturbation.Norm.TENSOR : Perturbation.Norm.CELL),
                new InfluenceOptions.Noise(noise, n.samples(), n.epochs(), n.rate(), n.group(), n.seed()),
                usual.significance());
    }

    /** Scores of signal vectors, and the comparison with Pattern-CAVs or null. */
    private record Measured(Influence influence, PatternComparison patterns) {}

    private Measured measure(
            OpenRun run,
            FeatureSet set,
            FeatureSet asked,
            LinearReadout readout,
            OpenNetwork network,
            InfluenceOptions how,
            PatternOptions.Request asks,
            Workers workers) {
        if (readout == null) {
            System.err.println("the head is more than one linear layer: every score goes through the network");
        }
        Head head = readout == null ? network.head(asked) : Head.of(readout, asked.grid());
        try (Sensitivity sensitivity = Sensitivity.of(head, asked, how.perturbation(), workers)) {
            return both(run, set, sensitivity, how, asks, workers);
        }
    }

    private Measured both(
            OpenRun run,
            FeatureSource source,
            Sensitivity sensitivity,
            InfluenceOptions how,
            PatternOptions.Request asks,
            Workers workers) {
        Influence influence = test(run, source, sensitivity, how, workers);
        return new Measured(influence, asks == null ? null : asks.compare(sensitivity, influence.scores(), workers));
    }

    private Influence test(
            OpenRun run, FeatureSource source, Sensitivity sensitivity, InfluenceOptions how, Workers workers) {
        if (noTest) {
            Matrix scores = sensitivity.scores(run.directions().signals());
            Matrix none = new Matrix(scores.rows(), scores.columns());
            return new Influence(scores, none, new long[scores.rows()], none.copy(), sensitivity.images());
        }
        try (Progress progress = new Progress("influence", run.directions().concepts())) {
            return InfluenceStudy.run(
                    source, run.directions(), sensitivity, how, workers, new ProgressMonitor(progress));
        }
    }

    private void print(InfluenceResults results) {
        Influence.Summary summary = results.summary();
        System.out.printf(
                "%d concepts, %d classes, %d images%n", summary.concepts(), summary.classes(), summary.images());
        if (results.tested()) {
            System.out.printf(
                    "SDC   %8d  concepts with significant influence on a class%n", summary.significantDirections());
            System.out.printf(
                    "SCDP  %8d  (class, concept) pairs with significant influence%n", summary.significantPairs());
        }
        System.out.printf(Locale.ROOT, "I1    %8.3f  mean size of influence%n", summary.meanInfluence());
        if (results.patterns() != null) {
            System.out.printf(
                    Locale.ROOT,
                    "I2    %8.3f  share of pairs where the Pattern-CAV of a label has more influence than its signal vectors,"
                            + " over %d labels%n",
                    results.patterns().influence(),
                    results.patterns().labels());
        }
        if (summary.untested() > 0 && results.tested()) {
            System.out.println(summary.untested()
                    + " concepts could not be tested: they have no signal vector, or fire on too few patches");
        }
        System.out.println();
        for (InfluenceResults.ClassInfluence of : results.classes()) {
            System.out.println("class " + of.label()
                    + (results.tested() ? ": " + of.significant() + " significant concepts" : ""));
            row("for", of, 1);
            row("against", of, -1);
        }
        if (results.tested()) {
            System.out.println("(* significant)");
        }
    }

    private static void row(String name, InfluenceResults.ClassInfluence of, int sign) {
        List<String> parts = of.concepts().stream()
                .filter(s -> Math.signum(s.score()) == sign)
                .limit(SHOWN_CONCEPTS)
                .map(s ->
                        String.format(Locale.ROOT, "%s (%+.2f%s)", s.concept(), s.score(), s.significant() ? "*" : ""))
                .toList();
        System.out.printf("  %-8s %s%n", name, parts.isEmpty() ? "none" : String.join(", ", parts));
    }

    private static void draw(InfluenceResults results, Path figures) {
        for (InfluenceResults.ClassInfluence of : results.classes()) {
            String name = "influence-" + FileNames.of(of.label().toString());
            FigureFiles.write(figures, name, ResultPages.diagram(of, results.tested()));
            System.out.println("Diagram: " + figures.resolve(name + ".svg"));
        }
    }
}
