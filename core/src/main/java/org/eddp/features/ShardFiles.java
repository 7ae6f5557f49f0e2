package org.eddp.features;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.eddp.features.FeatureSet.Info;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.Inputs;
import org.eddp.files.LocalCopies;
import org.eddp.files.RemoteFiles;
import org.eddp.files.json.Json;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/** The numbered files of a feature set as one array of images. */
final class ShardFiles {
    private final Path folder;
    private final Info info;
    /** Index of the first image of each shard, and the number of images at the end. */
    private final int[] firsts;

    /** One entry per shard. */
    private final List<ExtraTokens> tokens;

    private final int extraTokens;
    /** Null if features are kept. */
    private final RecomputedFeatures recomputed;
    /** Lengths of the files of a remote folder by name, since a request for each would take long; null for a local one. */
    private final Map<String, Long> lengths;

    /** The files whose content was compared with its checksum. */
    private final Set<String> verified = ConcurrentHashMap.newKeySet();

    ShardFiles(Path folder, Info info) {
        this.folder = folder;
        this.info = info;
        firsts = new int[info.shards().size() + 1];
        for (int s = 0; s < info.shards().size(); s++) {
            firsts[s + 1] = Math.addExact(firsts[s], info.shards().get(s).images());
        }
        lengths = RemoteFiles.isRemote(folder) ? FolderListing.lengths(folder) : null;
        tokens = info.shards().stream()
                .map(shard -> exists(shard.tokensInfo()) ? ExtraTokens.of(folder, shard) : ExtraTokens.NONE)
                .toList();
        recomputed = exists(RecomputedFeatures.MARK) ? new RecomputedFeatures(folder, info, this) : null;
        extraTokens = tokens.isEmpty() ? 0 : tokens.get(0).perImage();
        for (int s = 1; s < tokens.size(); s++) {
            if (tokens.get(s).perImage() != extraTokens) {
                throw damaged(
                        folder.resolve(info.shards().get(s).tokensInfo()),
                        "it gives an image " + tokens.get(s).perImage() + " tokens that stand for no patch, the first"
                                + " shard " + extraTokens);
            }
        }
    }

    private boolean exists(String name) {
        return lengths == null ? Files.exists(folder.resolve(name)) : lengths.containsKey(name);
    }

    int images() {
        return firsts[firsts.length - 1];
    }

    /** Index of the first image of a shard. */
    int first(int shard) {
        return firsts[shard];
    }

    List<int[]> units() {
        return IntStream.range(0, firsts.length - 1)
                .mapToObj(s -> IntStream.range(firsts[s], firsts[s + 1]).toArray())
                .toList();
    }

    boolean isKept() {
        return recomputed == null;
    }

    void close() {
        if (recomputed != null) {
            recomputed.close();
        }
    }

    int extraTokens() {
        return extraTokens;
    }

    Batch select(int[] images) {
        return new StoredBatch(images);
    }

    Tensor logits(int first, int count) {
        Tensor logits = Tensor.empty(DType.FLOAT32, count, info.classes());
        read(logits.bytes(), first, count, info.classes() * (long) Float.BYTES, this::logits);
        return logits;
    }

    /** The kept logits of images of one shard, as numbers in a row. */
    ByteBuffer logits(int shard, int first, int count) {
        ByteBuffer bytes =
                ByteBuffer.allocate(count * info.classes() * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        read(bytes, firsts[shard] + first, count, info.classes() * (long) Float.BYTES, this::logits);
        return bytes.flip();
    }

    /** Checks that the files are there with the right lengths. */
    void checkLengths() {
        info.shards().forEach(this::checkLength);
    }

    private void checkLength(Info.Shard shard) {
        long perRow = (long) info.width() * info.type().bytes();
        if (isKept()) {
            checkLength(features(shard), shard.images(), info.grid().cells(), perRow);
        }
        checkLength(logits(shard), shard.images(), info.classes(), Float.BYTES);
        if (extraTokens > 0) {
            checkLength(tokens(shard), shard.images(), extraTokens, perRow);
        }
    }

    private void checkLength(Located located, int images, int rows, long bytesPerRow) {
        Path file = folder.resolve(located.file());
        byte[] header = located.header();
        long expected;
        try {
            expected = Math.addExact(header.length, Math.multiplyExact((long) images * rows, bytesPerRow));
        } catch (ArithmeticException e) {
            throw damaged(folder.resolve(FeatureSet.INFO), "its sizes make more bytes than any disk holds");
        }
        if (lengths != null) { // the header is part of what is compared with its checksum
            if (!lengths.containsKey(located.file())) {
                throw FileFailure.reading(file, new NoSuchFileException(file.toString()));
            }
            checkLength(file, lengths.get(located.file()), expected);
            return;
        }
        try (InputStream in = Inputs.stream(file)) {
            checkLength(file, Files.size(file), expected);
            if (!Arrays.equals(in.readNBytes(header.length), header)) {
                throw damaged(file, "its header is not that of such an array");
            }
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    private static void checkLength(Path file, long actual, long expected) {
        if (actual != expected) {
            throw damaged(file, "it has " + actual + " bytes instead of the " + expected + " of " + FeatureSet.INFO);
        }
    }

    private static FileFailure damaged(Path file, String what) {
        return new FeatureSet.Outdated(
                "cannot use " + file + ": " + what + "; copy it again, or extract the features again");
    }

    /** Compares every file with its checksum, unless that was done before. */
    void verify() {
        for (Info.Shard shard : info.shards()) {
            if (isKept()) {
                verify(shard.featuresFile(), shard.features());
            }
            verify(shard.logitsFile(), shard.logits());
            verify(shard.recordsFile(), shard.records());
            if (extraTokens > 0) {
                verify(shard.tokensFile(), tokens(shard).sha256());
            }
        }
    }

    /** The records of the images of a shard. */
    FeatureSet.ImageRecord[] records(Info.Shard shard) {
        verify(shard.recordsFile(), shard.records());
        Path file = folder.resolve(shard.recordsFile());
        FeatureSet.ImageRecord[] records = Json.read(file, FeatureSet.ImageRecord[].class);
        long present =
                Arrays.stream(records).filter(FeatureSet.ImageRecord::present).count();
        if (present != shard.images()) {
            throw damaged(
                    file, "it names " + present + " images with features, " + FeatureSet.INFO + " " + shard.images());
        }
        for (FeatureSet.ImageRecord record : records) {
            if (record.present() && (record.predicted() < 0 || record.predicted() >= info.classes())) {
                throw damaged(
                        file,
                        "it says that class " + record.predicted() + " is predicted for " + record.name()
                                + ", but classes are 0 .. " + (info.classes() - 1));
            }
        }
        return records;
    }

    /**
     * Compares a file with its checksum on first use: one changed bit of the features would change every number
     * computed from them.
     */
    private void verify(String name, String sha256) {
        if (verified.contains(name)) {
            return;
        }
        // One thread reads the file, the others wait for the result.
        synchronized (verified) {
            if (verified.contains(name)) {
                return;
            }
            Path file = folder.resolve(name);
            try (FileChannel channel = LocalCopies.shared().open(file, sha256)) {
                if (!Digests.of(channel).equals(sha256)) {
                    LocalCopies.shared().forget(file, sha256);
                    throw damaged(file, "its content does not match its checksum");
                }
            } catch (IOException e) {
                throw FileFailure.reading(file, e);
            }
            verified.add(name);
        }
    }

    private long rowBytes(int rows) {
        return (long) rows * info.width() * info.type().bytes();
    }

    private Located features(Info.Shard shard) {
        long[] shape = {shard.images(), info.grid().height(), info.grid().width(), info.width()};
        return new Located(shard.featuresFile(), NpyHeader.of(info.type(), shape), shard.features());
    }

    private Located logits(Info.Shard shard) {
        byte[] header = NpyHeader.of(FeatureExtraction.NumberType.FLOAT32, shard.images(), info.classes());
        return new Located(shard.logitsFile(), header, shard.logits());
    }

    private Located tokens(Info.Shard shard) {
        byte[] header = NpyHeader.of(info.type(), shard.images(), extraTokens, info.width());
        return new Located(
                shard.tokensFile(),
                header,
                tokens.get(info.shards().indexOf(shard)).sha256());
    }

    /** A file of a shard, its header, and its checksum. */
    private record Located(String file, byte[] header, String sha256) {}

    private interface Locator {
        Located locate(Info.Shard shard);
    }

    /** Fills {@code target} with consecutive images, which may span shards. */
    private void read(ByteBuffer target, int first, int count, long bytesPerImage, Locator locator) {
        int image = first;
        while (image < first + count) {
            int s = shardOf(image);
            int here = Math.min(first + count, firsts[s + 1]) - image;
            Located located = locator.locate(info.shards().get(s));
            verify(located.file(), located.sha256());
            Path file = folder.resolve(located.file());
            ByteBuffer part = target.slice(target.position(), Math.toIntExact(here * bytesPerImage));
            try (FileChannel channel = LocalCopies.shared().open(file, located.sha256())) {
                readFully(channel, part, located.header().length + (image - firsts[s]) * bytesPerImage, file);
            } catch (IOException e) {
                throw FileFailure.reading(file, e);
            }
            target.position(target.position() + part.capacity());
            image += here;
        }
    }

    private static void readFully(FileChannel channel, ByteBuffer part, long position, Path file) throws IOException {
        while (part.hasRemaining()) {
            if (channel.read(part, position + part.position()) < 0) {
                throw damaged(file, "it ends before its last image");
            }
        }
    }

    private int shardOf(int image) {
        int found = Arrays.binarySearch(firsts, image);
        int shard = found >= 0 ? found : -found - 2;
        while (firsts[shard + 1] == image) {
            shard++; // a shard all of whose images were broken
        }
        return shard;
    }

    /** Images of this set; rows are read when needed. */
    private final class StoredBatch implements Batch {
        private final int[] images;

        StoredBatch(int[] images) {
            this.images = images;
        }

        @Override
        public int images() {
            return images.length;
        }

        @Override
        public Optional<int[]> numbers() {
            return Optional.of(images.clone());
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
        public DType type() {
            return DType.FLOAT32;
        }

        @Override
        public Tensor rows(int first, int count) {
            return isKept() ? read(first, count, grid().cells(), ShardFiles.this::features) : recomputed(first, count);
        }

        private Tensor recomputed(int first, int count) {
            Tensor stored = Tensor.empty(info.type().stored(), (long) count * grid().cells(), info.width());
            ByteBuffer bytes = stored.bytes();
            for (int i = first; i < first + count; i++) {
                int shard = shardOf(images[i]);
                recomputed.read(bytes, shard, images[i] - firsts[shard], 1);
            }
            return stored.to(DType.FLOAT32);
        }

        @Override
        public int extraTokens() {
            return extraTokens;
        }

        @Override
        public Tensor extra(int first, int count) {
            return extraTokens == 0
                    ? Batch.super.extra(first, count)
                    : read(first, count, extraTokens, ShardFiles.this::tokens);
        }

        private Tensor read(int first, int count, int perImage, Locator locator) {
            Tensor stored = Tensor.empty(info.type().stored(), (long) count * perImage, info.width());
            ByteBuffer bytes = stored.bytes();
            for (int i = first; i < first + count; ) {
                int run = 1;
                while (i + run < first + count && images[i + run] == images[i] + run) {
                    run++;
                }
                ShardFiles.this.read(bytes, images[i], run, rowBytes(perImage), locator);
                i += run;
            }
            return stored.to(DType.FLOAT32);
        }
    }
}
