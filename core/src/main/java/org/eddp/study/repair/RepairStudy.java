package org.eddp.study.repair;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.features.FeatureSet;
import org.eddp.features.PatchLayer;
import org.eddp.files.FileNames;
import org.eddp.files.FolderLock;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.intervene.ConceptStatistics.Signals;
import org.eddp.intervene.Correction;
import org.eddp.intervene.Correction.RefittedCorrection;
import org.eddp.intervene.CorrectionResults;
import org.eddp.monitor.Monitor;
import org.eddp.run.KnownLocations;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.RunPictures;
import org.eddp.run.StoredStatistics;
import org.eddp.study.OpenImage;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Scope;

/** A network that no longer relies on concepts of a run: written as a file, and evaluated on labelled images. */
public final class RepairStudy {
    /** Random directions that a correction is compared with. */
    public static final int RANDOM_CONTROLS = 10;

    static final String CORRECTED = "corrected";

    private RepairStudy() {}

    /**
     * Options of a repair.
     *
     * @param concepts to remove, in this order, by number or name
     * @param signals along which they are removed; a merged pair is always refitted
     * @param merge remove them as one, by a pair made from the patches on which any of them fires
     * @param out the corrected network, in the format of the original
     * @param evaluate folder of labelled images, or null not to evaluate
     * @param controls evaluate random directions and the filter in place of the signal vector too; without labelled
     *     images, on the images of the run, where changes of predictions are counted
     * @param seed of the controls
     */
    public record Options(
            List<String> concepts,
            Signals signals,
            boolean merge,
            Path out,
            Path evaluate,
            boolean controls,
            long seed) {
        public Options {
            concepts = List.copyOf(concepts);
        }

        /** Removes concepts without an evaluation. */
        public static Options of(List<String> concepts, Path out) {
            return new Options(concepts, Signals.REFITTED, false, out, null, false, 1);
        }

        /** The same with {@code signals} changed. */
        public Options withSignals(Signals changed) {
            return new Options(concepts, changed, merge, out, evaluate, controls, seed);
        }

        /** The same with {@code merge} changed. */
        public Options withMerge(boolean changed) {
            return new Options(concepts, signals, changed, out, evaluate, controls, seed);
        }

        /** The same with {@code evaluate} changed. */
        public Options withEvaluate(Path changed) {
            return new Options(concepts, signals, merge, out, changed, controls, seed);
        }

        /** The same with {@code controls} changed. */
        public Options withControls(boolean changed) {
            return new Options(concepts, signals, merge, out, evaluate, changed, seed);
        }

        /** The same with {@code seed} changed. */
        public Options withSeed(long changed) {
            return new Options(concepts, signals, merge, out, evaluate, controls, changed);
        }
    }

    /**
     * A corrected network.
     *
     * @param name of its file among the results of the run, without ending
     */
    public record Result(String name, CorrectionResults results) {}

    /**
     * A corrected network that is not recorded in the run.
     *
     * @param results as they would be written into the run
     * @param changed images whose prediction changes; null without an evaluation on labelled images
     * @param examples images of the most frequent changes; empty unless predictions were compared without labels
     */
    public record Trial(CorrectionResults results, ChangedImages changed, List<ChangedImages.Example> examples) {}

    /** Writes the corrected network, and the results into the run. */
    public static Result run(Run run, Options options, Monitor monitor) {
        try (FolderLock lock = run.writing()) {
            LabelledFolder images = images(run, options);
            CorrectionResults results = repair(run, options, images, () -> StoredStatistics.of(run, monitor), monitor)
                    .results();
            String name = name(run, options, images, results);
            run.write(Results.CORRECTIONS, run.path(Results.CORRECTIONS).resolve(name + ".json"), results);
            if (images != null) {
                new KnownLocations(Map.of(FileNames.last(options.evaluate()), options.evaluate())).addTo(run.folder());
            }
            return new Result(name, results);
        }
    }

    /**
     * The same, writing only the corrected network.
     *
     * @param values of the concepts, see {@link OpenImage#values}; called when there is something to remove
     */
    public static Trial preview(Run run, Options options, Supplier<ConceptStatistics> values, Monitor monitor) {
        return repair(run, options, images(run, options), values, monitor);
    }

    private static LabelledFolder images(Run run, Options options) {
        return options.evaluate() == null ? null : LabelledFolder.of(options.evaluate(), run);
    }

    /**
     * Known folders of labelled images, by name: the images of the run if their classes are known, and those of earlier
     * evaluations.
     */
    public static Map<String, Path> labelled(Run run) {
        Map<String, Path> all = new LinkedHashMap<>();
        if (run.hasFeatures()) {
            RunPictures own = run.pictures();
            if (own.count() > 0 && own.entry(0).className() != null) {
                all.put(FileNames.last(own.root()), own.root());
            }
        }
        KnownLocations.read(run.folder()).labelled().forEach(all::putIfAbsent);
        return all;
    }

    private static Trial repair(
            Run run, Options options, LabelledFolder images, Supplier<ConceptStatistics> values, Monitor monitor) {
        run.network().requireDecisions();
        int[] chosen = run.conceptNames().parse("concept", options.concepts(), monitor::remark);
        Activation activation = run.provenance().activation();
        ConceptStatistics statistics = values.get();
        boolean refitted = options.merge() || options.signals() == Signals.REFITTED;
        Directions pairs = (options.signals() == Signals.REFITTED ? Signals.MEANS : options.signals())
                .of(run.directions(), statistics);
        RefittedCorrection merged = options.merge() ? merged(run, pairs, chosen, monitor) : null;
        Correction correction = merged != null
                ? merged.correction()
                : refitted ? refitted(run, chosen) : Correction.of(pairs, chosen, statistics, activation);
        List<CorrectionResults.Presence> presence =
                new ArrayList<>(merged != null ? List.of(learned(run, merged)) : learned(chosen, statistics));
        if (activation == Activation.SILU) {
            monitor.remark("the layer's activation is SiLU, which also follows the correction and so changes patches"
                    + " without the concept too; compare the network before and after on labelled images");
        }
        try (Scope scope = Scope.open()) {
            PatchLayer layer = run.network().layer();
            CorrectedFile.write(run.network(), layer, correction, options.out());
            LabelledEvaluation evaluation = images == null
                    ? null
                    : LabelledEvaluation.of(images, run, corrections(correction, options), options.out(), monitor);
            UnlabelledEvaluation unlabelled = images == null && options.controls()
                    ? UnlabelledEvaluation.of(run, corrections(correction, options), monitor)
                    : null;
            if (evaluation != null) {
                presence.addAll(evaluated(presence, FileNames.last(options.evaluate()), evaluation));
            }
            CorrectionResults results = new CorrectionResults(
                    run.options().command(),
                    run.digest(),
                    FileNames.last(options.out()),
                    Arrays.stream(chosen).mapToObj(run.conceptNames()::of).toList(),
                    refitted ? Signals.REFITTED : options.signals(),
                    merged == null ? null : merged.merge(),
                    presence,
                    images == null ? null : FileNames.last(options.evaluate()),
                    evaluation == null ? null : evaluation.deviation(),
                    evaluation == null ? List.of() : evaluation.classes(),
                    evaluation == null ? List.of() : evaluation.evaluations(),
                    unlabelled == null ? null : unlabelled.changes());
            return new Trial(
                    results,
                    evaluation == null ? null : evaluation.changed(),
                    unlabelled == null ? List.of() : unlabelled.examples());
        }
    }

    private static List<CorrectionResults.Presence> learned(int[] concepts, ConceptStatistics statistics) {
        return Arrays.stream(concepts)
                .mapToObj(i -> new CorrectionResults.Presence(
                        List.of(i),
                        null,
                        statistics.with()[i],
                        statistics.with()[i] + statistics.without()[i]))
                .toList();
    }

    private static CorrectionResults.Presence learned(Run run, RefittedCorrection merged) {
        List<Integer> concepts = merged.merge().members().stream()
                .map(RefittedCorrection.Member::concept)
                .toList();
        return new CorrectionResults.Presence(
                concepts, null, merged.merge().patches(), run.features().patches());
    }

    /** The detectors of the correction, refitted ones if it has them, on the images they were evaluated on. */
    private static List<CorrectionResults.Presence> evaluated(
            List<CorrectionResults.Presence> learned, String images, LabelledEvaluation evaluation) {
        return IntStream.range(0, learned.size())
                .mapToObj(i -> new CorrectionResults.Presence(
                        learned.get(i).concepts(), images, evaluation.firing()[i], evaluation.patches()))
                .toList();
    }

    private static RefittedCorrection merged(Run run, Directions pairs, int[] concepts, Monitor monitor) {
        FeatureSet features = run.features();
        monitor.remark("one pair of " + features.patches() + " patches ...");
        try (Scope scope = Scope.open()) {
            return RefittedCorrection.of(
                    features, pairs, concepts, run.provenance().activation(), run.workers());
        }
    }

    private static Correction refitted(Run run, int[] concepts) {
        try (Scope scope = Scope.open()) {
            return RefittedCorrection.refitted(
                    run.features(), run.directions(), concepts, run.provenance().activation(), run.workers());
        }
    }

    private static Map<String, Correction> corrections(Correction correction, Options options) {
        Map<String, Correction> all = new LinkedHashMap<>();
        all.put(CORRECTED, correction);
        if (options.controls()) {
            all.put(CorrectionResults.FILTER, correction.withFilters());
            for (int k = 1; k <= RANDOM_CONTROLS; k++) {
                all.put(CorrectionResults.RANDOM + k, correction.withRandomDirections(options.seed() + k));
            }
        }
        return all;
    }

    /** The same correction with the same evaluation has the same name, independently of the file of the network. */
    private static String name(Run run, Options options, LabelledFolder images, CorrectionResults results) {
        String numbers = results.concepts().stream()
                .map(c -> Integer.toString(c.number()))
                .collect(Collectors.joining("-"));
        String merged = options.merge() ? "-merged" : "";
        return FileNames.unique(
                "without-" + FileNames.of(numbers) + merged,
                numbers + merged,
                StoredStatistics.source(run),
                results.signals().name(),
                images == null ? "" : results.images() + images.list().digest(),
                options.controls() ? options.seed() : "");
    }
}
