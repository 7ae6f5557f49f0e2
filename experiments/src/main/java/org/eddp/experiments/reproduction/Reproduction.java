package org.eddp.experiments.reproduction;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.eddp.features.FeatureSet;
import org.eddp.features.PatchLayer;
import org.eddp.files.AtomicFile;
import org.eddp.files.FolderLock;
import org.eddp.files.json.Circumstances;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.files.json.Json;
import org.eddp.health.ConceptNumber;
import org.eddp.images.input.InputPreset;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.monitor.Monitor;
import org.eddp.names.ClassNames;
import org.eddp.network.LayerAddress;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.load.Networks;
import org.eddp.study.Ablation;
import org.eddp.study.BaselineSuite;
import org.eddp.study.EditStudy;
import org.eddp.study.Extraction;
import org.eddp.study.InputChoice;
import org.eddp.study.PresetChanges;
import org.eddp.study.Steps;
import org.eddp.tensor.Scope;

/**
 * The whole protocol of the paper on one network and one annotated dataset, as a page and tables. Its parts are
 * ordinary runs and results in a folder; finished parts are not repeated, and interrupted ones continue.
 */
public final class Reproduction {
    private static final List<Part> PARTS = List.of(
            new MethodsPart(),
            new SupervisionPart(),
            new AblationPart(),
            new DreamPart(),
            new ExplanationPart(),
            new CounterfactualPart());

    private final Path folder;
    private final ReproductionOptions options;
    private final Observer observer;

    private Reproduction(Path folder, ReproductionOptions options, Observer observer) {
        this.folder = folder;
        this.options = options;
        this.observer = observer;
    }

    /** Observes the protocol, and says how its steps are recorded. */
    public interface Observer extends BaselineSuite.Observer {
        /**
         * The steps of learned runs.
         *
         * @param changes to the preset that all of them share
         */
        Ablation.Commands commands(Path features, Path dataset, int concepts, long seed, PresetChanges changes);

        /** How edits that a search found are recorded. */
        EditStudy.Wording wording(Steps.Step search);

        /** A part is finished, now or before; the page shows it. */
        default void finished(PartResult result) {}
    }

    /** A part of the protocol. */
    interface Part {
        /** Its name in files. */
        String name();

        /** What it is, in a few words. */
        String title();

        /** Does it, or continues it. */
        PartResult run(Protocol protocol);
    }

    /**
     * Runs the protocol, or what is left of it.
     *
     * @param folder of everything; one that holds the protocol of other inputs is refused
     * @param request shown on the page
     * @return the results of its parts, in order
     * @throws org.eddp.monitor.Monitor.Stopped if the observer stops the work
     */
    public static List<PartResult> run(Path folder, ReproductionOptions options, Request request, Observer observer) {
        try (FolderLock lock = FolderLock.take(folder)) {
            return new Reproduction(folder, options, observer).run(request);
        }
    }

    /** The page with all results. */
    public static Path page(Path folder) {
        return folder.resolve("index.html");
    }

    /** The folder of the LaTeX tables. */
    public static Path tables(Path folder) {
        return folder.resolve("tables");
    }

    /** What the folder is about, so that the results of two protocols are not mixed. */
    private record Settings(
            String network,
            String dataset,
            String layer,
            @Json.MayBeNull String preprocessing,
            List<Integer> concepts,
            @Json.MayBeNull String paper,
            long seed,
            ReproductionOptions.Size size) {}

    private List<PartResult> run(Request request) {
        Settings settings = check();
        Json.claim(folder.resolve("reproduction.json"), settings, "the protocol of the paper");
        FeatureSet set = extract(LayerAddress.of(settings.layer()));
        Protocol protocol = protocol(set);
        List<PartResult> results = new ArrayList<>();
        for (int n = 0; n < PARTS.size(); n++) {
            results.add(run(n, protocol));
            write(results, request);
            observer.finished(results.get(n));
        }
        return results;
    }

    /** Everything that can be wrong, before anything that takes long. */
    private Settings check() {
        AnnotatedDataset dataset = AnnotatedDataset.read(options.dataset());
        dataset.images("train");
        dataset.images("val");
        ClassNames names = options.classNames() == null ? ClassNames.NONE : ClassNames.read(options.classNames());
        String output = options.layer() == null ? null : options.layer().output();
        InputChoice input = options.preprocessing();
        try (Network found = input.load(options.network(), output)) {
            names.requireFit(found.classes());
            String layer =
                    options.layer() == null ? last(found) : options.layer().toString();
            if (options.layer() != null) {
                found.cut(layer); // fails fast on unknown layers
            }
            InputPreset preset = input.preset() == null ? InputPreset.TORCHVISION : input.preset();
            return new Settings(
                    Networks.digest(options.network()),
                    dataset.digest(),
                    layer,
                    input.asked()
                            ? input.changes().apply(preset.preprocessing()).toString()
                            : null,
                    options.concepts(),
                    options.paper().map(p -> p.label()).orElse(null),
                    options.seed(),
                    options.size());
        }
    }

    private String last(Network network) {
        Network.Layer layer = PatchLayer.last(network)
                .orElseThrow(() -> new NetworkFailure("in " + options.network()
                        + " no layer was found that has several patches and that the classes depend on; name the layer"
                        + " to study"));
        observer.remark("layer: " + layer.name() + ", the last one with several patches");
        return layer.name();
    }

    /** Always called: it checks existing features against this network and these pictures. */
    private FeatureSet extract(LayerAddress layer) {
        Path features = folder.resolve("features");
        InputChoice input = options.preprocessing();
        Steps.Step step = new Steps.Step("features")
                .with("network", options.network())
                .with("layer", layer)
                .with("images", options.dataset());
        if (input.preset() != null) {
            step = step.with("preprocess", input.preset().label());
        }
        Request request = observer.request(step.with("out", features));
        Extraction.Options how = Extraction.Options.of(layer)
                .withPreprocessing(input.asked() ? input : known(features))
                .withThreads(options.threads());
        FeatureSet[] set = new FeatureSet[1];
        new Steps(observer)
                .run(
                        request,
                        () -> set[0] = Extraction.run(options.network(), options.dataset(), features, how, observer));
        return set[0];
    }

    /** The preprocessing that was found before, which takes a trial. */
    private static InputChoice known(Path features) {
        return Files.exists(features.resolve("features.json"))
                ? InputChoice.of(FeatureSet.open(features).info().provenance().preprocessing())
                : InputChoice.AUTOMATIC;
    }

    private Protocol protocol(FeatureSet set) {
        try (Scope scope = Scope.open()) {
            boolean linear = set.readout().isPresent();
            return new Protocol(folder, options, set, numbers(set), linear, PaperTables.read(), observer);
        }
    }

    private List<Integer> numbers(FeatureSet set) {
        if (!options.concepts().isEmpty()) {
            return options.concepts();
        }
        try (Monitor.Stage stage = observer.stage("choosing I", set.images())) {
            ConceptNumber chosen = ConceptNumber.of(set, stage);
            observer.remark(chosen.reason());
            return List.of(Math.min(options.size().mostConcepts(), chosen.concepts()));
        }
    }

    private PartResult run(int number, Protocol protocol) {
        Part part = PARTS.get(number);
        Path file = folder.resolve("parts").resolve(part.name() + ".json");
        if (Files.exists(file)) {
            return Json.read(file, PartResult.class);
        }
        String left = PARTS.stream()
                .skip(number + 1L)
                .map(p -> p.title().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        observer.remark("part " + (number + 1) + " of " + PARTS.size() + ": " + part.title()
                + (left.isEmpty() ? "" : " (left after it: " + left + ")"));
        PartResult result = part.run(protocol);
        observer.check("the protocol");
        Json.writeSealed(file, result);
        return result;
    }

    private ReproductionPage page(List<PartResult> results) {
        List<String> missing =
                PARTS.stream().skip(results.size()).map(Part::title).toList();
        return new ReproductionPage(folder, options, results, missing);
    }

    /** After every part, because the whole takes long. */
    private void write(List<PartResult> results, Request request) {
        List<ResultTable> tables =
                results.stream().flatMap(r -> r.tables().stream()).toList();
        LatexTable.write(tables, tables(folder));
        AtomicFile.writeString(page(folder), page(results).html(request.command()));
        Circumstances.change(folder, known -> known.withCommand(request, options.threads()));
    }
}
