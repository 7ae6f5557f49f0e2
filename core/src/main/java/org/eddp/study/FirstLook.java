package org.eddp.study;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eddp.features.FeatureSet;
import org.eddp.features.PatchLayer;
import org.eddp.files.Json;
import org.eddp.health.ConceptNumber;
import org.eddp.images.ImageList;
import org.eddp.images.input.Preprocessing;
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
 * From a network and a folder of pictures to a run, with everything chosen that was not asked for, and said: the layer, the
 * preprocessing, the number of concepts. The folder is that of a run like any other, with its feature set inside; what is there
 * already is kept, and what was interrupted goes on.
 */
public final class FirstLook {
    /** Folder of the feature set inside that of the look. */
    public static final String FEATURES = "features";

    /** The layer among the choices. */
    public static final String LAYER = "Layer";
    /** Whether influence was tested, among the choices. */
    public static final String TEST = "Test for chance";
    /** What that choice is if it was. */
    public static final String YES = "yes";

    static final String CHOICES = "choices.json";
    /** Marks a dataset with masks. */
    private static final String ANNOTATED = "label.csv";

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
     * What was asked for.
     *
     * @param layer the layer to look at; null for the last one with several patches
     * @param output which of several outputs of the network has the logits, null if there is only one
     * @param preprocessing how pictures become inputs
     * @param classNames file with the name of class k in line k, or a word that {@link ClassNames#read} knows; null for ImageNet's
     *     if the network has its classes
     * @param tested whether influence is tested for chance; null for where that takes no passes through the network
     * @param overwrite whether to look again in a folder that holds a look at other pictures, or with other choices
     * @param learning how directions are learned; without a number of concepts, as many as the patches support
     */
    public record Options(
            String layer,
            String output,
            InputChoice preprocessing,
            Path classNames,
            Boolean tested,
            boolean overwrite,
            Learning.Options learning) {
        /** Everything is chosen by the look. */
        public static final Options DEFAULT =
                new Options(null, null, InputChoice.of((String) null), null, null, false, Learning.Options.of(null));
    }

    /**
     * Something that was chosen.
     *
     * @param value what
     * @param reason why
     */
    public record Choice(String value, String reason) {}

    /**
     * What a look chose before it began. Content of {@code choices.json}, so that a look that goes on after an interruption chooses
     * the same and still knows why.
     *
     * @param layer address of the layer
     */
    record Begun(Choice layer, Preprocessing preprocessing, String preprocessingReason) {}

    /**
     * A finished look.
     *
     * @param preprocessing how pictures became inputs
     * @param concepts number of concepts
     * @param choices everything that was chosen, by what it is
     */
    public record Result(Preprocessing preprocessing, int concepts, Map<String, Choice> choices) {}

    /**
     * Looks, or goes on looking.
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
        StagesInOrder stages = new StagesInOrder(monitor, annotated ? 4 : 3);
        Begun begun = before(folder).orElseGet(() -> choose(names, folder));
        FeatureSet set = extract(begun, folder.resolve(FEATURES), stages.next());
        names.requireFit(set.info().classes());
        sayUnreadable(set);
        Monitor second = stages.next();
        ConceptNumber number = Learning.number(set, options.learning(), second);
        Choice concepts = said(Integer.toString(number.concepts()), number.reason());
        Learning.learn(set, folder, learning(number), second);
        Choice test = ask(folder, annotated, stages);
        Map<String, Choice> choices = new LinkedHashMap<>();
        choices.put(LAYER, begun.layer());
        choices.put("Preprocessing", new Choice(begun.preprocessing().toString(), begun.preprocessingReason()));
        choices.put("Number of concepts", concepts);
        choices.put(TEST, test);
        return new Result(begun.preprocessing(), number.concepts(), choices);
    }

    /** Learning goes on where it was, unless it is to begin again. */
    private Learning.Options learning(ConceptNumber number) {
        Learning.Options resuming = options.learning().resuming(number.concepts(), network);
        return options.overwrite() ? resuming.fromTheBeginning() : resuming;
    }

    /** How many pictures are not among those looked at, and which. */
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

    /** What an earlier look chose, if nothing else is asked for now; whether it still fits is found when its features are read. */
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

    /** Notes what was chosen; what is there already stays, and is refused if it is something else. */
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

    private Begun choose(ClassNames names, Path folder) {
        ImageList list = ImageList.of(images);
        try (Workers workers = new Workers(options.learning().threads())) {
            Network found = options.preprocessing().load(network, options.output());
            names.requireFit(found.classes()); // before anything that takes long
            InputChoice.Found input =
                    options.preprocessing().find(network, found, options.output(), list, workers, monitor);
            Choice how = said("preprocessing: ", input.preprocessing().toString(), input.reason());
            try (Network sized = Networks.fit(
                    found,
                    network,
                    input.preprocessing().cropHeight(),
                    input.preprocessing().cropWidth(),
                    options.output())) {
                Choice layer = options.layer() == null ? layer(sized) : new Choice(options.layer(), ASKED);
                return noted(new Begun(layer, input.preprocessing(), how.reason()), folder);
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

    /** Says why something was chosen, unless it was asked for. */
    private Choice said(String what, String value, String reason) {
        if (reason.isEmpty()) {
            return new Choice(value, ASKED);
        }
        monitor.remark(what + reason);
        return new Choice(value, reason);
    }

    private Choice said(String value, String reason) {
        return said("", value, reason);
    }

    private FeatureSet extract(Begun begun, Path features, Monitor stage) {
        return Extraction.run(
                network,
                images,
                features,
                new Extraction.Options(
                        begun.layer().value(),
                        InputChoice.of(begun.preprocessing()),
                        null,
                        false,
                        Extraction.BATCH,
                        Extraction.SHARD_BYTES,
                        false,
                        options.overwrite(),
                        options.learning().threads()),
                stage);
    }

    /** Names by masks where the pictures have some, and which classes concepts move. */
    private Choice ask(Path folder, boolean annotated, StagesInOrder stages) {
        Learning.Options learning = options.learning();
        try (Run run = Run.open(
                folder,
                new Run.Options(network, null, null, options.classNames(), learning.threads(), learning.request()),
                monitor)) {
            run.keepClassNames();
            boolean closed = run.features().readout().isPresent();
            boolean tested = options.tested() == null ? closed : options.tested();
            if (run.read(Results.INFLUENCE).filter(r -> r.tested() || !tested).isEmpty()) {
                ImageList.requireReadable(images); // pictures that are gone do not look as if they had masks
                if (annotated) {
                    Monitor third = stages.next();
                    if (run.read(Results.LABELS).isEmpty()) {
                        Labelling.label(run, Labelling.Options.of(images), third);
                    }
                }
                if (run.provenance().outputs().decides()) {
                    InfluenceStudy.Options usual = InfluenceStudy.Options.of(learning.seed());
                    InfluenceStudy.run(run, tested ? usual : usual.untested(), stages.next());
                }
            }
            String reason = options.tested() != null
                    ? ASKED
                    : closed
                            ? "with pooling and one linear layer above the layer it takes seconds"
                            : "every noise vector would have to go through the network, which takes long";
            return new Choice(tested ? YES : "no", reason);
        }
    }
}
