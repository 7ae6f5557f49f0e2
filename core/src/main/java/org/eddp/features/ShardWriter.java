package org.eddp.features;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.files.AtomicFile;
import org.eddp.files.Digests;
import org.eddp.files.Json;

/** Collects the images of one shard and writes its files. */
final class ShardWriter {
    private final FeatureSetInfo info;
    private final ByteArrayOutputStream rows = new ByteArrayOutputStream();
    private final ByteArrayOutputStream logits = new ByteArrayOutputStream();
    private final List<ImageRecord> records = new ArrayList<>();

    ShardWriter(FeatureSetInfo info) {
        this.info = info;
    }

    /** Images listed so far, broken ones included. */
    int listed() {
        return records.size();
    }

    void add(ExtractedBatch batch) {
        rows.writeBytes(batch.rows());
        ByteBuffer numbers =
                ByteBuffer.allocate(batch.logits().length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        numbers.asFloatBuffer().put(batch.logits());
        logits.writeBytes(numbers.array());
        records.addAll(batch.records());
    }

    /** Writes the three files and forgets the images. */
    FeatureSetInfo.Shard write(Path folder, int number) {
        int images = (int) records.stream().filter(ImageRecord::present).count();
        FeatureSetInfo.Shard named = new FeatureSetInfo.Shard(number, images, "", "", "");
        Grid grid = info.grid();
        byte[] header = NpyHeader.of(info.type(), images, grid.height(), grid.width(), info.width());
        String featuresDigest = write(folder.resolve(named.featuresFile()), header, rows.toByteArray());
        byte[] logitsHeader = NpyHeader.of(NumberType.FLOAT32, images, info.classes());
        String logitsDigest = write(folder.resolve(named.logitsFile()), logitsHeader, logits.toByteArray());
        byte[] text = Json.toText(records).getBytes(StandardCharsets.UTF_8);
        String recordsDigest = write(folder.resolve(named.recordsFile()), new byte[0], text);
        rows.reset();
        logits.reset();
        records.clear();
        return new FeatureSetInfo.Shard(number, images, featuresDigest, logitsDigest, recordsDigest);
    }

    private static String write(Path file, byte[] header, byte[] content) {
        AtomicFile.write(file, out -> {
            out.write(header);
            out.write(content);
        });
        return Digests.of(header, content);
    }
}
