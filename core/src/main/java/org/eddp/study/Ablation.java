package org.eddp.study;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eddp.features.FeatureSet;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.metrics.Comparison;
import org.eddp.monitor.Monitor;
import org.eddp.network.load.Networks;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.tensor.Scope;

/** One of the paper's ablation tables: every variant is learned, evaluated and, where possible, asked for its influence. */
public final class Ablation {
    private static final Learning.Changes SAME = Learning.Changes.NONE;

    private final FeatureSet set;
    private final Options options;
    private final Monitor monitor;
    private final Influence influence;

    private Ablation(FeatureSet set, Options options, Monitor monitor) {
        this.set = set;
        this.options = options;
        this.monitor = monitor;
        influence = influence();
    }

    /** The paper's tables. */
    public enum Table {
        /** Losses of the method of the paper's predecessor, and what was added. */
        LOSSES(
                row("orthonormal", Variant.U, without("ur").and(startOnly())),
                row("free", Variant.U, without("ur", "eac").and(plainSparsity())),
                row("free + fs", Variant.U, without("ur", "eac")),
                row("free + fs + eac", Variant.U, without("ur"))),
        /** Unconstrained alignment. */
        UUR(
                row("orthonormal", Variant.U, without("ur").and(startOnly())),
                row("orthonormal + uur", Variant.U, startOnly()),
                row("free", Variant.U, without("ur")),
                row("free + uur", Variant.U, SAME)),
        /** Constrained alignment. */
        CUR(
                row("no alignment", Variant.U, without("ur")),
                row("uur", Variant.U, SAME),
                row("cur", Variant.C, without("fso"))),
        /** Filter-signal orthogonality. */
        FSO(
                row("uur", Variant.U, SAME),
                row("cur", Variant.C, without("fso")),
                row("uur + fso", Variant.U, targets(null, 0.01)),
                row("cur + fso", Variant.C, SAME)),
        /** The bound on the margin. */
        MARGIN(
                row("U, 4", Variant.U, targets(4.0, null)),
                row("U, 5", Variant.U, targets(5.0, null)),
                row("U, 6", Variant.U, targets(6.0, null)),
                row("C, 4", Variant.C, targets(4.0, null)),
                row("C, 5", Variant.C, targets(5.0, null)),
                row("C, 6", Variant.C, targets(6.0, null)));

        private final List<Row> rows;

        Table(Row... rows) {
            this.rows = List.of(rows);
        }

        /** Its name in file names. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A variant of a table. */
    record Row(String name, Variant variant, Learning.Changes changes) {}

    /**
     * What is learned and how it is judged.
     *
     * @param learning what all variants have in common
     * @param labelling where names come from
     * @param influence whether influence is measured
     * @param commands how the steps of a variant are noted
     */
    public record Options(
            Learning.Options learning, Labelling.Options labelling, boolean influence, Commands commands) {}

    /** The steps of a variant as commands that repeat them; each gets the folder of the variant's run. */
    public interface Commands {
        /** Learning a variant that differs in this from what all have in common. */
        String learn(Path run, Variant variant, Learning.Changes changes);

        /** Evaluating it. */
        String evaluate(Path run);

        /** Measuring its influence, with a test of significance or without. */
        String influence(Path run, boolean tested);
    }

    private static Row row(String name, Variant variant, Learning.Changes changes) {
        return new Row(name, variant, changes);
    }

    private static Learning.Changes without(String... symbols) {
        return changes(null, null, false, false, symbols);
    }

    private static Learning.Changes startOnly() {
        return changes(null, null, true, false);
    }

    private static Learning.Changes plainSparsity() {
        return changes(null, null, false, true);
    }

    private static Learning.Changes targets(Double margin, Double fso) {
        return changes(margin, fso, false, false);
    }

    private static Learning.Changes changes(
            Double margin, Double fso, boolean startOnly, boolean plainSparsity, String... without) {
        return new Learning.Changes(
                null,
                null,
                margin,
                null,
                null,
                null,
                null,
                fso,
                startOnly,
                false,
                List.of(without),
                plainSparsity,
                false);
    }

    /**
     * Learns and judges every variant; what is finished is not repeated.
     *
     * @param place folder of the runs
     */
    public static Comparison run(FeatureSet set, Table table, Options options, Path place, Monitor monitor) {
        return new Ablation(set, options, monitor).run(table, place);
    }

    private Comparison run(Table table, Path place) {
        List<Comparison.Row> rows = new ArrayList<>();
        for (Row row : table.rows) {
            Path folder = place.resolve(
                    (table.name() + " " + row.name()).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"));
            rows.add(run(row, folder));
        }
        return RunComparison.table(rows, monitor);
    }

    private Comparison.Row run(Row row, Path folder) {
        Steps steps = new Steps(monitor);
        if (!Run.isFinished(folder)) {
            String command = options.commands().learn(folder, row.variant(), row.changes());
            steps.run(
                    command,
                    () -> Learning.learn(
                            set, folder, options.learning().variant(row.variant(), row.changes(), command), monitor));
        }
        evaluate(steps, folder);
        influence(steps, folder);
        return RunComparison.row(folder, monitor).withName(row.name());
    }

    private void evaluate(Steps steps, Path folder) {
        String command = options.commands().evaluate(folder);
        try (Run run = open(folder, command)) {
            if (!run.has(Results.METRICS)) {
                steps.run(command, () -> Evaluation.run(run, Evaluation.Options.of(options.labelling()), monitor));
            }
        }
    }

    private void influence(Steps steps, Path folder) {
        if (influence == Influence.NONE) {
            return;
        }
        boolean tested = influence == Influence.SIGNIFICANCE;
        InfluenceStudy.Options usual =
                InfluenceStudy.Options.of(options.learning().seed());
        String command = options.commands().influence(folder, tested);
        try (Run run = open(folder, command)) {
            if (!run.has(Results.INFLUENCE)) {
                steps.run(command, () -> InfluenceStudy.run(run, tested ? usual : usual.untested(), monitor));
            }
        }
    }

    private Run open(Path folder, String command) {
        return Run.open(
                folder,
                new Run.Options(
                        null, set.folder(), null, null, options.learning().threads(), command),
                monitor);
    }

    /** How much is asked about influence. */
    private enum Influence {
        NONE,
        SCORES,
        SIGNIFICANCE
    }

    /** Whatever can be had in reasonable time: closed form for linear heads, else only what asks the network little. */
    private Influence influence() {
        if (!options.influence()) {
            return Influence.NONE;
        }
        try (Scope scope = Scope.open()) {
            if (set.readout().isPresent()) {
                return Influence.SIGNIFICANCE;
            }
        }
        String network = set.origin().network();
        if (network == null || !Files.exists(Path.of(network))) {
            return leftOut("is not where it was when features were extracted", network);
        }
        if (!Networks.digest(Path.of(network)).equals(set.info().provenance().networkSha256())) {
            return leftOut("has changed since features were extracted", network);
        }
        monitor.remark("the head is more than pooling and one linear layer: influence is measured, but SDC and SCDP are"
                + " left out, which would ask the network about every image once per noise vector");
        return Influence.SCORES;
    }

    private Influence leftOut(String why, String network) {
        monitor.remark(
                "influence is left out, since the network " + why + (network == null ? "" : " (" + network + ")"));
        return Influence.NONE;
    }
}
