package org.eddp.features;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.FolderLock;
import org.eddp.files.Json;
import org.eddp.files.Version;
import org.eddp.images.ImageList;
import org.eddp.images.Preprocessing;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Stopped;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.tensor.DType;
import org.eddp.tensor.Workers;

/**
 * Computes the features of a list of images and writes them as a feature set, shard by shard.
 *
 * <p>A shard is decided by the list alone and is either there as a whole or not at all, so that an extraction that was
 * killed goes on with the first shard that is missing and ends with the same bytes. Before it goes on, everything that
 * decides the features is compared with what the finished shards were made from.
 */
public final class FeatureExtraction {
    private static final Pattern OWN_FILE =
            Pattern.compile("(features|logits|images|tokens)-\\d{5,}\\.(npy|json)(\\.part)?"
                    + "|features\\.json|readout\\.safetensors|origin\\.json");

    private final Path folder;
    private final ImageList list;
    private final BatchExtractor extractor;
    private final Options options;
    private final Workers workers;
    private final Monitor monitor;
    private FeatureSet.Info info;

    private FeatureExtraction(
            Path folder,
            ImageList list,
            BatchExtractor extractor,
            Options options,
            Workers workers,
            Monitor monitor,
            FeatureSet.Info info) {
        this.folder = folder;
        this.list = list;
        this.extractor = extractor;
        this.options = options;
        this.workers = workers;
        this.monitor = monitor;
        this.info = info;
    }

    /**
     * What features are computed from.
     *
     * @param networkFile the file {@code network} was loaded from
     * @param layer of {@code network}
     */
    public record Source(
            Path networkFile, Network network, PatchLayer layer, ImageList list, Preprocessing preprocessing) {
        FeatureSet.Provenance provenance() {
            String names = list.entries().stream()
                    .map(e -> e.name() + "\t" + (e.className() == null ? "" : e.className()) + "\n")
                    .collect(Collectors.joining());
            return new FeatureSet.Provenance(
                    networkFile.getFileName().toString(),
                    Networks.digest(networkFile),
                    layer.cut().layer().name(),
                    layer.cut().layer().activation(),
                    preprocessing,
                    list.entries().size(),
                    Digests.of(names));
        }
    }

    /**
     * Extracts, or goes on with an extraction that was interrupted, or finds that there is nothing left to do.
     *
     * @param folder of the feature set, created if needed
     * @param workers threads; not closed
     * @return the complete set
     * @throws FileFailure if the folder holds features of something else
     * @throws Stopped if the monitor asked for it
     */
    public static FeatureSet run(Path folder, Source source, Options options, Workers workers, Monitor monitor) {
        try (FolderLock lock = FolderLock.take(folder)) {
            return locked(folder, source, options, workers, monitor);
        }
    }

    private static FeatureSet locked(Path folder, Source source, Options options, Workers workers, Monitor monitor) {
        PatchLayer layer = source.layer();
        FeatureSet.Info fresh = new FeatureSet.Info(
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
        FeatureSet.Info begun = begun(folder, fresh, source, options);
        Origin.write(folder, source.networkFile(), source.list().root(), null);
        BatchExtractor extractor = new BatchExtractor(layer, source.preprocessing(), options, source.list());
        FeatureExtraction extraction =
                new FeatureExtraction(folder, source.list(), extractor, options, workers, monitor, begun);
        extraction.run();
        return FeatureSet.open(folder);
    }

    /** What an earlier extraction left, if it is of the same; else a beginning. */
    private static FeatureSet.Info begun(Path folder, FeatureSet.Info fresh, Source source, Options options) {
        Path file = folder.resolve(FeatureSet.INFO);
        if (Files.exists(file)) {
            try {
                FeatureSet.Info begun = Json.read(file, FeatureSet.Info.class);
                Staleness.check(folder, begun, fresh, source, options);
                return begun;
            } catch (FileFailure e) {
                if (!options.overwrite()) {
                    throw e;
                }
            }
        }
        clear(folder);
        FeatureSet.Info beginning =
                fresh.withReadout(ReadoutFile.write(folder, source.layer().readout()));
        Json.writeSealed(file, beginning);
        return beginning;
    }

    private void run() {
        int total = list.entries().size();
        int done = Math.min(total, info.shards().size() * info.shardImages());
        monitor.onProgress(done, total);
        if (done < total) {
            extract(done, total);
        }
        if (!info.complete()) {
            save(info.shards(), true);
        }
    }

    private void extract(int from, int total) {
        List<int[]> batches = batches(from, total);
        try (Shards shards = new Shards(from, total)) {
            workers.forEachAhead(
                    batches.size(),
                    b -> {
                        if (monitor.stopRequested()) {
                            throw new Stopped("stopped; finished shards are kept, repeat the command to go on");
                        }
                        return extractor.extract(list.entries().subList(batches.get(b)[0], batches.get(b)[1]));
                    },
                    shards::add);
        }
    }

    /** Takes batches in order and closes a shard whenever it is full. */
    private final class Shards implements AutoCloseable {
        private final int total;
        private int done;
        private ShardWriter writer;

        Shards(int from, int total) {
            this.total = total;
            done = from;
        }

        void add(ExtractedBatch batch) {
            if (writer == null) {
                writer = new ShardWriter(
                        folder, info, extractor.extraTokens(), info.shards().size());
            }
            writer.add(batch);
            done += batch.records().size();
            if (writer.listed() == info.shardImages() || done == total) {
                List<FeatureSet.Info.Shard> shards = new ArrayList<>(info.shards());
                shards.add(writer.finish());
                close();
                save(shards, false);
            }
            monitor.onProgress(done, total);
        }

        @Override
        public void close() {
            if (writer != null) {
                writer.close();
                writer = null;
            }
        }
    }

    /** Ranges of the list that go through the network together; none crosses the end of a shard. */
    private List<int[]> batches(int from, int total) {
        List<int[]> batches = new ArrayList<>();
        for (int first = from; first < total; ) {
            int shardEnd = (first / info.shardImages() + 1) * info.shardImages();
            int end = Math.min(Math.min(first + options.batchImages(), shardEnd), total);
            batches.add(new int[] {first, end});
            first = end;
        }
        return batches;
    }

    private void save(List<FeatureSet.Info.Shard> shards, boolean complete) {
        info = info.with(shards, complete);
        Json.writeSealed(folder.resolve(FeatureSet.INFO), info);
    }

    /** Deletes what extractions leave, finished or not, and nothing else. */
    private static void clear(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (OWN_FILE.matcher(file.getFileName().toString()).matches()) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw FileFailure.writing(folder, e);
        }
    }

    /**
     * How features are computed and stored. Of their values {@code type} changes the rounding, and {@code batchImages} perhaps
     * the last bit.
     *
     * @param type of the stored numbers
     * @param batchImages images that go through the network together
     * @param shardBytes size of a shard at most; at least one image goes into each
     * @param strict a broken image ends the extraction instead of being skipped
     * @param overwrite features of something else in the folder are deleted, and the extraction begins anew
     */
    public record Options(NumberType type, int batchImages, long shardBytes, boolean strict, boolean overwrite) {
        /** Single precision, small batches, shards of 64 MB, broken images skipped. */
        public static final Options DEFAULT = new Options(NumberType.FLOAT32, 16, 64L << 20, false, false);

        public Options {
            if (batchImages < 1 || batchImages > 4096) {
                throw new IllegalArgumentException("batch = " + batchImages + " images must be within 1 .. 4096");
            }
            if (shardBytes < 1 || shardBytes > 1L << 30) {
                throw new IllegalArgumentException("shards of " + shardBytes + " bytes must be within 1 .. 2^30");
            }
        }

        /** The same, with features of something else replaced. */
        public Options overwriting() {
            return new Options(type, batchImages, shardBytes, strict, true);
        }

        /** Images per shard for images of that many numbers. */
        int shardImages(long numbersPerImage) {
            return (int) Math.max(1, Math.min(1 << 16, shardBytes / (numbersPerImage * type.bytes())));
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
}
