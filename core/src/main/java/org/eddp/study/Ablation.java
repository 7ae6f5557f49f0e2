package org.eddp.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eddp.features.FeatureSet;
import org.eddp.files.FolderLock;
import org.eddp.files.RemoteFiles;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.metrics.Comparison;
import org.eddp.network.load.Networks;
import org.eddp.run.Run;
import org.eddp.study.measure.Evaluation;
import org.eddp.study.measure.InfluenceStudy;
import org.eddp.study.measure.Labelling;
import org.eddp.study.measure.RunComparison;
import org.eddp.tensor.Scope;

/**
 * One of the paper's ablation tables: every variant is learned and evaluated and, where possible, its influence is
 * measured.
 */
public final class Ablation {
    private static final PresetChanges PRESET = PresetChanges.NONE;

    /** Folders of the two variants without any change, where tables share their runs. */
    public static final String WHOLE_U = "eddp-u";

    public static final String WHOLE_C = "eddp-c";

    private final FeatureSet set;
    private final Options options;
    private final Steps steps;
    private final Optional<InfluenceStudy.Options> influence;

    private Ablation(FeatureSet set, Options options, Steps.Observer observer) {
        this.set = set;
        this.options = options;
        steps = new Steps(observer);
        influence = influence();
    }

    /** The paper's tables. */
    public enum Table {
        /** Losses of the paper's predecessor, and the added ones. */
        LOSSES(
                new Row(
                        "orthonormal",
                        "start",
                        Variant.U,
                        PRESET.withoutLosses("ur").withStartOnly()),
                new Row(
                        "free",
                        "plain-sparsity",
                        Variant.U,
                        PRESET.withoutLosses("ur", "eac").withPlainSparsity()),
                new Row("free + fs", "no-eac", Variant.U, PRESET.withoutLosses("ur", "eac")),
                new Row("free + fs + eac", "no-alignment", Variant.U, PRESET.withoutLosses("ur"))),
        /** Unconstrained alignment. */
        UUR(
                new Row(
                        "orthonormal",
                        "start",
                        Variant.U,
                        PRESET.withoutLosses("ur").withStartOnly()),
                new Row("orthonormal + uur", "start-uur", Variant.U, PRESET.withStartOnly()),
                new Row("free", "no-alignment", Variant.U, PRESET.withoutLosses("ur")),
                new Row("free + uur", WHOLE_U, Variant.U, PRESET)),
        /** Constrained alignment. */
        CUR(
                new Row("no alignment", "no-alignment", Variant.U, PRESET.withoutLosses("ur")),
                new Row("uur", WHOLE_U, Variant.U, PRESET),
                new Row("cur", "cur", Variant.C, PRESET.withoutLosses("fso"))),
        /** Filter-signal orthogonality. */
        FSO(
                new Row("uur", WHOLE_U, Variant.U, PRESET),
                new Row("cur", "cur", Variant.C, PRESET.withoutLosses("fso")),
                new Row("uur + fso", "uur-fso", Variant.U, PRESET.withFsoTarget(0.01)),
                new Row("cur + fso", WHOLE_C, Variant.C, PRESET)),
        /** The bound on the margin. */
        MARGIN(
                new Row("U, 4", "u-margin-4", Variant.U, PRESET.withMarginTarget(4)),
                new Row("U, 5", WHOLE_U, Variant.U, PRESET.withMarginTarget(5)),
                new Row("U, 6", "u-margin-6", Variant.U, PRESET.withMarginTarget(6)),
                new Row("C, 4", "c-margin-4", Variant.C, PRESET.withMarginTarget(4)),
                new Row("C, 5", WHOLE_C, Variant.C, PRESET.withMarginTarget(5)),
                new Row("C, 6", "c-margin-6", Variant.C, PRESET.withMarginTarget(6)));

        private final List<Row> rows;

        Table(Row... rows) {
            this.rows = List.of(rows);
        }

        /** Its name in file names. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A variant of a table.
     *
     * @param name in its table
     * @param folder the same for variants of several tables that are learned alike
     */
    record Row(String name, String folder, Variant variant, PresetChanges changes) {}

    /**
     * Options of the table.
     *
     * @param learning common to all variants
     * @param labelling source of names
     * @param influence whether influence is measured
     * @param shared whether tables share the runs of variants that they have in common; the caller makes sure that all
     *     runs of the folder are learned with the same options
     * @param commands how the steps of a variant are recorded
     */
    public record Options(
            Learning.Options learning,
            Labelling.Options labelling,
            boolean influence,
            boolean shared,
            Commands commands) {
        /** Influence is measured too; every table has its own runs. */
        public static Options of(Learning.Options learning, Labelling.Options labelling, Commands commands) {
            return new Options(learning, labelling, true, false, commands);
        }

        /** The same with {@code influence} changed. */
        public Options withInfluence(boolean changed) {
            return new Options(learning, labelling, changed, shared, commands);
        }

        /** The same with {@code shared} changed. */
        public Options withShared(boolean changed) {
            return new Options(learning, labelling, influence, changed, commands);
        }
    }

    /** The steps of a variant as commands that repeat them; each gets the folder of the variant's run. */
    public interface Commands {
        /** Learning a variant with these changes. */
        Request learn(Path run, Variant variant, PresetChanges changes);

        /** Evaluating it. */
        Request evaluate(Path run);

        /** Measuring its influence, with a test of significance or without. */
        Request influence(Path run, boolean tested);
    }

    /**
     * Learns and judges every variant; finished steps are not repeated.
     *
     * @param place folder of the runs
     * @throws org.eddp.monitor.Monitor.Stopped if the observer stops the work
     */
    public static Comparison run(FeatureSet set, Table table, Options options, Path place, Steps.Observer observer) {
        try (FolderLock lock = FolderLock.take(place)) {
            return new Ablation(set, options, observer).run(table, place);
        }
    }

    private Comparison run(Table table, Path place) {
        List<Comparison.Row> rows = new ArrayList<>();
        for (Row row : table.rows) {
            String own =
                    (table.name() + " " + row.name()).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
            rows.add(run(row, place.resolve(options.shared() ? row.folder() : own)));
        }
        return RunComparison.table(rows, 0);
    }

    private Comparison.Row run(Row row, Path folder) {
        Commands commands = options.commands();
        Request learn = commands.learn(folder, row.variant(), row.changes());
        steps.learn(set, folder, variant(row).withRequest(learn));
        steps.evaluate(folder, opened(commands.evaluate(folder)), Evaluation.Options.of(options.labelling()));
        influence.ifPresent(how -> steps.influence(folder, opened(commands.influence(folder, how.tested())), how));
        return RunComparison.row(folder, row.name(), steps.observer());
    }

    private Learning.Options variant(Row row) {
        Learning.Options common = options.learning();
        return common.withVariant(row.variant()).withChanges(common.changes().and(row.changes()));
    }

    private Run.Options opened(Request request) {
        return Run.Options.DEFAULT
                .withFeatures(set.folder())
                .withThreads(options.learning().threads())
                .withRequest(request);
    }

    /** The influence that can be measured in reasonable time: with tests for linear heads, otherwise without. */
    private Optional<InfluenceStudy.Options> influence() {
        if (!options.influence()) {
            return Optional.empty();
        }
        InfluenceStudy.Options tested =
                InfluenceStudy.Options.of(options.learning().seed());
        try (Scope scope = Scope.open()) {
            if (set.readout().isPresent()) {
                return Optional.of(tested);
            }
        }
        String network = set.origin().network();
        if (network == null || !RemoteFiles.exists(network)) {
            return leftOut("is not where it was when features were extracted", network);
        }
        if (!Networks.digest(RemoteFiles.parse(network))
                .equals(set.info().provenance().networkSha256())) {
            return leftOut("has changed since features were extracted", network);
        }
        steps.observer()
                .remark("the head is more than pooling and one linear layer: influence is measured, but SDC and SCDP"
                        + " are left out, which would ask the network about every image once per noise vector");
        return Optional.of(tested.withTested(false));
    }

    private Optional<InfluenceStudy.Options> leftOut(String why, String network) {
        steps.observer()
                .remark("influence is left out, since the network " + why
                        + (network == null ? "" : " (" + network + ")"));
        return Optional.empty();
    }
}
