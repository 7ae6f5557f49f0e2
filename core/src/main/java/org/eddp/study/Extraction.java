package org.eddp.study;

import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Function;
import org.eddp.features.FeatureExtraction;
import org.eddp.features.FeatureSet;
import org.eddp.features.Grid;
import org.eddp.features.PatchLayer;
import org.eddp.images.ImageList;
import org.eddp.images.Preprocessing;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.load.Networks;
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
     * @param preprocessing how pictures become inputs, for what the network takes
     * @param grid height and width of the grid of a transformer's tokens; null for the largest square
     * @param half store half-precision numbers
     * @param batch images that go through the network together
     * @param shardBytes size of a file of features at most: what an interruption can cost
     * @param strict stop at a broken image instead of skipping it
     * @param overwrite extract anew if the folder holds features of something else
     * @param threads number of threads; results do not depend on it
     */
    public record Options(
            String layer,
            Function<ImageInput, Preprocessing> preprocessing,
            int[] grid,
            boolean half,
            int batch,
            long shardBytes,
            boolean strict,
            boolean overwrite,
            int threads) {
        /**
         * The usual.
         *
         * @param preset name of a preprocessing, brought to the size of the network's input
         */
        public static Options of(String layer, String preset) {
            return new Options(
                    layer,
                    input -> {
                        Preprocessing own = Preprocessing.preset(preset);
                        return input.height() > 0 && input.width() > 0
                                ? own.withSize(input.height(), input.width())
                                : own;
                    },
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
        FeatureExtraction.Options how = new FeatureExtraction.Options(
                options.half() ? FeatureExtraction.NumberType.FLOAT16 : FeatureExtraction.NumberType.FLOAT32,
                options.batch(),
                options.shardBytes(),
                options.strict(),
                options.overwrite());
        ImageList list = ImageList.of(images);
        String output = LayerAddress.of(options.layer()).output();
        Network found = Networks.load(network, output);
        Preprocessing preprocessing = options.preprocessing().apply(found.input());
        try (Network loaded =
                        Networks.fit(found, network, preprocessing.cropHeight(), preprocessing.cropWidth(), output);
                Workers workers = new Workers(options.threads());
                Monitor.Stage stage = monitor.stage("features", list.size())) {
            Grid grid = options.grid() == null ? null : new Grid(options.grid()[0], options.grid()[1]);
            PatchLayer layer = PatchLayer.of(loaded.cut(options.layer()), grid);
            if (!layer.readsPatches()) {
                monitor.remark(layer.unreadPatches());
            }
            return FeatureExtraction.run(
                    folder,
                    new FeatureExtraction.Source(network, loaded, layer, list, preprocessing),
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
