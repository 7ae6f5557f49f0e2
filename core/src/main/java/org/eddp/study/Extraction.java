package org.eddp.study;

import java.nio.file.Path;
import java.util.Locale;
import org.eddp.features.FeatureExtraction;
import org.eddp.features.FeatureSet;
import org.eddp.features.Grid;
import org.eddp.features.PatchLayer;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageList;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.parts.Distributor;
import org.eddp.parts.Part;
import org.eddp.parts.Part.FinishedPart;
import org.eddp.tensor.Workers;

/** Features of images at a layer of a network, on disk. */
public final class Extraction {
    private Extraction() {}

    /**
     * How features are computed and stored.
     *
     * @param layer the layer of study
     * @param preprocessing how pictures become inputs
     * @param grid of a transformer's tokens; null for the largest square
     * @param storage how features are stored
     * @param threads number of threads; results do not depend on it
     */
    public record Options(
            LayerAddress layer, InputChoice preprocessing, Grid grid, FeatureExtraction.Options storage, int threads) {
        /** The preprocessing that the file says or that the network is surest with, and the usual storage. */
        public static Options of(LayerAddress layer) {
            int all = Runtime.getRuntime().availableProcessors();
            return new Options(layer, InputChoice.AUTOMATIC, null, FeatureExtraction.Options.DEFAULT, all);
        }

        /** The same with {@code preprocessing} changed. */
        public Options withPreprocessing(InputChoice changed) {
            return new Options(layer, changed, grid, storage, threads);
        }

        /** The same with {@code grid} changed. */
        public Options withGrid(Grid changed) {
            return new Options(layer, preprocessing, changed, storage, threads);
        }

        /** The same with {@code storage} changed. */
        public Options withStorage(FeatureExtraction.Options changed) {
            return new Options(layer, preprocessing, grid, changed, threads);
        }

        /** The same with {@code threads} changed. */
        public Options withThreads(int changed) {
            return new Options(layer, preprocessing, grid, storage, changed);
        }
    }

    /**
     * Extracts, or continues an extraction.
     *
     * @param network its file
     * @param images folder, list of files, or dataset
     * @param folder of the feature set
     */
    public static FeatureSet run(Path network, Path images, Path folder, Options options, Monitor monitor) {
        return run(network, images, folder, options, Distributor.HERE, monitor);
    }

    /**
     * The same with shards computed by a distributor.
     *
     * @param network its file
     * @param images folder, list of files, or dataset
     * @param folder of the feature set
     */
    public static FeatureSet run(
            Path network, Path images, Path folder, Options options, Distributor distributor, Monitor monitor) {
        return prepare(
                network,
                images,
                options,
                (source, how, workers, stage) ->
                        FeatureExtraction.run(folder, source, how, distributor, workers, stage),
                monitor);
    }

    /**
     * The same of what is open already.
     *
     * @param opened its network is closed at the end
     */
    static FeatureSet run(Opened opened, Path folder, Options options, Monitor monitor) {
        opened.images().leftOut().ifPresent(monitor::remark);
        try (Workers workers = new Workers(options.threads())) {
            return extract(
                    opened,
                    options,
                    (source, how, threads, stage) ->
                            FeatureExtraction.run(folder, source, how, Distributor.HERE, threads, stage),
                    workers,
                    monitor);
        }
    }

    /**
     * Extracts one part, or continues it; it is kept beside the feature set until all parts are complete.
     *
     * @param network its file
     * @param images folder, list of files, or dataset
     * @param folder of the whole feature set
     */
    public static FinishedPart part(
            Path network, Path images, Path folder, Part part, Options options, Monitor monitor) {
        return prepare(
                network,
                images,
                options,
                (source, how, workers, stage) -> FeatureExtraction.part(folder, part, source, how, workers, stage),
                monitor);
    }

    /**
     * Merges parts that were extracted with the same inputs and options.
     *
     * @param network its file
     * @param images folder, list of files, or dataset
     * @param folder of the feature set
     */
    public static FeatureSet merge(Path network, Path images, Path folder, Options options, Monitor monitor) {
        return prepare(
                network,
                images,
                options,
                (source, how, workers, stage) -> FeatureExtraction.merge(folder, source, how),
                monitor);
    }

    /** A task on the inputs of features. */
    private interface Doing<T> {
        T run(FeatureExtraction.Source source, FeatureExtraction.Options how, Workers workers, Monitor monitor);
    }

    private static <T> T prepare(Path network, Path images, Options options, Doing<T> doing, Monitor monitor) {
        ImageList list = ImageList.of(images);
        list.leftOut().ifPresent(monitor::remark);
        String output = options.layer().output();
        try (Workers workers = new Workers(options.threads())) {
            Network found = options.preprocessing().load(network, output);
            found.cut(options.layer().toString()); // fails fast on unknown layers
            Preprocessing preprocessing =
                    options.preprocessing().choose(network, found, output, list, workers, monitor);
            Network loaded =
                    Networks.fit(found, network, preprocessing.cropHeight(), preprocessing.cropWidth(), output);
            return extract(new Opened(network, loaded, list, preprocessing), options, doing, workers, monitor);
        }
    }

    /**
     * The inputs of features.
     *
     * @param network loaded for images of the size of the preprocessing
     */
    record Opened(Path file, Network network, ImageList images, Preprocessing preprocessing) {}

    private static <T> T extract(Opened opened, Options options, Doing<T> doing, Workers workers, Monitor monitor) {
        try (Network loaded = opened.network();
                Monitor.Stage stage = monitor.stage("features", opened.images().size())) {
            PatchLayer layer = PatchLayer.of(loaded.cut(options.layer().toString()), options.grid());
            layer.requirePatchesLast(loaded);
            if (!layer.readsPatches()) {
                monitor.remark(layer.unreadPatches());
            }
            return doing.run(
                    new FeatureExtraction.Source(opened.file(), loaded, layer, opened.images(), opened.preprocessing()),
                    options.storage(),
                    workers,
                    new Speed(stage));
        }
    }

    /** Progress with images per second. */
    private static final class Speed implements Monitor {
        private final Monitor whole;
        private final long begin = System.nanoTime();
        private long first = -1;

        Speed(Monitor whole) {
            this.whole = whole;
        }

        @Override
        public void onProgress(long done, long total) {
            first = first < 0 ? done : first;
            whole.onProgress(
                    done,
                    total,
                    () -> String.format(
                            Locale.ROOT, "%.1f images/s", (done - first) / ((System.nanoTime() - begin) / 1e9)));
        }

        @Override
        public boolean stopRequested() {
            return whole.stopRequested();
        }
    }
}
