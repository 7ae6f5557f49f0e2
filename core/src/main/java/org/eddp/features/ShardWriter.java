package org.eddp.features;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Json;

/** Writes the files of one shard as its images come. */
final class ShardWriter implements AutoCloseable {
    private final Path folder;
    private final FeatureSet.Info.Shard named;
    private final NumberFile rows;
    private final NumberFile logits;
    private final int extraTokens;
    private final boolean kept;
    /** Null without extra tokens. */
    private final NumberFile extra;

    private final List<FeatureSet.ImageRecord> records = new ArrayList<>();

    ShardWriter(Path folder, FeatureSet.Info info, int extraTokens, int number, boolean kept) {
        this.kept = kept;
        this.folder = folder;
        this.extraTokens = extraTokens;
        named = new FeatureSet.Info.Shard(number, 0, "", "", "");
        Grid grid = info.grid();
        long[] shape = {info.shardImages(), grid.height(), grid.width(), info.width()};
        rows = new NumberFile(folder.resolve(named.featuresFile()), info.type(), shape);
        logits = new NumberFile(
                folder.resolve(named.logitsFile()),
                FeatureExtraction.NumberType.FLOAT32,
                info.shardImages(),
                info.classes());
        extra = extraTokens == 0
                ? null
                : new NumberFile(
                        folder.resolve(named.tokensFile()), info.type(), info.shardImages(), extraTokens, info.width());
    }

    /** Images listed so far, broken ones included. */
    int listed() {
        return records.size();
    }

    void add(ExtractedBatch batch) {
        rows.append(ByteBuffer.wrap(batch.rows()));
        if (extra != null) {
            extra.append(ByteBuffer.wrap(batch.extra()));
        }
        ByteBuffer numbers =
                ByteBuffer.allocate(batch.logits().length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        numbers.asFloatBuffer().put(batch.logits());
        logits.append(numbers);
        records.addAll(batch.records());
    }

    /** Completes the files. */
    FeatureSet.Info.Shard finish() {
        int images =
                (int) records.stream().filter(FeatureSet.ImageRecord::present).count();
        Path list = folder.resolve(named.recordsFile());
        Json.write(list, records);
        if (extra != null) {
            Json.write(folder.resolve(named.tokensInfo()), new ExtraTokens(extraTokens, extra.finish(images)));
        }
        String features = rows.finish(images);
        if (!kept) {
            drop(folder.resolve(named.featuresFile())); // only its digest is needed
        }
        return new FeatureSet.Info.Shard(named.number(), images, features, logits.finish(images), Digests.of(list));
    }

    private static void drop(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw FileFailure.writing(file, e);
        }
    }

    /** Deletes incomplete files. */
    @Override
    public void close() {
        rows.close();
        logits.close();
        if (extra != null) {
            extra.close();
        }
    }
}
