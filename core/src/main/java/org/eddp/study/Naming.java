package org.eddp.study;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.files.FolderLock;
import org.eddp.files.RemoteFiles;
import org.eddp.files.Version;
import org.eddp.images.input.Preprocessing;
import org.eddp.metrics.Monosemanticity.CropEmbeddings;
import org.eddp.metrics.Monosemanticity.Embedder;
import org.eddp.metrics.TopImages;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.RunPictures;
import org.eddp.study.measure.Splits;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.words.GivenNames;
import org.eddp.words.WordList;
import org.eddp.words.WordNames;
import org.eddp.words.WordNames.WordAgreement;
import org.eddp.words.WordSearch;

/** Names for the concepts of a run without annotated masks: by words, or by hand. */
public final class Naming {
    private Naming() {}

    /**
     * Options of names by words.
     *
     * @param images pictures to crop; null for those of the feature set
     * @param encoder network whose output embeds pictures into the space of the words
     * @param layer of the encoder whose mean over the positions is the embedding; null for its output
     * @param preprocessing how pictures become its input
     * @param words with their embeddings
     * @param search how words are chosen
     */
    public record Options(
            Path images,
            Path encoder,
            LayerAddress layer,
            InputChoice preprocessing,
            WordList words,
            WordSearch.Options search) {
        /** Pictures of the feature set, the output of the encoder, and the usual search. */
        public static Options of(Path encoder, WordList words) {
            return new Options(null, encoder, null, InputChoice.AUTOMATIC, words, WordSearch.Options.DEFAULT);
        }

        /** The same with {@code images} changed. */
        public Options withImages(Path changed) {
            return new Options(changed, encoder, layer, preprocessing, words, search);
        }

        /** The same with {@code layer} changed. */
        public Options withLayer(LayerAddress changed) {
            return new Options(images, encoder, changed, preprocessing, words, search);
        }

        /** The same with {@code preprocessing} changed. */
        public Options withPreprocessing(InputChoice changed) {
            return new Options(images, encoder, layer, changed, words, search);
        }

        /** The same with {@code search} changed. */
        public Options withSearch(WordSearch.Options changed) {
            return new Options(images, encoder, layer, preprocessing, words, changed);
        }
    }

    /** Chooses words for every detector and writes them into the run. */
    public static WordNames byWords(Run run, Options options, Monitor monitor) {
        try (FolderLock lock = run.writing();
                Scope scope = Scope.open()) {
            FeatureSet set = features(run, options.images(), monitor);
            RunPictures pictures = options.images() == null ? run.pictures() : run.pictures(set);
            FeatureSource source = set.inMemory(Splits.IN_MEMORY);
            TopImages top = TopImages.of(
                            source,
                            run.directions().detectors(),
                            options.search().examples(),
                            run.workers(),
                            Monitor.NONE)
                    .widened(options.search().context(), source.grid());
            float[][][] examples = embed(run, top, source, pictures, options, monitor);
            WordNames names;
            try (Monitor.Stage stage = monitor.stage("words", 1000)) {
                names = new WordNames(
                        Version.current(),
                        run.options().command(),
                        run.digest(),
                        String.valueOf(options.encoder().getFileName()),
                        options.words().words().size(),
                        options.search(),
                        WordSearch.run(examples, options.words(), options.search(), run.workers(), stage));
            }
            run.write(Results.WORDS, names, run.options().command());
            return names;
        }
    }

    /**
     * How well names by words agree with labels by masks.
     *
     * @param words that the names were chosen from
     * @return empty if the run has no labels, or none that is one of the words
     */
    public static Optional<WordAgreement> agreement(Run run, WordNames names, WordList words) {
        return run.read(Results.LABELS)
                .map(labels -> WordAgreement.of(labels, names, words.words()))
                .filter(agreement -> agreement.detectors() > 0);
    }

    /** Those the run was made from where they are of the same pictures. */
    private static FeatureSet features(Run run, Path images, Monitor monitor) {
        if (images == null) {
            return run.features();
        }
        if (run.hasFeatures()) {
            String own = run.features().origin().images();
            if (own != null
                    && RemoteFiles.parse(own).equals(images.toAbsolutePath().normalize())
                    && RemoteFiles.exists(own)) {
                return run.features();
            }
        }
        return run.network().extract(images, monitor);
    }

    private static float[][][] embed(
            Run run, TopImages top, FeatureSource source, RunPictures pictures, Options options, Monitor monitor) {
        Network loaded = Networks.load(options.encoder());
        Preprocessing preprocessing = options.preprocessing().choose(options.encoder(), loaded.input(), monitor);
        try (Network network =
                        Networks.fit(loaded, options.encoder(), preprocessing.cropHeight(), preprocessing.cropWidth());
                Monitor.Stage stage = monitor.stage("embed", 1000)) {
            return CropEmbeddings.of(
                            top,
                            source.grid(),
                            pictures::picture,
                            pictures.preprocessing(),
                            new Embedder(preprocessing, embedding(network, options.layer())),
                            "embedding what detectors fire on",
                            run.workers(),
                            stage)
                    .embeddings();
        }
    }

    /** The output, or the mean of a layer over its positions. */
    private static UnaryOperator<Tensor> embedding(Network network, LayerAddress layer) {
        if (layer == null) {
            return network::logits;
        }
        Network.Cut cut = network.cut(layer.toString());
        return switch (cut.layer().shape().length) {
            case 3 -> images -> cut.lower(images).mean(3).mean(2);
            case 2 -> images -> cut.lower(images).mean(1);
            default -> cut::lower;
        };
    }

    /**
     * Sets or removes the name of one concept; the others keep theirs.
     *
     * @param name empty for none
     */
    public static GivenNames byHand(Run run, int concept, String name) {
        try (FolderLock lock = run.writing()) {
            GivenNames known = run.read(Results.GIVEN_NAMES)
                    .orElseGet(() ->
                            new GivenNames(Version.current(), run.options().command(), run.digest(), "", List.of()));
            GivenNames changed = known.with(concept, name);
            run.write(Results.GIVEN_NAMES, changed, run.options().command());
            return changed;
        }
    }

    /** Reads names from a table and writes them into the run; earlier ones are replaced. */
    public static GivenNames byHand(Run run, Path table) {
        try (FolderLock lock = run.writing()) {
            List<GivenNames.Given> names =
                    GivenNames.read(table, run.directions().concepts());
            GivenNames given = new GivenNames(
                    Version.current(),
                    run.options().command(),
                    run.digest(),
                    String.valueOf(table.getFileName()),
                    names);
            run.write(Results.GIVEN_NAMES, given, run.options().command());
            return given;
        }
    }
}
