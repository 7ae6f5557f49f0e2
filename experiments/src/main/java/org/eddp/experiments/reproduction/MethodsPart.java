package org.eddp.experiments.reproduction;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.experiments.reproduction.PartResult.Link;
import org.eddp.files.AtomicFile;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.labels.Labels;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.metrics.Comparison;
import org.eddp.report.metrics.ComparisonReport;
import org.eddp.run.Run;
import org.eddp.study.BaselineSuite;
import org.eddp.study.Steps;
import org.eddp.study.measure.InfluenceStudy;
import org.eddp.study.measure.Labelling;
import org.eddp.study.measure.RunComparison;

/** Both variants and every other method: labels, metrics, categories, influence. */
final class MethodsPart implements Reproduction.Part {
    @Override
    public String name() {
        return "methods";
    }

    @Override
    public String title() {
        return "Methods compared";
    }

    @Override
    public PartResult run(Protocol protocol) {
        List<Comparison> comparisons = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<Labels> labels = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        for (int number : protocol.concepts()) {
            List<Path> runs = new ArrayList<>();
            for (Variant variant : List.of(Variant.U, Variant.C)) {
                runs.add(pairs(protocol, number, variant));
            }
            runs.addAll(others(protocol, number, runs, leftOut));
            Comparison comparison = RunComparison.of(runs, 0, protocol.observer());
            comparisons.add(comparison);
            comparison.rows().forEach(row -> names.add(row.name()));
            runs.forEach(run -> labels.add(labels(run)));
            links.add(page(protocol, number, comparison, runs));
        }
        if (!protocol.linear()) {
            leftOut.add(
                    "SDC, SCDP, and I1 of other methods: the head is more than pooling and one linear layer, so that"
                            + " the network would be asked about every image once per noise vector.");
        }
        leftOut.add("M, the monosemanticity of crops: it needs an encoder of images (eddp evaluate --embedder).");
        return new PartResult(
                title(),
                text(protocol, comparisons),
                tables(protocol, comparisons, names, labels),
                List.of(),
                links,
                leftOut.stream().distinct().toList());
    }

    /** A learned run with labels, metrics and tested influence. */
    private static Path pairs(Protocol protocol, int number, Variant variant) {
        Path run = protocol.run(number, variant);
        var commands = protocol.commands(number);
        Request learn = commands.learn(run, variant, org.eddp.study.PresetChanges.NONE);
        protocol.steps()
                .learn(
                        protocol.set(),
                        run,
                        protocol.learning(number).withVariant(variant).withRequest(learn));
        protocol.steps().evaluate(run, protocol.opened(commands.evaluate(run)), protocol.evaluation());
        boolean patterns = variant == Variant.C && !labels(run).concepts().isEmpty();
        InfluenceStudy.Options how = InfluenceStudy.Options.of(
                        protocol.options().seed())
                .withTested(protocol.linear())
                .withDataset(patterns ? protocol.options().dataset() : null);
        Steps.Step step = new Steps.Step("influence")
                .with("run", run)
                .with("features", protocol.set().folder())
                .with("seed", protocol.options().seed());
        step = protocol.linear() ? step : step.with("no-test", "");
        step = patterns ? step.with("dataset", protocol.options().dataset()) : step;
        protocol.steps().influence(run, protocol.opened(protocol.observer().request(step)), how);
        return run;
    }

    /** The other methods; all runs are measured alike. */
    private static List<Path> others(Protocol protocol, int number, List<Path> ours, List<String> leftOut) {
        ReproductionOptions options = protocol.options();
        BaselineSuite.Options how = BaselineSuite.Options.of(number)
                .withDataset(options.dataset())
                .withNetwork(options.network())
                .withSeed(options.seed())
                .withThreads(options.threads());
        List<Path> others = BaselineSuite.fit(
                protocol.set(),
                protocol.runs(number),
                how,
                protocol.observer(),
                (method, why) -> leftOut.add(method.label() + ": " + why + "."));
        List<Path> all = new ArrayList<>(ours);
        all.addAll(others);
        BaselineSuite.judge(protocol.set(), all, how, protocol.observer());
        return others;
    }

    static Labels labels(Path folder) {
        try (Run run = Run.open(folder)) {
            return Labelling.labels(run);
        }
    }

    private static Link page(Protocol protocol, int number, Comparison comparison, List<Path> runs) {
        Path page = protocol.runs(number).resolve("table.html");
        String command = protocol.observer()
                .request(new Steps.Step("baselines")
                        .with("run", runs.get(0) + "," + runs.get(1))
                        .with("dataset", protocol.options().dataset())
                        .with("seed", protocol.options().seed())
                        .with("out", protocol.runs(number)))
                .command();
        AtomicFile.writeString(page, ComparisonReport.html(comparison, runs, command, protocol.observer()));
        Path folder = protocol.runs(number);
        comparison.write(folder.resolve("table.json"), folder.resolve("table.csv"), folder.resolve("table.tex"));
        return new Link(protocol.relative(page), "All methods with " + number + " directions, detector by detector");
    }

    private static List<String> text(Protocol protocol, List<Comparison> comparisons) {
        List<String> text = new ArrayList<>();
        for (int k = 0; k < comparisons.size(); k++) {
            if (comparisons.size() > 1) {
                text.add("With " + protocol.concepts().get(k) + " concepts:");
            }
            text.addAll(Standing.of(comparisons.get(k)).text());
        }
        return text;
    }

    private static List<ResultTable> tables(
            Protocol protocol, List<Comparison> comparisons, List<String> names, List<Labels> labels) {
        var paper = protocol.options().paper();
        List<ResultTable> tables = new ArrayList<>();
        tables.add(Standing.of(comparisons.get(0)).table());
        String title = "Coverage, redundancy, interpretability and influence of every method ("
                + labels.get(0).dataset() + ")";
        ResultTable methods = MethodTables.methods(title, comparisons);
        tables.add(protocol.paper().beside(methods, "methods", paper));
        tables.add(protocol.paper().beside(MethodTables.categories(comparisons), "categories", paper));
        tables.add(MethodTables.apart(names, labels));
        tables.add(InfluenceTable.of(protocol));
        return tables;
    }
}
