package org.eddp.study;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eddp.audit.AuditOptions;
import org.eddp.features.FeatureExtraction;
import org.eddp.features.FeatureSet;
import org.eddp.features.PatchLayer;
import org.eddp.files.json.Json;
import org.eddp.health.ConceptNumber;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageList;
import org.eddp.monitor.Monitor;
import org.eddp.names.ClassNames;
import org.eddp.network.LayerAddress;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.load.Networks;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.RunFailure;
import org.eddp.study.measure.InfluenceStudy;
import org.eddp.study.measure.Labelling;
import org.eddp.tensor.Workers;

/**
 * Makes a run from a network and a folder of pictures. It chooses and reports everything that the user did not specify:
 * the layer, the preprocessing, the number of concepts. The folder is an ordinary run with its feature set inside.
 * Finished parts are kept, and interrupted work continues.
 */
public final class FirstLook {
    /** Folder of the feature set inside that of the look. */
    public static final String FEATURES = "features";

    /** The key of the choice of the layer. */
    public static final String LAYER = "Layer";
    /** The key of the choice whether influence is tested. */
    public static final String TEST = "Test for chance";
    /** The value of that choice if influence is tested. */
    public static final String YES = "yes";

    static final String CHOICES = "choices.json";
    /** Marks a dataset with masks. */
    private static final String ANNOTATED = "label.csv";

    /** Pictures that the audit examines if each of them has to go through the network: a first look shall not take long. */
    private static final int AUDITED = 50;

    private static final int SHOWN_UNREADABLE = 5;
    private static final String ASKED = "as asked for";

    private final Path network;
    private final Path images;
    private final Options options;
    private final Monitor monitor;

    private FirstLook(Path network, Path images, Options options, Monitor monitor) {
        this.network = network;
        this.images = images;
        this.options = options;
        this.monitor = monitor;
    }

    /**
     * Options of a look.
     *
     * @param layer the layer to look at; null for the last one with several patches
     * @param output which of several outputs of the network has the logits, null if there is only one
     * @param preprocessing how pictures become inputs
     * @param classNames file with the name of class k in line k, or a word that {@link ClassNames#read} knows; null for
     *     ImageNet's if the network has its classes
     * @param tested whether influence is tested for chance; null to test only if that needs no passes through the
     *     network
     * @param overwrite whether to look again in a folder that holds a look at other pictures, or with other choices
     * @param learning how directions are learned; without a number of concepts, as many as the patches support
     */
    public record Options(
            LayerAddress layer,
            String output,
            InputChoice preprocessing,
            Path classNames,
            Boolean tested,
            boolean overwrite,
            Learning.Options learning) {
        /** Everything is chosen by the look. */
        public static final Options DEFAULT =
                new Options(null, null, InputChoice.AUTOMATIC, null, null, false, Learning.Options.of(null));

        /** The same with {@code layer} changed. */
        public Options withLayer(LayerAddress changed) {
            return new Options(changed, output, preprocessing, classNames, tested, overwrite, learning);
        }

        /** The same with {@code output} changed. */
        public Options withOutput(String changed) {
            return new Options(layer, changed, preprocessing, classNames, tested, overwrite, learning);
        }

        /** The same with {@code preprocessing} changed. */
        public Options withPreprocessing(InputChoice changed) {
            return new Options(layer, output, changed, classNames, tested, overwrite, learning);
        }

        /** The same with {@code classNames} changed. */
        public Options withClassNames(Path changed) {
            return new Options(layer, output, preprocessing, changed, tested, overwrite, learning);
        }

        /** The same with {@code tested} changed. */
        public Options withTested(Boolean changed) {
            return new Options(layer, output, preprocessing, classNames, changed, overwrite, learning);
        }

        /** The same with {@code overwrite} changed. */
        public Options withOverwrite(boolean changed) {
            return new Options(layer, output, preprocessing, classNames, tested, changed, learning);
        }

        /** The same with {@code learning} changed. */
        public Options withLearning(Learning.Options changed) {
            return new Options(layer, output, preprocessing, classNames, tested, overwrite, changed);
        }
    }

    /**
     * A choice.
     *
     * @param value the choice
     * @param reason for it
     */
    public record Choice(String value, String reason) {}

    /**
     * The choices of a look before it began. Content of {@code choices.json}, so that a resumed look makes the same
     * choices and can give the reasons.
     *
     * @param layer address of the layer
     */
    record Begun(Choice layer, Preprocessing preprocessing, String preprocessingReason) {}

    /**
     * A finished look.
     *
     * @param preprocessing how pictures became inputs
     * @param concepts number of concepts
     * @param choices all choices, by name
     */
    public record Result(Preprocessing preprocessing, int concepts, Map<String, Choice> choices) {}

    /**
     * Looks, or continues an interrupted look.
     *
     * @param images folder of pictures, list of files, or dataset
     * @param folder of the run
     */
    public static Result run(Path network, Path images, Path folder, Options options, Monitor monitor) {
        return new FirstLook(network, images, options, monitor).run(folder);
    }

    private Result run(Path folder) {
        ClassNames names = options.classNames() == null ? ClassNames.NONE : ClassNames.read(options.classNames());
        boolean annotated = Files.exists(images.resolve(ANNOTATED));
        StagesInOrder stages = new StagesInOrder(monitor, annotated ? 5 : 4);
        Chosen chosen = before(folder).map(known -> new Chosen(known, null)).orElseGet(() -> choose(names, folder));
        Begun begun = chosen.begun();
        FeatureSet set = extract(chosen, folder.resolve(FEATURES), stages.next());
        names.requireFit(set.info().classes());
        sayUnreadable(set);
        Monitor second = stages.next();
        ConceptNumber number = Learning.learn(set, folder, learning(), second).number();
        Choice test = ask(folder, annotated, stages);
        Map<String, Choice> choices = new LinkedHashMap<>();
        choices.put(LAYER, begun.layer());
        choices.put("Preprocessing", new Choice(begun.preprocessing().toString(), begun.preprocessingReason()));
        choices.put(
                "Number of concepts",
                new Choice(Integer.toString(number.concepts()), number.reason().isEmpty() ? ASKED : number.reason()));
        choices.put(TEST, test);
        return new Result(begun.preprocessing(), number.concepts(), choices);
    }

    /** Learning continues, unless it is to start again. */
    private Learning.Options learning() {
        Learning.Options how = options.learning();
        return how.withNetwork(how.network() == null ? network : how.network())
                .withCheckpoints(how.checkpoints().withResume(!options.overwrite()));
    }

    /** The pictures that an earlier look does not include. */
    private void sayUnreadable(FeatureSet set) {
        List<FeatureSet.ImageRecord> skipped = set.skipped();
        if (!skipped.isEmpty()) {
            int listed = set.info().provenance().listed();
            String first = skipped.stream()
                    .limit(SHOWN_UNREADABLE)
                    .map(FeatureSet.ImageRecord::name)
                    .collect(Collectors.joining(", "));
            monitor.remark(skipped.size() + " of " + listed + " pictures could not be read and are left out: " + first
                    + (skipped.size() > SHOWN_UNREADABLE ? ", ..." : "")
                    + " (" + skipped.get(0).skipped() + ")");
        }
    }

    /**
     * The choices of an earlier look, if the user does not specify others; reading the features checks that they still
     * fit.
     */
    private Optional<Begun> before(Path folder) {
        boolean free = options.layer() == null && !options.preprocessing().asked() && !options.overwrite();
        Optional<Begun> earlier = free ? begun(folder) : Optional.empty();
        earlier.ifPresent(known -> monitor.remark(
                "layer and preprocessing: as before, " + known.layer().value() + "; " + known.preprocessing()));
        return earlier;
    }

    static Optional<Begun> begun(Path folder) {
        Path file = folder.resolve(CHOICES);
        return Files.exists(file) ? Optional.of(Json.read(file, Begun.class)) : Optional.empty();
    }

    /** Writes the choices; refuses a folder with other choices. */
    private Begun noted(Begun chosen, Path folder) {
        Optional<Begun> earlier = options.overwrite() ? Optional.empty() : begun(folder);
        if (earlier.isEmpty()) {
            Json.write(folder.resolve(CHOICES), chosen);
            return chosen;
        }
        Begun known = earlier.get();
        if (!known.layer().value().equals(chosen.layer().value())
                || !known.preprocessing().equals(chosen.preprocessing())) {
            throw new RunFailure.WouldReplace(
                    folder + " holds a look at layer " + known.layer().value() + " ("
                            + known.preprocessing() + "), not at layer "
                            + chosen.layer().value() + " ("
                            + chosen.preprocessing() + "); take another folder for this one, or replace it");
        }
        return known;
    }

    /**
     * The subject of the look.
     *
     * @param opened inputs of the features, opened for the choice; null if it was known before
     */
    private record Chosen(Begun begun, Extraction.Opened opened) {}

    private Chosen choose(ClassNames names, Path folder) {
        ImageList list = ImageList.of(images);
        try (Workers workers = new Workers(options.learning().threads())) {
            Network found = options.preprocessing().load(network, options.output());
            names.requireFit(found.classes()); // before anything that takes long
            InputChoice.Found input =
                    options.preprocessing().find(network, found, options.output(), list, workers, monitor);
            Choice how = said("preprocessing: ", input.preprocessing().toString(), input.reason());
            Network sized = Networks.fit(
                    found,
                    network,
                    input.preprocessing().cropHeight(),
                    input.preprocessing().cropWidth(),
                    options.output());
            try {
                Choice layer = options.layer() == null
                        ? layer(sized)
                        : new Choice(options.layer().toString(), ASKED);
                Begun begun = noted(new Begun(layer, input.preprocessing(), how.reason()), folder);
                String output = LayerAddress.of(begun.layer().value()).output();
                if (Objects.equals(output, options.output())) {
                    return new Chosen(begun, new Extraction.Opened(network, sized, list, begun.preprocessing()));
                }
                sized.close(); // the layer names another output
                return new Chosen(begun, null);
            } catch (RuntimeException e) {
                sized.close();
                throw e;
            }
        }
    }

    private Choice layer(Network sized) {
        Network.Layer last = PatchLayer.last(sized)
                .orElseThrow(() -> new NetworkFailure("in " + network
                        + " no layer was found that has several patches and that the classes depend on; name the layer"
                        + " to look at"));
        boolean linear = PatchLayer.ofOwnGrid(sized.cut(last.name()))
                .flatMap(PatchLayer::readout)
                .isPresent();
        String reason = String.format(
                Locale.ROOT,
                "%s (%s), the last one with several patches, where concepts are nearest to the classes; above it %s",
                last.name(),
                Arrays.stream(last.shape()).mapToObj(Long::toString).collect(Collectors.joining(" x ")),
                linear
                        ? "are only pooling and one linear layer"
                        : "is more than pooling and one linear layer, so scores go through the network");
        return said("layer: ", new LayerAddress(last.name(), null, options.output()).toString(), reason);
    }

    /** Reports the reason of a choice that the user did not make. */
    private Choice said(String what, String value, String reason) {
        if (reason.isEmpty()) {
            return new Choice(value, ASKED);
        }
        monitor.remark(what + reason);
        return new Choice(value, reason);
    }

    private FeatureSet extract(Chosen chosen, Path features, Monitor stage) {
        Extraction.Options how = Extraction.Options.of(
                        LayerAddress.of(chosen.begun().layer().value()))
                .withPreprocessing(InputChoice.of(chosen.begun().preprocessing()))
                .withStorage(FeatureExtraction.Options.DEFAULT.withOverwrite(options.overwrite()))
                .withThreads(options.learning().threads());
        return chosen.opened() == null
                ? Extraction.run(network, images, features, how, stage)
                : Extraction.run(chosen.opened(), features, how, stage);
    }

    /** Which concepts look like shortcuts, unless that is known or the network does not decide. */
    private static void audit(Run run, boolean closed, StagesInOrder stages) {
        if (run.provenance().outputs().decides() && run.read(Results.AUDIT).isEmpty()) {
            AuditOptions usual = AuditOptions.DEFAULT;
            AuditStudy.run(
                    run,
                    AuditStudy.Options.DEFAULT.withAudit(closed ? usual : usual.withSample(AUDITED)),
                    stages.next());
        }
    }

    /** Names by masks where the pictures have some, and which classes concepts move. */
    private Choice ask(Path folder, boolean annotated, StagesInOrder stages) {
        Learning.Options learning = options.learning();
        Run.Options opened = Run.Options.DEFAULT
                .withNetwork(network)
                .withClassNames(options.classNames())
                .withThreads(learning.threads())
                .withRequest(learning.request());
        try (Run run = Run.open(folder, opened, monitor)) {
            run.keepClassNames();
            boolean closed = run.features().readout().isPresent();
            boolean tested = options.tested() == null ? closed : options.tested();
            if (run.read(Results.INFLUENCE).filter(r -> r.tested() || !tested).isEmpty()) {
                ImageList.requireReadable(images); // missing pictures must not be mistaken for pictures with masks
                if (annotated) {
                    Monitor third = stages.next();
                    if (run.read(Results.LABELS).isEmpty()) {
                        Labelling.label(run, Labelling.Options.of(images), third);
                    }
                }
                if (run.provenance().outputs().decides()) {
                    InfluenceStudy.Options usual = InfluenceStudy.Options.of(learning.seed());
                    InfluenceStudy.run(run, tested ? usual : usual.withTested(false), stages.next());
                }
            }
            audit(run, closed, stages);
            String reason = options.tested() != null
                    ? ASKED
                    : closed
                            ? "with pooling and one linear layer above the layer it takes seconds"
                            : "every noise vector would have to go through the network, which takes long";
            return new Choice(tested ? YES : "no", reason);
        }
    }
}
