package org.eddp.experiments.reproduction;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eddp.baselines.BaselineMethod;
import org.eddp.experiments.reproduction.ResultTable.Line;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.influence.InfluenceResults;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.metrics.Comparison;
import org.eddp.metrics.Comparison.Column;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.BaselineStudy;
import org.eddp.study.Steps;
import org.eddp.study.measure.Evaluation;
import org.eddp.study.measure.RunComparison;

/** Variant C beside directions that are learned with supervision, for the labels of its detectors. */
final class SupervisionPart implements Reproduction.Part {
    /** Without I1, which the paper does not compare here. */
    private static final List<Column> COLUMNS = List.of(
            Column.COVERAGE,
            Column.REDUNDANCY,
            Column.PRECISION,
            Column.RECALL,
            Column.F1,
            Column.AP,
            Column.S1,
            Column.S2,
            Column.MEAN_IOU);

    @Override
    public String name() {
        return "supervision";
    }

    @Override
    public String title() {
        return "Beside supervision";
    }

    @Override
    public PartResult run(Protocol protocol) {
        Path ours = protocol.run(protocol.first(), Variant.C);
        if (MethodsPart.labels(ours).concepts().isEmpty()) {
            return PartResult.leftOut(
                    title(), "The comparison with supervision: no detector of variant C is interpretable.");
        }
        List<Comparison.Row> rows = new ArrayList<>();
        for (BaselineMethod method : List.of(BaselineMethod.IBD, BaselineMethod.PCAV)) {
            Path run = taught(protocol, method, ours);
            rows.add(RunComparison.row(run, method.label().toUpperCase(Locale.ROOT), protocol.observer()));
        }
        List<String> names = List.of("EDDP", "EDDP - Linear OR", "EDDP - with sup thres");
        List<Comparison.Row> own = own(protocol, ours);
        for (int k = 0; k < own.size(); k++) {
            rows.add(named(own.get(k), names.get(k)));
        }
        ResultTable table = protocol.paper()
                .beside(
                        table(new Comparison(rows, 0)),
                        "supervised",
                        protocol.options().paper());
        List<String> leftOut = new ArrayList<>();
        List<String> text = new ArrayList<>();
        patterns(ours)
                .ifPresentOrElse(
                        known -> text.add(String.format(
                                Locale.ROOT,
                                "I2 is %.2f (the paper: 0.34): above 0.5, Pattern-CAVs of %d labels would have more influence"
                                        + " than signal vectors with the same labels.",
                                known.influence(),
                                known.labels())),
                        () -> leftOut.add("I2: influence was not compared with that of Pattern-CAVs."));
        return new PartResult(title(), text, List.of(table), List.of(), List.of(), leftOut);
    }

    private static Optional<InfluenceResults.PatternComparison> patterns(Path folder) {
        try (Run run = Run.open(folder)) {
            return run.read(Results.INFLUENCE).map(InfluenceResults::patterns);
        }
    }

    /** A run that is taught the labels of ours, each detector measured for the concept that it was taught. */
    private static Path taught(Protocol protocol, BaselineMethod method, Path ours) {
        ReproductionOptions options = protocol.options();
        Path run = protocol.runs(protocol.first()).resolve("supervised").resolve(method.label());
        if (!Run.isFinished(run)) {
            Request request = protocol.observer()
                    .request(new Steps.Step("baseline")
                            .with("features", protocol.set().folder())
                            .with("method", method.label())
                            .with("dataset", options.dataset())
                            .with("labels-of", ours)
                            .with("seed", options.seed())
                            .with("overwrite", "")
                            .with("out", run));
            BaselineStudy.Options how = BaselineStudy.Options.of(method)
                    .withDataset(options.dataset())
                    .withLabelsOf(ours)
                    .withNetwork(options.network())
                    .withSeed(options.seed())
                    .withThreads(options.threads())
                    .withRequest(request);
            protocol.steps()
                    .run(
                            request,
                            () -> protocol.observer()
                                    .fitted(run, BaselineStudy.run(protocol.set(), run, how, protocol.observer())));
        }
        Request request =
                protocol.observer().request(evaluate(run, options.dataset()).with("taught-labels", ""));
        protocol.steps()
                .evaluate(run, protocol.opened(request), protocol.evaluation().withTaughtLabels(true));
        return run;
    }

    private static Steps.Step evaluate(Path run, Path dataset) {
        return new Steps.Step("evaluate").with("run", run).with("dataset", dataset);
    }

    /** Our run as it is, with detectors of one label combined, and with thresholds chosen with labels. */
    private static List<Comparison.Row> own(Protocol protocol, Path ours) {
        Request request = protocol.observer()
                .request(evaluate(ours, protocol.options().dataset())
                        .with("linear-or", "")
                        .with("supervised-thresholds", ""));
        Evaluation.Options how = protocol.evaluation().withLinearOr(true).withSupervisedThresholds(true);
        List<Comparison.Row> rows = new ArrayList<>();
        try (Run run = Run.open(ours, protocol.opened(request), protocol.observer())) {
            protocol.steps().run(request, () -> rows.addAll(Evaluation.run(run, how, protocol.observer())));
        }
        return rows;
    }

    private static Comparison.Row named(Comparison.Row row, String name) {
        return new Comparison.Row(name, row.concepts(), row.metrics());
    }

    private static ResultTable table(Comparison comparison) {
        List<String> headings = new ArrayList<>(List.of("Method"));
        COLUMNS.forEach(column -> headings.add(MethodTables.heading(column)));
        List<Line> lines = comparison.rows().stream()
                .map(row -> MethodTables.line(List.of(row.name()), comparison, row, COLUMNS))
                .toList();
        return ResultTable.of(
                "supervised",
                "Variant C beside directions learned with supervision for the labels of its detectors",
                headings,
                lines,
                List.of());
    }
}
