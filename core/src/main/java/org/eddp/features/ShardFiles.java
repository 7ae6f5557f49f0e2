package org.eddp.features;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.eddp.features.FeatureSet.Info;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/** The numbered files of a feature set as one array of images. */
final class ShardFiles {
    private final Path folder;
    private final Info info;
    /** Index of the first image of each shard, and the number of images at the end. */
    private final int[] firsts;

    private final int extraTokens;

    ShardFiles(Path folder, Info info) {
        this.folder = folder;
        this.info = info;
        firsts = new int[info.shards().size() + 1];
        for (int s = 0; s < info.shards().size(); s++) {
            firsts[s + 1] = Math.addExact(firsts[s], info.shards().get(s).images());
        }
        extraTokens = info.shards().stream()
                .mapToInt(shard -> ExtraTokens.of(folder, shard).perImage())
                .min()
                .orElse(0);
    }

    int images() {
        return firsts[firsts.length - 1];
    }

    int extraTokens() {
        return extraTokens;
    }

    Batch select(int[] images) {
        return new StoredBatch(images);
    }

    Tensor logits(int first, int count) {
        Tensor logits = Tensor.empty(DType.FLOAT32, count, info.classes());
        read(logits.bytes(), first, count, info.classes() * (long) Float.BYTES, shard -> {
            long[] shape = {shard.images(), info.classes()};
            return new Located(shard.logitsFile(), NpyHeader.of(FeatureExtraction.NumberType.FLOAT32, shape));
        });
        return logits;
    }

    /** Checks that the files are there with the right lengths. */
    void checkLengths() {
        info.shards().forEach(this::checkLength);
    }

    private void checkLength(Info.Shard shard) {
        checkLength(features(shard), shard.images() * rowBytes(info.grid().cells()));
        if (extraTokens > 0) {
            checkLength(tokens(shard), shard.images() * rowBytes(extraTokens));
        }
    }

    private void checkLength(Located located, long bytes) {
        Path file = folder.resolve(located.file());
        byte[] header = located.header();
        long expected = header.length + bytes;
        try (InputStream in = Files.newInputStream(file)) {
            long actual = Files.size(file);
            if (actual != expected) {
                throw damaged(file, "it has " + actual + " bytes instead of " + expected);
            }
            if (!Arrays.equals(in.readNBytes(header.length), header)) {
                throw damaged(file, "its header is not that of such an array");
            }
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    private static FileFailure damaged(Path file, String what) {
        return new FileFailure("cannot use " + file + ": " + what
                + "; copy it again, or delete the folder and extract the features again");
    }

    static void verify(Path folder, Info.Shard shard) {
        verify(folder.resolve(shard.featuresFile()), shard.features());
        verify(folder.resolve(shard.logitsFile()), shard.logits());
        verify(folder.resolve(shard.recordsFile()), shard.records());
        ExtraTokens tokens = ExtraTokens.of(folder, shard);
        if (tokens.perImage() > 0) {
            verify(folder.resolve(shard.tokensFile()), tokens.sha256());
        }
    }

    private static void verify(Path file, String expected) {
        if (!Digests.of(file).equals(expected)) {
            throw damaged(file, "its content does not match its checksum");
        }
    }

    private long rowBytes(int rows) {
        return (long) rows * info.width() * info.type().bytes();
    }

    private Located features(Info.Shard shard) {
        long[] shape = {shard.images(), info.grid().height(), info.grid().width(), info.width()};
        return new Located(shard.featuresFile(), NpyHeader.of(info.type(), shape));
    }

    private Located tokens(Info.Shard shard) {
        return new Located(shard.tokensFile(), NpyHeader.of(info.type(), shard.images(), extraTokens, info.width()));
    }

    /** A file of a shard and what it begins with. */
    private record Located(String file, byte[] header) {}

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
            Path file = folder.resolve(located.file());
            ByteBuffer part = target.slice(target.position(), Math.toIntExact(here * bytesPerImage));
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
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

    /** Images of this set; rows are read when they are asked for. */
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
            return read(first, count, grid().cells(), ShardFiles.this::features);
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
