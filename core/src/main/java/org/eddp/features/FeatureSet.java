package org.eddp.features;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureExtraction.Origin;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Json;
import org.eddp.images.input.Preprocessing;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;
import org.eddp.network.Prediction;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * A feature set on disk, read a few images at a time; the format is specified in the documentation of this package.
 *
 * <p>A file is compared with its checksum when it is first read, so that damage leads to a message and never to another
 * number.
 *
 * <p>Rows are read directly into tensors instead of mapping the files into memory. This needs no further copy, because
 * a batch of random images has to be gathered anyway. Memory stays flat for any size of the set, and a truncated file
 * leads to a message instead of a crash.
 */
public final class FeatureSet implements FeatureSource, AutoCloseable {
    static final String INFO = "features.json";
    private static final long COPY_BYTES = 64L << 20;
    private static final int LOGITS_AT_ONCE = 1024;

    private final Path folder;
    private final Info info;
    private final ShardFiles files;

    private FeatureSet(Path folder, Info info) {
        this.folder = folder;
        this.info = info;
        files = new ShardFiles(folder, info);
    }

    /**
     * Opens a complete feature set and checks that its files are there with the right lengths.
     *
     * @throws FileFailure if there is none, it is unfinished, or a file is missing or damaged
     */
    public static FeatureSet open(Path folder) {
        Path file = folder.resolve(INFO);
        if (!Files.exists(file)) {
            throw new NotFound(folder + " is not a feature set: it has no " + INFO + "; make one");
        }
        Info info = Json.read(file, Info.class);
        if (!info.complete()) {
            throw new FileFailure(folder + " is unfinished (" + info.images() + " of "
                    + info.provenance().listed() + " images); repeat the extraction that began it");
        }
        FeatureSet set = new FeatureSet(folder, info);
        if (set.images() == 0) {
            throw new FileFailure(folder + " has no images: all of them were broken; extract features of others");
        }
        set.files.checkLengths();
        return set;
    }

    /**
     * Compares every file with its checksum now, before long work; without this each is compared when it is first read.
     *
     * @throws FileFailure if one does not match
     */
    public void verify() {
        files.verify();
    }

    /** Whether the features are stored; otherwise they are computed from the images when needed. */
    public boolean isKept() {
        return files.isKept();
    }

    /** Closes the network, if it was loaded to compute features again. */
    @Override
    public void close() {
        files.close();
    }

    /** Its folder. */
    public Path folder() {
        return folder;
    }

    /** The paths of network and images when it was made. */
    public Origin origin() {
        return Origin.read(folder);
    }

    /** Content digest. */
    public String digest() {
        return Digests.of(
                String.join("", info.shards().stream().map(Info.Shard::features).toList()));
    }

    /** The images of every shard: the units of work on the set. */
    public List<int[]> units() {
        return files.units();
    }

    /** The description of the set. */
    public Info info() {
        return info;
    }

    /** The records of the images with features, in the order of the features. */
    public List<ImageRecord> records() {
        return records(true);
    }

    /** The images that were listed but could not be read. */
    public List<ImageRecord> skipped() {
        return records(false);
    }

    /** The records of all listed images of a shard. */
    ImageRecord[] records(int shard) {
        return files.records(info.shards().get(shard));
    }

    /** Images with features in the shards before one. */
    int imagesBefore(int shard) {
        return files.first(shard);
    }

    private List<ImageRecord> records(boolean present) {
        return info.shards().stream()
                .flatMap(shard -> Arrays.stream(files.records(shard)))
                .filter(image -> image.present() == present)
                .toList();
    }

    /** The class vectors of the network, if the part above the layer is pooling and one linear layer. */
    public Optional<LinearReadout> readout() {
        return ReadoutFile.read(folder, info);
    }

    /** The kind of the network's outputs. */
    public OutputKind outputs() {
        return info.provenance().outputs();
    }

    /** Logits of the network for images from {@code first} on, images x classes. */
    public Tensor logits(int first, int count) {
        return files.logits(first, count);
    }

    /** The predictions: for each image its class, or the labels with a probability above one half, strongest first. */
    public List<int[]> predictions() {
        if (outputs() == OutputKind.CLASSES) {
            return records().stream()
                    .map(image -> new int[] {image.predicted()})
                    .toList();
        }
        List<int[]> predictions = new ArrayList<>();
        for (int first = 0; first < images(); first += LOGITS_AT_ONCE) {
            try (Scope scope = Scope.open()) {
                Tensor logits = logits(first, Math.min(LOGITS_AT_ONCE, images() - first));
                for (Prediction prediction : Prediction.of(outputs(), logits.toDoubles(), logits.size(1))) {
                    predictions.add(prediction.predicted());
                }
            }
        }
        return predictions;
    }

    @Override
    public int images() {
        return files.images();
    }

    @Override
    public Grid grid() {
        return info.grid();
    }

    @Override
    public int width() {
        return info.width();
    }

    @Override
    public Activation activation() {
        return info.provenance().activation();
    }

    @Override
    public DType type() {
        return DType.FLOAT32;
    }

    @Override
    public Batch range(int first, int count) {
        int[] images = new int[count];
        Arrays.setAll(images, i -> first + i);
        return select(images);
    }

    @Override
    public Batch select(int[] images) {
        return files.select(images.clone());
    }

    /** Tokens of an image that are not patches and are stored beside its patches. */
    public int extraTokens() {
        return files.extraTokens();
    }

    /**
     * The same features in memory, in the precision in which they are stored, if they need at most {@code bytes}, else this
     * set.
     *
     * <p>The tensor belongs to the open scope.
     */
    public FeatureSource inMemory(long bytes) {
        try (Workers one = new Workers(1)) {
            return inMemory(bytes, one);
        }
    }

    /** The same with several threads, which helps if features are computed and not read. */
    public FeatureSource inMemory(long bytes, Workers workers) {
        DType stored = info.type().stored();
        if (patches() * width() * stored.bytes() > bytes) {
            return this;
        }
        Tensor all = Tensor.empty(stored, patches(), width());
        Tensor extra = extraTokens() == 0 ? null : range(0, images()).extra(0, images());
        int atOnce = (int) Math.max(1, COPY_BYTES / (grid().cells() * (long) width() * Float.BYTES));
        ImageStream.ofImages(this, isKept() ? atOnce : Math.min(atOnce, info.batchImages()))
                .forEach(
                        workers,
                        range -> {
                            Tensor rows = range.rows();
                            Kernels.copy(all.narrow(0, (long) range.first() * grid().cells(), rows.size(0)), rows);
                            return range.first();
                        },
                        done -> {});
        return new DenseFeatures(all, grid(), extra, activation());
    }

    /**
     * The record of one image.
     *
     * @param name relative to the folder it came from
     * @param label name of its class, null if not known
     * @param sha256 digest of the image file; null for a skipped image whose content was not read
     * @param predicted the class the network predicts, or its strongest label; -1 for a skipped image
     * @param skipped why the image has no features, null if it has
     */
    public record ImageRecord(
            String name,
            @Json.MayBeNull String label,
            @Json.MayBeNull String sha256,
            int predicted,
            @Json.MayBeNull String skipped) {
        /** Whether the image has features. */
        public boolean present() {
            return skipped == null;
        }
    }

    /**
     * The provenance of features: everything that determines their values, apart from the images.
     *
     * @param network name of the network's file
     * @param networkSha256 digest of its content
     * @param layer the layer of study
     * @param activation the activation function that computed it
     * @param preprocessing how pictures became inputs
     * @param listed number of images in the list
     * @param listSha256 digest of their names and labels
     * @param outputs kind of the outputs of the network; in files only for labels
     */
    public record Provenance(
            String network,
            String networkSha256,
            String layer,
            Activation activation,
            Preprocessing preprocessing,
            int listed,
            String listSha256,

            @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OutputKind.UnlessClasses.class)
            OutputKind outputs) {
        public Provenance {
            outputs = outputs == null ? OutputKind.CLASSES : outputs;
        }

        /** The same of other images. */
        Provenance of(int images, String names) {
            return new Provenance(
                    network, networkSha256, layer, activation, preprocessing, images, Digests.of(names), outputs);
        }
    }

    /**
     * Content of {@code features.json}.
     *
     * @param eddp version that wrote it
     * @param provenance of the features
     * @param grid patches of an image
     * @param width D
     * @param classes of the network
     * @param type of the stored numbers
     * @param batchImages images that went through the network together
     * @param readout digest of {@code readout.safetensors}, null if there is none
     * @param shardImages listed images per shard; the last shard may have fewer
     * @param shards those written so far
     * @param complete whether these are all
     */
    public record Info(
            String eddp,
            FeatureSet.Provenance provenance,
            Grid grid,
            int width,
            int classes,
            FeatureExtraction.NumberType type,
            int batchImages,
            @Json.MayBeNull String readout,
            int shardImages,
            List<Shard> shards,
            boolean complete) {
        public Info {
            shards = List.copyOf(shards);
            if (width < 1 || classes < 1 || batchImages < 1 || shardImages < 1) {
                throw new InvalidInput("width " + width + ", classes " + classes + ", batchImages " + batchImages
                        + " and shardImages " + shardImages + " must be at least 1");
            }
            if (shards.stream().mapToLong(Shard::images).sum() > Integer.MAX_VALUE) {
                throw new InvalidInput("its shards have more images than a set can have");
            }
        }

        /**
         * A part of the set: files with one number.
         *
         * @param number from 0
         * @param images with features
         * @param features digest of {@code features-NNNNN.npy}
         * @param logits digest of {@code logits-NNNNN.npy}
         * @param records digest of {@code images-NNNNN.json}
         */
        public record Shard(int number, int images, String features, String logits, String records) {
            public Shard {
                if (number < 0 || images < 0) {
                    throw new InvalidInput("number " + number + " and images " + images + " must not be negative");
                }
            }

            String featuresFile() {
                return file("features", "npy");
            }

            String logitsFile() {
                return file("logits", "npy");
            }

            String recordsFile() {
                return file("images", "json");
            }

            String tokensFile() {
                return file("tokens", "npy");
            }

            String tokensInfo() {
                return file("tokens", "json");
            }

            private String file(String what, String extension) {
                return String.format(java.util.Locale.ROOT, "%s-%05d.%s", what, number, extension);
            }
        }

        /** The same with the shards written so far. */
        Info with(List<Shard> written, boolean whether) {
            return new Info(
                    eddp, provenance, grid, width, classes, type, batchImages, readout, shardImages, written, whether);
        }

        /** The same of other images. */
        Info of(int images, String names) {
            return new Info(
                    eddp,
                    provenance.of(images, names),
                    grid,
                    width,
                    classes,
                    type,
                    batchImages,
                    readout,
                    shardImages,
                    shards,
                    complete);
        }

        /** The same with a readout. */
        Info withReadout(String digest) {
            return new Info(
                    eddp, provenance, grid, width, classes, type, batchImages, digest, shardImages, shards, complete);
        }

        /** Number of images with features. */
        public int images() {
            return shards.stream().mapToInt(Shard::images).sum();
        }
    }

    /** A folder is not a feature set; the user can extract one there. */
    public static final class NotFound extends FileFailure {
        private static final long serialVersionUID = 1L;

        NotFound(String message) {
            super(message);
        }
    }

    /** The features are damaged or not the required ones. The user can extract them again and replace these. */
    public static final class Outdated extends FileFailure {
        private static final long serialVersionUID = 1L;

        Outdated(String message) {
            super(message);
        }
    }
}
