package org.eddp.study.measure;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eddp.directions.Directions;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSet;
import org.eddp.files.FileNames;
import org.eddp.files.FolderLock;
import org.eddp.influence.FiredPatches;
import org.eddp.influence.Influence;
import org.eddp.influence.InfluenceOptions;
import org.eddp.influence.InfluenceResults;
import org.eddp.influence.InfluenceRows;
import org.eddp.influence.NoiseDirections;
import org.eddp.influence.NoiseEffects;
import org.eddp.influence.SampleDraw;
import org.eddp.influence.Sensitivity;
import org.eddp.intervene.ConceptStatistics.Signals;
import org.eddp.monitor.Monitor;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;
import org.eddp.parts.Distributor;
import org.eddp.parts.Part;
import org.eddp.parts.Part.FinishedPart;
import org.eddp.parts.PartFolders;
import org.eddp.parts.Work;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.RunFailure;
import org.eddp.run.StoredStatistics;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;

/** Which concepts of a run move which class, and whether that could be chance. */
public final class InfluenceStudy {
    private static final String INFLUENCE = "influence";
    /**
     * Directions in one pass over the images: few, for frequent progress; more than one, because every pass also
     * computes the unchanged logits.
     */
    private static final int TOGETHER = 8;

    private final Run run;
    private final Options options;
    private final Monitor monitor;
    private final FeatureSet set;
    private final PatternRequest patterns;
    private Directions written;

    private InfluenceStudy(Run run, Options options, Monitor monitor) {
        run.network().requireDecisions();
        this.run = run;
        this.options = options;
        this.monitor = monitor;
        set = run.features();
        patterns = options.dataset() == null
                ? null
                : PatternRequest.of(Labelling.labels(run), options.dataset(), options.labelSplit(), set);
    }

    /**
     * Options of the study.
     *
     * @param measured how influence is measured and tested
     * @param tested whether significance is tested: effects, and scores as in the paper if there are noise signal
     *     vectors for it
     * @param images measure on these images; null for those of the feature set
     * @param dataset annotated dataset of a labelled run, to compare signal vectors with Pattern-CAVs, or null
     * @param labelSplit split that Pattern-CAVs come from
     * @param classes to report, by number or name; null for the most affected ones
     * @param top number of classes to report if none are named
     * @param place folder of the results; null for the run
     * @param overwrite whether results without a test may replace tested ones in the run
     */
    public record Options(
            InfluenceOptions measured,
            boolean tested,
            Path images,
            Path dataset,
            String labelSplit,
            List<String> classes,
            int top,
            Path place,
            boolean overwrite) {
        public Options {
            if (top < 1) {
                throw new InvalidInput("the number of classes shown, " + top + ", must be at least 1");
            }
        }

        /** Both tests on the images of the feature set. */
        public static Options of(long seed) {
            return new Options(InfluenceOptions.of(seed), true, null, null, "train", null, 6, null, false);
        }

        /**
         * The same, restricted to options that parts support: several processes would extract the same further images.
         */
        private Options inParts() {
            if (images != null) {
                throw new InvalidInput(
                        "influence on " + images + " is not measured in parts, since all of them would extract the same"
                                + " features; measure it in one process or on a cluster");
            }
            return this;
        }

        /** The same with {@code measured} changed. */
        public Options withMeasured(InfluenceOptions changed) {
            return new Options(changed, tested, images, dataset, labelSplit, classes, top, place, overwrite);
        }

        /** The same with {@code tested} changed. */
        public Options withTested(boolean changed) {
            return new Options(measured, changed, images, dataset, labelSplit, classes, top, place, overwrite);
        }

        /** The same with {@code images} changed. */
        public Options withImages(Path changed) {
            return new Options(measured, tested, changed, dataset, labelSplit, classes, top, place, overwrite);
        }

        /** The same with {@code dataset} changed. */
        public Options withDataset(Path changed) {
            return new Options(measured, tested, images, changed, labelSplit, classes, top, place, overwrite);
        }

        /** The same with {@code labelSplit} changed. */
        public Options withLabelSplit(String changed) {
            return new Options(measured, tested, images, dataset, changed, classes, top, place, overwrite);
        }

        /** The same with {@code classes} changed. */
        public Options withClasses(List<String> changed) {
            return new Options(measured, tested, images, dataset, labelSplit, changed, top, place, overwrite);
        }

        /** The same with {@code top} changed. */
        public Options withTop(int changed) {
            return new Options(measured, tested, images, dataset, labelSplit, classes, changed, place, overwrite);
        }

        /** The same with {@code place} changed. */
        public Options withPlace(Path changed) {
            return new Options(measured, tested, images, dataset, labelSplit, classes, top, changed, overwrite);
        }

        /** The same with {@code overwrite} changed. */
        public Options withOverwrite(boolean changed) {
            return new Options(measured, tested, images, dataset, labelSplit, classes, top, place, changed);
        }
    }

    /** Measures influence and writes it into the run. */
    public static InfluenceResults run(Run run, Options options, Monitor monitor) {
        return run(run, options, Distributor.HERE, monitor);
    }

    /**
     * The same with a distributor that evaluates detectors and tests concepts. This process extracts further images and
     * compares Pattern-CAVs.
     */
    public static InfluenceResults run(Run run, Options options, Distributor distributor, Monitor monitor) {
        try (FolderLock lock = run.writing();
                Scope scope = Scope.open()) {
            InfluenceStudy study = new InfluenceStudy(run, options, monitor);
            study.requireNotWorse();
            study.remarks();
            List<Integer> chosen = study.chosen();
            study.written(); // before the tests, whose results would be lost if it failed
            FeatureSet asked =
                    options.images() == null ? study.set : run.network().extract(options.images(), monitor);
            Sum<InfluenceRows> rows = study.rows(asked, 0, study.concepts(), distributor);
            // in closed form, scores and effects are too fast to be worth distributing
            Distributor direct = study.linear() ? Distributor.HERE : distributor;
            InfluenceRows found = rows.by(study.paper() ? distributor : direct, monitor);
            NoiseEffects noise = options.tested() ? study.noise(asked).by(direct, monitor) : null;
            return study.write(found, noise, asked, chosen);
        }
    }

    /** Tests the concepts of one part, and stores the results beside the influence until all parts are complete. */
    public static FinishedPart part(Run run, Options options, Part part, Monitor monitor) {
        try (Scope scope = Scope.open()) {
            InfluenceStudy study = new InfluenceStudy(run, options.inParts(), monitor);
            study.remarks();
            StoredSums kept = study.kept();
            int concepts = study.concepts();
            try (FolderLock lock = run.writing(kept.folders().of(part))) {
                Sum<InfluenceRows> own =
                        study.rows(study.set, part.first(concepts), part.end(concepts), Distributor.HERE);
                return kept.keep(part, study.shared(own), monitor);
            }
        }
    }

    /** Merges the results of the parts, and writes influence into the run. */
    public static InfluenceResults merge(Run run, Options options, Monitor monitor) {
        try (FolderLock lock = run.writing();
                Scope scope = Scope.open()) {
            InfluenceStudy study = new InfluenceStudy(run, options.inParts(), monitor);
            study.requireNotWorse();
            List<Integer> chosen = study.chosen();
            Sum<InfluenceRows> rows = study.rows(study.set, 0, 0, Distributor.HERE);
            StoredSums kept = study.kept();
            return kept.merge(
                    study.shared(rows), () -> study.write(kept.of(rows), study.noiseOfParts(kept), study.set, chosen));
        }
    }

    /** The sums that parts divide; also noise directions, if they go through the network. */
    private List<Sum<?>> shared(Sum<InfluenceRows> rows) {
        return options.tested() && !linear() ? List.of(rows, noise(set)) : List.of(rows);
    }

    /** Null if effects are not tested. */
    private NoiseEffects noiseOfParts(StoredSums kept) {
        Sum<NoiseEffects> noise = noise(set);
        return !options.tested() ? null : linear() ? noise.by(Distributor.HERE, monitor) : kept.of(noise);
    }

    private StoredSums kept() {
        Map<String, String> question = LabelParts.question(run);
        question.put("way of measuring", options.measured().toString());
        question.put("test", Boolean.toString(options.tested()));
        return new StoredSums(PartFolders.of(run.path(INFLUENCE)), concepts(), "concepts", question);
    }

    private int concepts() {
        return run.directions().concepts();
    }

    private boolean linear() {
        return set.readout().isPresent();
    }

    private void remarks() {
        if (!linear()) {
            monitor.remark("the head is more than one linear layer: every score goes through the network"
                    + (options.tested()
                            ? ", and so do " + NoiseWork.blocks(run, options.measured()) * NoiseDirections.BLOCK
                                    + " noise directions that effects are compared with"
                            : ""));
        }
    }

    /** A tested influence is not replaced by an untested one. */
    private void requireNotWorse() {
        boolean worse = options.place() == null && !options.tested() && !options.overwrite();
        if (worse
                && run.read(Results.INFLUENCE).filter(InfluenceResults::tested).isPresent()) {
            throw new RunFailure.WouldReplace("the run " + run.folder()
                    + " has an influence with its test, which one without a test would replace; write this one"
                    + " elsewhere");
        }
    }

    private List<Integer> chosen() {
        int number = set.info().classes();
        return options.classes() == null
                ? null
                : options.classes().stream()
                        .map(c -> run.classNames().parse("class", c, number))
                        .distinct()
                        .toList();
    }

    /**
     * The sum over concepts.
     *
     * @param first concept that samples are drawn for
     * @param end behind the last one
     * @param distributor evaluates the detectors
     */
    private Sum<InfluenceRows> rows(FeatureSet asked, int first, int end, Distributor distributor) {
        return new Sum<>(
                "concepts",
                INFLUENCE,
                concepts(),
                0,
                concepts(),
                () -> InfluenceRows.none(set.info().classes()),
                InfluenceRows::read,
                stage -> new InfluenceWork(
                        run,
                        asked,
                        options.measured(),
                        paper() ? draw(first, end, distributor, stage) : null,
                        run.workers(),
                        stage));
    }

    /** Whether the paper's test is made. */
    private boolean paper() {
        return options.tested() && options.measured().noise().directions() > 0;
    }

    private Sum<NoiseEffects> noise(FeatureSet asked) {
        int blocks = NoiseWork.blocks(run, options.measured());
        return new Sum<>(
                "noise",
                "noise directions",
                blocks,
                0,
                blocks,
                () -> NoiseEffects.none(set.info().classes()),
                NoiseEffects::read,
                stage -> new NoiseWork(run, asked, options.measured(), run.workers(), stage));
    }

    private long[][] draw(int first, int end, Distributor distributor, Monitor stage) {
        SampleDraw draw =
                new SampleDraw(concepts(), first, end, options.measured().noise());
        Monitor quiet = new Monitor() { // the stage counts concepts, not shards
                    @Override
                    public void onProgress(long done, long total) {}

                    @Override
                    public boolean stopRequested() {
                        return stage.stopRequested();
                    }
                };
        if (end > first) {
            try (Work<FiredPatches> work = SamplingOrder.work(run, run.workers(), quiet)) {
                distributor.run(work, 0, work.units(), draw::offer);
            }
        }
        return draw.patches();
    }

    private InfluenceResults write(InfluenceRows rows, NoiseEffects noise, FeatureSet asked, List<Integer> chosen) {
        Influence influence = influence(rows, noise, asked);
        InfluenceResults.PatternComparison compared = patterns == null ? null : compare(influence, asked);
        String command = run.options().command();
        boolean own = options.place() == null;
        influence.write(
                own ? run.path(Results.SCORES) : options.place().resolve(Results.SCORES.name()), options.measured());
        if (own) {
            run.note(Results.SCORES, command);
        }
        LinearReadout readout = set.readout().orElse(null);
        List<Integer> shown = chosen != null ? chosen : influence.mostMoved(options.top());
        InfluenceResults results = new InfluenceResults(
                command,
                run.digest(),
                options.images() == null ? "those of the feature set" : FileNames.last(options.images()),
                options.measured(),
                readout != null,
                InfluenceResults.EffectSummary.of(influence, options.measured()),
                paper(),
                influence.summary(),
                influence.count(Influence.Verdict.SATURATED, set.outputs()),
                compared,
                shown.stream()
                        .map(k -> InfluenceResults.ClassInfluence.of(
                                influence,
                                k,
                                run.classNames().of(k),
                                run.conceptNames(),
                                readout,
                                set.outputs(),
                                written()))
                        .toList(),
                set.outputs());
        if (own) {
            run.write(Results.INFLUENCE, results, command);
        } else {
            run.write(Results.INFLUENCE, options.place().resolve(Results.INFLUENCE.name()), results);
        }
        return results;
    }

    /**
     * Directions along which effects are measured. If influence is not written into the run, neither are the
     * statistics.
     */
    private Directions written() {
        if (written == null) {
            written = Signals.MEANS.of(run.directions(), StoredStatistics.of(run, options.place() == null, monitor));
        }
        return written;
    }

    /** Effects are those of differences of means, which are closest to the effect of adding a concept to a picture. */
    private Influence influence(InfluenceRows rows, NoiseEffects noise, FeatureSet asked) {
        try (Sensitivity sensitivity = SensitivityWork.open(run, asked, options.measured(), run.workers())) {
            Matrix effects = effects(sensitivity);
            Influence scored = rows.influence(effects, options.measured(), asked.images());
            return noise == null
                    ? scored
                    : scored.compared(written(), noise, sensitivity.probabilities(), options.measured(), linear());
        }
    }

    /** Passes through the network are slow, so they report progress. */
    private Matrix effects(Sensitivity sensitivity) {
        Matrix signals = written().signals();
        if (!sensitivity.separable()) {
            return sensitivity.measure(signals).effects();
        }
        Matrix effects = new Matrix(signals.columns(), sensitivity.classes());
        try (Monitor.Stage stage = monitor.stage("effects", signals.columns())) {
            for (int first = 0; first < signals.columns(); first += TOGETHER) {
                stage.check("effects");
                int count = Math.min(TOGETHER, signals.columns() - first);
                double[] some = sensitivity
                        .measure(signals.columns(first, count))
                        .effects()
                        .values();
                System.arraycopy(some, 0, effects.values(), first * effects.columns(), some.length);
                stage.onProgress(first + count, signals.columns());
            }
        }
        return effects;
    }

    private InfluenceResults.PatternComparison compare(Influence influence, FeatureSet asked) {
        try (Sensitivity sensitivity = SensitivityWork.open(run, asked, options.measured(), run.workers())) {
            Matrix signals = set.outputs() == OutputKind.LABELS
                    ? sensitivity.tested(run.directions().signals())
                    : influence.scores();
            return patterns.compare(sensitivity, signals, run.workers(), monitor);
        }
    }
}
