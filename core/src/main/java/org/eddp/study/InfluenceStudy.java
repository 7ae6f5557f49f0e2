package org.eddp.study;

import java.nio.file.Path;
import java.util.List;
import org.eddp.features.FeatureSet;
import org.eddp.features.Head;
import org.eddp.files.FileNames;
import org.eddp.files.FolderLock;
import org.eddp.influence.Influence;
import org.eddp.influence.InfluenceOptions;
import org.eddp.influence.InfluenceResults;
import org.eddp.influence.Sensitivity;
import org.eddp.monitor.Monitor;
import org.eddp.network.LinearReadout;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.tensor.Scope;

/** Which concepts of a run move which class, and whether that could be chance. */
public final class InfluenceStudy {
    private final Run run;
    private final Options options;
    private final Monitor monitor;
    private final FeatureSet set;
    private final PatternRequest patterns;

    private InfluenceStudy(Run run, Options options, Monitor monitor) {
        this.run = run;
        this.options = options;
        this.monitor = monitor;
        set = run.features();
        patterns = options.dataset() == null
                ? null
                : PatternRequest.of(Labelling.labels(run), options.dataset(), options.labelSplit(), set);
    }

    /**
     * What is asked.
     *
     * @param measured how influence is measured and tested
     * @param tested whether significance is tested
     * @param images ask about these images; null for those of the feature set
     * @param dataset annotated dataset of a labelled run, to compare signal vectors with Pattern-CAVs; null not to
     * @param labelSplit split that Pattern-CAVs come from
     * @param classes to look at, by number or name; null for the most affected ones
     * @param top number of classes to look at if none are named
     */
    public record Options(
            InfluenceOptions measured,
            boolean tested,
            Path images,
            Path dataset,
            String labelSplit,
            List<String> classes,
            int top) {
        public Options {
            if (top < 1) {
                throw new IllegalArgumentException("the number of classes shown, " + top + ", must be at least 1");
            }
        }

        /** The paper's test on the images of the feature set. */
        public static Options of(long seed) {
            return new Options(InfluenceOptions.of(seed), true, null, null, "train", null, 6);
        }

        /** The same without a test of significance. */
        public Options untested() {
            return new Options(measured, false, images, dataset, labelSplit, classes, top);
        }
    }

    /** Scores of signal vectors, and the comparison with Pattern-CAVs or null. */
    private record Measured(Influence influence, InfluenceResults.PatternComparison patterns) {}

    /** Measures influence and writes it into the run. */
    public static InfluenceResults run(Run run, Options options, Monitor monitor) {
        try (FolderLock lock = run.writing();
                Scope scope = Scope.open()) {
            return new InfluenceStudy(run, options, monitor).run();
        }
    }

    private InfluenceResults run() {
        int number = set.info().classes();
        run.classNames().doubts(number).ifPresent(monitor::remark);
        List<Integer> chosen = options.classes() == null
                ? null
                : options.classes().stream()
                        .map(c -> run.classNames().parse("class", c, number))
                        .distinct()
                        .toList();
        FeatureSet asked = options.images() == null ? set : run.network().extract(options.images(), monitor);
        LinearReadout readout = set.readout().orElse(null);
        Measured measured = measure(asked, readout);
        Influence influence = measured.influence();
        String command = run.options().command();
        influence.write(run.path(Results.SCORES), options.measured());
        run.note(Results.SCORES, command);
        List<Integer> shown = chosen != null ? chosen : influence.mostAffected(options.top());
        InfluenceResults results = new InfluenceResults(
                command,
                run.digest(),
                options.images() == null ? "those of the feature set" : FileNames.last(options.images()),
                options.measured(),
                options.tested(),
                readout != null,
                influence.summary(),
                measured.patterns(),
                shown.stream()
                        .map(k -> InfluenceResults.ClassInfluence.of(
                                influence, k, run.classNames().of(k), run.conceptNames(), readout, run.directions()))
                        .toList());
        run.write(Results.INFLUENCE, results, command);
        return results;
    }

    private Measured measure(FeatureSet asked, LinearReadout readout) {
        if (readout == null) {
            monitor.remark("the head is more than one linear layer: every score goes through the network");
        }
        Head head = readout == null ? run.network().head(asked) : Head.of(readout, asked.grid());
        try (Sensitivity sensitivity =
                Sensitivity.of(head, asked, options.measured().perturbation(), run.workers())) {
            return measure(sensitivity);
        }
    }

    private Measured measure(Sensitivity sensitivity) {
        Influence influence = options.tested() ? test(sensitivity) : untested(sensitivity);
        return new Measured(
                influence,
                patterns == null ? null : patterns.compare(sensitivity, influence.scores(), run.workers(), monitor));
    }

    private Influence untested(Sensitivity sensitivity) {
        return Influence.untested(sensitivity.measure(run.directions().signals()), sensitivity.images());
    }

    private Influence test(Sensitivity sensitivity) {
        try (Monitor.Stage stage = monitor.stage("influence", run.directions().concepts())) {
            return Influence.test(set, run.directions(), sensitivity, options.measured(), run.workers(), stage);
        }
    }
}
