package org.eddp.features;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eddp.failure.InvalidInput;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.FolderLock;
import org.eddp.files.Folders;
import org.eddp.files.Version;
import org.eddp.files.json.Circumstances;
import org.eddp.files.json.Circumstances.Place;
import org.eddp.files.json.Json;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageList;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.parts.Distributor;
import org.eddp.parts.Part;
import org.eddp.parts.Part.FinishedPart;
import org.eddp.parts.PartFolders;
import org.eddp.tensor.DType;
import org.eddp.tensor.Workers;

/**
 * Computes the features of a list of images and writes them as a feature set, shard by shard.
 *
 * <p>The list alone determines the shards, and a shard is either complete or missing. So an extraction that was killed
 * continues with the first missing shard and ends with the same bytes. Before it continues, it checks that the inputs
 * of the finished shards are unchanged.
 */
public final class FeatureExtraction {
    private static final Pattern OWN_FILE = Pattern.compile(
            "(features|logits|images|tokens)-\\d{5,}\\.(npy|json)(\\.part)?"
                    + "|plan-[0-9a-f]{16}\\.list|features\\.json|readout\\.safetensors|origin\\.json|recomputed\\.json");

    /** The description grows with the shards, so it is not written for each: a kill costs a hundredth of the work. */
    private static final int SAVED_SHARE = 100;

    private final Path folder;
    private final FeatureSet.Info fresh;
    private final Source source;
    private final Options options;
    private FeatureSet.Info info;
    /** Finished shards that are not in {@code info} yet. */
    private final List<FeatureSet.Info.Shard> added = new ArrayList<>();

    private FeatureExtraction(Path folder, Source source, Options options) {
        this.folder = folder;
        this.source = source;
        this.options = options;
        fresh = fresh(source, options);
    }

    /**
     * The inputs of features.
     *
     * @param networkFile the file {@code network} was loaded from
     * @param layer of {@code network}
     */
    public record Source(
            Path networkFile, Network network, PatchLayer layer, ImageList list, Preprocessing preprocessing) {
        FeatureSet.Provenance provenance() {
            return provenance(
                    list.size(), Digests.of(list.entries().stream().map(e -> listed(e.name(), e.className()))));
        }

        FeatureSet.Provenance provenance(int listed, String listSha256) {
            return new FeatureSet.Provenance(
                    networkFile.getFileName().toString(),
                    Networks.digest(networkFile),
                    layer.cut().layer().name(),
                    layer.cut().layer().activation(),
                    preprocessing,
                    listed,
                    listSha256,
                    layer.cut().outputs());
        }

        /** A line of the text whose digest identifies a list of images. */
        static String listed(String name, String className) {
            return name + "\t" + (className == null ? "" : className) + "\n";
        }
    }

    /**
     * Extracts, or continues an interrupted extraction; does nothing if the set is complete.
     *
     * @param folder of the feature set, created if needed
     * @param workers threads; not closed
     * @return the complete set
     * @throws FileFailure if the folder holds other features
     * @throws Stopped if the monitor stops the work
     */
    public static FeatureSet run(Path folder, Source source, Options options, Workers workers, Monitor monitor) {
        return run(folder, source, options, Distributor.HERE, workers, monitor);
    }

    /**
     * The same with shards computed by a distributor; all processes must see the same files.
     *
     * @param workers threads of this process; not closed
     */
    public static FeatureSet run(
            Path folder, Source source, Options options, Distributor distributor, Workers workers, Monitor monitor) {
        try (FolderLock lock = FolderLock.take(folder)) {
            FeatureExtraction extraction = new FeatureExtraction(folder, source, options);
            extraction.run(new Part(1, 1), distributor, workers, monitor);
            if (!extraction.info.complete()) {
                extraction.save(extraction.info.shards(), true);
            }
            return FeatureSet.open(folder);
        }
    }

    /**
     * Computes one part of a feature set, to be {@linkplain #merge merged} with the others, or continues it; does
     * nothing if the part is complete.
     *
     * @param folder of the whole set, beside which the part is kept
     * @param workers threads; not closed
     * @throws FileFailure if the part exists and has other inputs
     * @throws Stopped if the monitor stops the work
     */
    public static FinishedPart part(
            Path folder, Part part, Source source, Options options, Workers workers, Monitor monitor) {
        Path own = PartFolders.of(folder).of(part);
        try (FolderLock lock = FolderLock.take(own)) {
            FeatureExtraction extraction = new FeatureExtraction(own, source, options);
            extraction.run(part, Distributor.HERE, workers, monitor);
            return new FinishedPart(part, own, extraction.info.shards().size(), ExtractionWork.units(extraction.info));
        }
    }

    /**
     * Merges all parts of a feature set and removes them. The set has the same bytes as that of {@link #run}.
     *
     * @throws FileFailure if a part is missing, unfinished, damaged or has other inputs; nothing is changed then
     */
    public static FeatureSet merge(Path folder, Source source, Options options) {
        boolean there = Files.exists(folder);
        try (FolderLock lock = FolderLock.take(folder)) {
            FeatureSet set = new FeatureMerge(folder, fresh(source, options), options).run();
            Origin.write(folder, source.networkFile(), source.list().root(), null);
            return set;
        } finally {
            if (!there) {
                Folders.removeEmpty(folder);
            }
        }
    }

    static FeatureSet.Info fresh(Source source, Options options) {
        PatchLayer layer = source.layer();
        return new FeatureSet.Info(
                Version.current(),
                source.provenance(),
                layer.grid(),
                layer.width(),
                source.network().classes(),
                options.type(),
                options.batchImages(),
                null,
                options.shardImages((long) layer.grid().cells() * layer.width()),
                List.of(),
                false);
    }

    private void run(Part part, Distributor distributor, Workers workers, Monitor monitor) {
        int units = ExtractionWork.units(fresh);
        int first = part.first(units);
        int end = part.end(units);
        info = begun(first, end);
        Origin.write(folder, source.networkFile(), source.list().root(), null);
        Monitor own = new OwnImages(monitor, ExtractionWork.images(info, first), ExtractionWork.images(info, end));
        int next = first + info.shards().size();
        own.onProgress(ExtractionWork.images(info, next), info.provenance().listed());
        if (next < end) {
            ExtractionWork work = new ExtractionWork(folder, source, options, info, workers, own);
            try {
                distributor.run(work, next, end, this::add);
            } finally {
                ImagePlan.remove(folder, info);
                saveAdded();
            }
        }
    }

    /** Progress as seen by a part. */
    private record OwnImages(Monitor whole, int first, int end) implements Monitor {
        @Override
        public void onProgress(long done, long total) {
            whole.onProgress(done - first, end - first);
        }

        @Override
        public boolean stopRequested() {
            return whole.stopRequested();
        }
    }

    /** The state of an earlier extraction with the same inputs, or a new one. */
    private FeatureSet.Info begun(int first, int end) {
        Path file = folder.resolve(FeatureSet.INFO);
        if (Files.exists(file)) {
            try {
                FeatureSet.Info begun = Json.read(file, FeatureSet.Info.class);
                Staleness.check(folder, begun, fresh, source, options);
                Staleness.checkNumbers(folder, begun, first, end);
                ReadoutFile.verify(folder, begun);
                return begun;
            } catch (FileFailure e) {
                if (!options.overwrite()) {
                    throw e;
                }
            }
        }
        clear(folder);
        if (!options.kept()) {
            Json.write(
                    folder.resolve(RecomputedFeatures.MARK),
                    Map.of("features", "are computed from the images when they are needed"));
        }
        FeatureSet.Info beginning =
                fresh.withReadout(ReadoutFile.write(folder, source.layer().readout()));
        Json.writeSealed(file, beginning);
        return beginning;
    }

    private void add(FeatureSet.Info.Shard shard) {
        added.add(shard);
        if (added.size() > info.shards().size() / SAVED_SHARE) {
            saveAdded();
        }
    }

    private void saveAdded() {
        if (!added.isEmpty()) {
            List<FeatureSet.Info.Shard> shards = new ArrayList<>(info.shards());
            shards.addAll(added);
            added.clear();
            save(shards, false);
        }
    }

    private void save(List<FeatureSet.Info.Shard> shards, boolean complete) {
        info = info.with(shards, complete);
        Json.writeSealed(folder.resolve(FeatureSet.INFO), info);
    }

    /** Whether a file belongs to an extraction. */
    static boolean isOwn(Path file) {
        return OWN_FILE.matcher(file.getFileName().toString()).matches();
    }

    /** Deletes the files of extractions, finished or not, and nothing else. */
    static void clear(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (isOwn(file)) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw FileFailure.writing(folder, e);
        }
    }

    /**
     * How features are computed and stored. Of their values {@code type} changes the rounding, and {@code batchImages}
     * perhaps the last bit.
     *
     * @param type of the stored numbers
     * @param batchImages images that go through the network together
     * @param shardBytes size of a shard at most; at least one image goes into each
     * @param strict a broken image ends the extraction instead of being skipped
     * @param overwrite whether to delete other features in the folder and extract from the beginning
     * @param kept whether the features are stored; otherwise only the records of the images are stored, and the
     *     features are computed again whenever they are needed
     */
    public record Options(
            NumberType type, int batchImages, long shardBytes, boolean strict, boolean overwrite, boolean kept) {
        /** Single precision, small batches, shards of 64 MB, broken images skipped. */
        public static final Options DEFAULT = new Options(NumberType.FLOAT32, 16, 64L << 20, false, false, true);

        public Options {
            if (batchImages < 1 || batchImages > 4096) {
                throw new InvalidInput("batch = " + batchImages + " images must be within 1 .. 4096");
            }
            if (shardBytes < 1 || shardBytes > 1L << 30) {
                throw new InvalidInput("shards of " + shardBytes + " bytes must be within 1 .. 2^30");
            }
        }

        /** Images per shard for images of that many numbers. */
        int shardImages(long numbersPerImage) {
            return (int) Math.max(1, Math.min(1 << 16, shardBytes / (numbersPerImage * type.bytes())));
        }

        /** The same with {@code type} changed. */
        public Options withType(NumberType changed) {
            return new Options(changed, batchImages, shardBytes, strict, overwrite, kept);
        }

        /** The same with {@code batchImages} changed. */
        public Options withBatchImages(int changed) {
            return new Options(type, changed, shardBytes, strict, overwrite, kept);
        }

        /** The same with {@code shardBytes} changed. */
        public Options withShardBytes(long changed) {
            return new Options(type, batchImages, changed, strict, overwrite, kept);
        }

        /** The same with {@code strict} changed. */
        public Options withStrict(boolean changed) {
            return new Options(type, batchImages, shardBytes, changed, overwrite, kept);
        }

        /** The same with {@code overwrite} changed. */
        public Options withOverwrite(boolean changed) {
            return new Options(type, batchImages, shardBytes, strict, changed, kept);
        }

        /** The same with {@code kept} changed. */
        public Options withKept(boolean changed) {
            return new Options(type, batchImages, shardBytes, strict, overwrite, changed);
        }
    }

    /** How numbers are stored in a feature set. */
    public enum NumberType {
        /** Single precision. */
        FLOAT32("<f4", DType.FLOAT32),
        /** Half precision: half the disk, three significant digits. */
        FLOAT16("<f2", DType.FLOAT16);

        private final String descriptor;
        private final DType stored;

        NumberType(String descriptor, DType stored) {
            this.descriptor = descriptor;
            this.stored = stored;
        }

        /** NumPy's name: little-endian and size. */
        String descriptor() {
            return descriptor;
        }

        DType stored() {
            return stored;
        }

        int bytes() {
            return stored.bytes();
        }
    }

    /**
     * The paths of the files that a result was made from, so that later commands find them: the absolute path, or else the
     * path relative to the folder of the result, which may have been moved together with the files. It is a convenience and
     * not part of the result; checksums identify the files.
     *
     * @param network file, absolute; null if it is not known
     * @param images folder or list, absolute; null if it is not known
     * @param features folder of the feature set, absolute; null in a feature set itself
     */
    public record Origin(String network, String images, String features) {
        private static final String NETWORK = "network";
        private static final String IMAGES = "images";
        private static final String FEATURES = "features";

        /** Records it in the circumstances of a folder; arguments may be null. */
        public static void write(Path folder, Path network, Path images, Path features) {
            Map<String, Place> places = new TreeMap<>();
            put(places, NETWORK, network, folder);
            put(places, IMAGES, images, folder);
            put(places, FEATURES, features, folder);
            Circumstances.change(folder, known -> known.at(places));
        }

        private static void put(Map<String, Place> places, String name, Path file, Path folder) {
            if (file != null) {
                places.put(name, Place.of(file, folder));
            }
        }

        /** Reads it from a folder; all unknown if there is none. */
        public static Origin read(Path folder) {
            Map<String, Place> places = Circumstances.read(folder).places();
            return new Origin(
                    place(places.get(NETWORK), folder),
                    place(places.get(IMAGES), folder),
                    place(places.get(FEATURES), folder));
        }

        private static String place(Place known, Path folder) {
            return known == null ? null : known.from(folder);
        }
    }
}
