package org.eddp.features;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.eddp.features.FeatureExtraction.Origin;
import org.eddp.files.FileFailure;
import org.eddp.files.RemoteFiles;
import org.eddp.images.source.ImageList;
import org.eddp.network.Network;
import org.eddp.tensor.Scope;

/**
 * The features of a set that does not store them, computed from the images when needed, in the same batches as at
 * first, so that the numbers are equal. Images must be unchanged, and the logits must equal the stored ones to the last
 * bit. Thread-safe; a few batches are cached, because neighbours are usually read one after the other.
 */
final class RecomputedFeatures implements AutoCloseable {
    /** Its presence in a folder means that the features are not stored. */
    static final String MARK = "recomputed.json";

    private static final long HELD_BYTES = 256L << 20;

    private final Path folder;
    private final FeatureSet.Info info;
    private final ShardFiles files;
    private final int held;
    private final Map<Place, CompletableFuture<byte[]>> batches = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<Integer, FeatureSet.ImageRecord[]> records = new LinkedHashMap<>();
    private Network network;
    private BatchExtractor extractor;
    private Path images;

    RecomputedFeatures(Path folder, FeatureSet.Info info, ShardFiles files) {
        this.folder = folder;
        this.info = info;
        this.files = files;
        long bytes = (long) info.batchImages() * rowBytes();
        held = (int) Math.max(2L * Runtime.getRuntime().availableProcessors(), HELD_BYTES / bytes);
    }

    /** A batch: which shard, and which of its batches. */
    private record Place(int shard, int batch) {}

    private long rowBytes() {
        return (long) info.grid().cells() * info.width() * info.type().bytes();
    }

    /**
     * Fills {@code target} with the numbers of consecutive images of a shard.
     *
     * @param shard index among those of the set
     * @param first index among the images of the shard that have features
     */
    void read(ByteBuffer target, int shard, int first, int count) {
        FeatureSet.ImageRecord[] listed = records(shard);
        int present = 0;
        for (int i = 0; i < listed.length; i += info.batchImages()) {
            int end = Math.min(listed.length, i + info.batchImages());
            int own = present(listed, i, end);
            int from = Math.max(first, present);
            int to = Math.min(first + count, present + own);
            if (from < to) {
                byte[] rows = batch(new Place(shard, i / info.batchImages()));
                target.put(
                        rows,
                        Math.toIntExact((from - present) * rowBytes()),
                        Math.toIntExact((to - from) * rowBytes()));
            }
            present += own;
        }
    }

    private static int present(FeatureSet.ImageRecord[] listed, int from, int to) {
        return (int) Arrays.stream(listed, from, to)
                .filter(FeatureSet.ImageRecord::present)
                .count();
    }

    private synchronized FeatureSet.ImageRecord[] records(int shard) {
        return records.computeIfAbsent(shard, s -> files.records(info.shards().get(s)));
    }

    /** The numbers of a batch: one thread computes them, others wait. */
    private byte[] batch(Place place) {
        CompletableFuture<byte[]> result = new CompletableFuture<>();
        CompletableFuture<byte[]> known;
        synchronized (this) {
            known = batches.putIfAbsent(place, result);
            if (known == null && batches.size() > held) {
                batches.remove(batches.keySet().iterator().next());
            }
        }
        if (known == null) {
            compute(place, result);
            known = result;
        }
        try {
            return known.join();
        } catch (CompletionException | CancellationException e) {
            throw e.getCause() instanceof RuntimeException own ? own : e;
        }
    }

    private void compute(Place place, CompletableFuture<byte[]> result) {
        try (Scope scope = Scope.open()) {
            result.complete(extract(place));
        } catch (RuntimeException | Error e) {
            synchronized (this) {
                batches.remove(place);
            }
            result.completeExceptionally(e);
        }
    }

    private byte[] extract(Place place) {
        FeatureSet.ImageRecord[] listed = records(place.shard());
        int from = place.batch() * info.batchImages();
        int to = Math.min(listed.length, from + info.batchImages());
        BatchExtractor open = extractor();
        List<ImageList.Entry> entries = new ArrayList<>();
        for (int i = from; i < to; i++) {
            entries.add(new ImageList.Entry(listed[i].name(), images.resolve(listed[i].name()), listed[i].label()));
        }
        ExtractedBatch found = open.extract(entries);
        for (int i = from; i < to; i++) {
            FeatureSet.ImageRecord now = found.records().get(i - from);
            if (now.present() != listed[i].present()
                    || now.present() && !now.sha256().equals(listed[i].sha256())) {
                throw new FeatureSet.Outdated("the features in " + folder + " cannot be computed again: the image "
                        + images.resolve(now.name()) + " has changed since; put it back, or extract them again");
            }
        }
        checkLogits(place.shard(), present(listed, 0, from), found.logits());
        return found.rows();
    }

    private void checkLogits(int shard, int first, float[] logits) {
        ByteBuffer kept = files.logits(shard, first, logits.length / info.classes());
        for (float logit : logits) {
            if (Float.floatToRawIntBits(logit) != Float.floatToRawIntBits(kept.getFloat())) {
                throw new FileFailure("the features in " + folder + " come out differently here than where they were"
                        + " computed first: this processor rounds"
                        + " differently; use a machine of the same kind, or"
                        + " extract them again on this one");
            }
        }
    }

    private synchronized BatchExtractor extractor() {
        if (extractor == null) {
            Origin origin = Origin.read(folder);
            Path file = place("the network", origin.network());
            images = place("the folder of the images", origin.images());
            FeatureSetNetwork networks = new FeatureSetNetwork(info.provenance());
            if (!networks.isIn(file)) {
                throw new FeatureSet.Outdated("the features in " + folder + " cannot be computed again: the network "
                        + file + " has changed since; put it back, or extract them again");
            }
            network = networks.load(file);
            FeatureExtraction.Options options = FeatureExtraction.Options.DEFAULT
                    .withType(info.type())
                    .withBatchImages(info.batchImages())
                    .withShardBytes(1);
            extractor = new BatchExtractor(
                    networks.layer(network, info.grid()),
                    info.provenance().preprocessing(),
                    options,
                    ImageList.ofEntries(images, List.of()));
        }
        return extractor;
    }

    private Path place(String what, String known) {
        if (known == null || !RemoteFiles.exists(known)) {
            throw new FileFailure("the features in " + folder + " are not kept but computed when they are needed, and "
                    + what + (known == null ? " is not known" : " is no longer at " + known)
                    + "; put it back, or extract features that are kept");
        }
        return RemoteFiles.parse(known);
    }

    @Override
    public synchronized void close() {
        if (network != null) {
            network.close();
            network = null;
            extractor = null;
        }
    }
}
