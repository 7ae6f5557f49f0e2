package org.eddp.study;

import java.nio.file.Path;
import java.util.Locale;
import org.eddp.features.FeatureExtraction;
import org.eddp.features.FeatureSet;
import org.eddp.features.Grid;
import org.eddp.features.PatchLayer;
import org.eddp.images.ImageList;
import org.eddp.images.input.Preprocessing;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.parts.Distributor;
import org.eddp.parts.FinishedPart;
import org.eddp.parts.Part;
import org.eddp.tensor.Workers;

/** Features of images at a layer of a network, on disk. */
public final class Extraction {
    /** Images that go through a network together unless told otherwise. */
    public static final int BATCH = FeatureExtraction.Options.DEFAULT.batchImages();

    /** Size of a file of features unless told otherwise. */
    public static final long SHARD_BYTES = FeatureExtraction.Options.DEFAULT.shardBytes();

    private Extraction() {}

    /**
     * How features are computed and kept.
     *
     * @param layer the layer of study
     * @param preprocessing how pictures become inputs
     * @param grid height and width of the grid of a transformer's tokens; null for the largest square
     * @param half store half-precision numbers
     * @param batch images that go through the network together
     * @param shardBytes size of a file of features at most: what an interruption can cost
     * @param strict stop at a broken image instead of skipping it
     * @param overwrite replace the features if the folder holds features of something else
     * @param threads number of threads; results do not depend on it
     * @param kept whether features are stored; otherwise they are computed from the images again whenever they are needed
     */
    public record Options(
            String layer,
            InputChoice preprocessing,
            int[] grid,
            boolean half,
            int batch,
            long shardBytes,
            boolean strict,
            boolean overwrite,
            int threads,
            boolean kept) {
        /** Features that are stored. */
        public Options(
                String layer,
                InputChoice preprocessing,
                int[] grid,
                boolean half,
                int batch,
                long shardBytes,
                boolean strict,
                boolean overwrite,
                int threads) {
            this(layer, preprocessing, grid, half, batch, shardBytes, strict, overwrite, threads, true);
        }

        /**
         * The usual.
         *
         * @param preset name of a preprocessing, brought to the size of the network's input; null to find out which
         */
        public static Options of(String layer, String preset) {
            return new Options(
                    layer,
                    InputChoice.of(preset),
                    null,
                    false,
                    BATCH,
                    SHARD_BYTES,
                    false,
                    false,
                    Runtime.getRuntime().availableProcessors());
        }
    }

    /**
     * Extracts, or goes on extracting.
     *
     * @param network its file
     * @param images folder, list of files, or dataset
     * @param folder of the feature set
     */
    public static FeatureSet run(Path network, Path images, Path folder, Options options, Monitor monitor) {
        return run(network, images, folder, options, Distributor.HERE, monitor);
    }

    /**
     * The same with shards computed by whomever a distributor chooses.
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
     * Extracts, or goes on extracting, one of several parts, which is kept beside the feature set until all are there.
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
     * Puts the parts together that were extracted of the same with the same options.
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

    /** What is done with what features are computed from. */
    private interface Doing<T> {
        T run(FeatureExtraction.Source source, FeatureExtraction.Options how, Workers workers, Monitor monitor);
    }

    private static <T> T prepare(Path network, Path images, Options options, Doing<T> doing, Monitor monitor) {
        FeatureExtraction.Options how = new FeatureExtraction.Options(
                options.half() ? FeatureExtraction.NumberType.FLOAT16 : FeatureExtraction.NumberType.FLOAT32,
                options.batch(),
                options.shardBytes(),
                options.strict(),
                options.overwrite(),
                options.kept());
        ImageList list = ImageList.of(images);
        list.leftOut().ifPresent(monitor::remark);
        String output = LayerAddress.of(options.layer()).output();
        try (Workers workers = new Workers(options.threads())) {
            Network found = options.preprocessing().load(network, output);
            found.cut(options.layer()); // a name that is wrong is said before anything is tried
            Preprocessing preprocessing =
                    options.preprocessing().choose(network, found, output, list, workers, monitor);
            Network loaded =
                    Networks.fit(found, network, preprocessing.cropHeight(), preprocessing.cropWidth(), output);
            return extract(new Chosen(network, loaded, list, preprocessing), options, how, doing, workers, monitor);
        }
    }

    /** What features are computed from. */
    private record Chosen(Path file, Network network, ImageList images, Preprocessing preprocessing) {}

    private static <T> T extract(
            Chosen chosen,
            Options options,
            FeatureExtraction.Options how,
            Doing<T> doing,
            Workers workers,
            Monitor monitor) {
        try (Network loaded = chosen.network();
                Monitor.Stage stage = monitor.stage("features", chosen.images().size())) {
            Grid grid = options.grid() == null ? null : new Grid(options.grid()[0], options.grid()[1]);
            PatchLayer layer = PatchLayer.of(loaded.cut(options.layer()), grid);
            layer.requirePatchesLast(loaded);
            if (!layer.readsPatches()) {
                monitor.remark(layer.unreadPatches());
            }
            return doing.run(
                    new FeatureExtraction.Source(chosen.file(), loaded, layer, chosen.images(), chosen.preprocessing()),
                    how,
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
