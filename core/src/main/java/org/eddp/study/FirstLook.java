package org.eddp.study;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eddp.features.FeatureSet;
import org.eddp.features.PatchLayer;
import org.eddp.files.Request;
import org.eddp.images.ImageList;
import org.eddp.images.Preprocessing;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.load.Networks;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.tensor.Workers;

/**
 * From a network and a folder of pictures to a run, with everything chosen that was not asked for, and said: the layer, the
 * preprocessing, the number of concepts. The feature set and the run are like any other; what is there already is kept, and what was
 * interrupted goes on.
 */
public final class FirstLook {
    /** Folder of the feature set inside that of the look. */
    public static final String FEATURES = "features";
    /** Folder of the run inside that of the look. */
    public static final String RUN = "run";

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
     * @param classNames file with the name of class k in line k, or null
     * @param learning how directions are learned; without a number of concepts, as many as the patches support
     */
    public record Options(
            String layer, String output, InputChoice preprocessing, Path classNames, Learning.Options learning) {}

    /** The layer and the preprocessing of a look. */
    private record Chosen(String layer, Preprocessing preprocessing) {}

    /**
     * Looks, or goes on looking.
     *
     * @param images folder of pictures, list of files, or dataset
     * @param folder where everything goes
     * @return folder of the run
     */
    public static Path run(Path network, Path images, Path folder, Options options, Monitor monitor) {
        return new FirstLook(network, images, options, monitor).run(folder);
    }

    private Path run(Path folder) {
        Path features = folder.resolve(FEATURES);
        Chosen chosen = before(features).orElseGet(this::choose);
        Learning.Options learning = options.learning();
        FeatureSet set = Extraction.run(
                network,
                images,
                features,
                new Extraction.Options(
                        chosen.layer(),
                        InputChoice.of(chosen.preprocessing()),
                        null,
                        false,
                        Extraction.BATCH,
                        Extraction.SHARD_BYTES,
                        false,
                        false,
                        learning.threads()),
                monitor);
        Path run = folder.resolve(RUN);
        Learning.learn(set, run, learning.resuming(network), monitor);
        ask(run, learning.threads(), learning.request());
        return run;
    }

    /** What an earlier look chose, if nothing else is asked for now; whether it still fits is found when its features are read. */
    private Optional<Chosen> before(Path features) {
        boolean free = options.layer() == null && options.preprocessing().preset() == null;
        Optional<FeatureSet.Provenance> earlier = free ? FeatureSet.begun(features) : Optional.empty();
        earlier.ifPresent(known ->
                monitor.remark("layer and preprocessing: as before, " + known.layer() + "; " + known.preprocessing()));
        return earlier.map(known -> new Chosen(known.layer(), known.preprocessing()));
    }

    private Chosen choose() {
        ImageList list = ImageList.of(images);
        try (Workers workers = new Workers(options.learning().threads())) {
            Network found = Networks.load(network, options.output());
            Preprocessing preprocessing =
                    options.preprocessing().choose(network, found, options.output(), list, workers, monitor);
            try (Network sized = Networks.fit(
                    found, network, preprocessing.cropHeight(), preprocessing.cropWidth(), options.output())) {
                return new Chosen(options.layer() == null ? layer(sized) : options.layer(), preprocessing);
            }
        }
    }

    private String layer(Network sized) {
        Network.Layer last = PatchLayer.last(sized)
                .orElseThrow(() -> new NetworkFailure("in " + network
                        + " no layer was found that has several patches and that the classes depend on; name the layer to"
                        + " look at"));
        boolean linear = PatchLayer.ofOwnGrid(sized.cut(last.name()))
                .flatMap(PatchLayer::readout)
                .isPresent();
        monitor.remark(String.format(
                Locale.ROOT,
                "layer: %s (%s), the last one with several patches, where concepts are nearest to the classes; above it %s",
                last.name(),
                Arrays.stream(last.shape()).mapToObj(Long::toString).collect(Collectors.joining(" x ")),
                linear
                        ? "are only pooling and one linear layer"
                        : "is more than pooling and one linear layer, so scores go through the network"));
        return new LayerAddress(last.name(), null, options.output()).toString();
    }

    /** Names by masks where the pictures have some, and which classes concepts move. */
    private void ask(Path folder, int threads, Request request) {
        try (Run run = Run.open(
                folder, new Run.Options(network, null, null, options.classNames(), threads, request), monitor)) {
            if (Files.exists(images.resolve("label.csv"))
                    && run.read(Results.LABELS).isEmpty()) {
                Labelling.label(run, Labelling.Options.of(images), monitor);
            }
            if (run.read(Results.INFLUENCE).isEmpty()) {
                InfluenceStudy.Options usual =
                        InfluenceStudy.Options.of(options.learning().seed());
                boolean closed = run.features().readout().isPresent();
                InfluenceStudy.run(run, closed ? usual : usual.untested(), monitor);
            }
        }
    }
}
