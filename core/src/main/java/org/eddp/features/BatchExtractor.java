package org.eddp.features;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.images.ImageEntry;
import org.eddp.images.ImageFailure;
import org.eddp.images.ImageReader;
import org.eddp.images.Preprocessing;
import org.eddp.tensor.Tensor;

/** From image files to features and logits, a batch at a time. Thread-safe. */
final class BatchExtractor {
    private final ImageReader reader = new ImageReader();
    private final PatchLayer layer;
    private final Preprocessing preprocessing;
    private final ExtractionOptions options;

    BatchExtractor(PatchLayer layer, Preprocessing preprocessing, ExtractionOptions options) {
        this.layer = layer;
        this.preprocessing = preprocessing;
        this.options = options;
    }

    /** Must run inside a scope; the result holds no tensors. */
    ExtractedBatch extract(List<ImageEntry> entries) {
        float[] pixels = new float[entries.size() * preprocessing.length()];
        String[] digests = new String[entries.size()];
        String[] problems = new String[entries.size()];
        int present = 0;
        for (int i = 0; i < entries.size(); i++) {
            byte[] bytes = read(entries.get(i));
            digests[i] = Digests.of(bytes);
            try {
                preprocessing.apply(
                        reader.decode(bytes, entries.get(i).name()), pixels, present * preprocessing.length());
                present++;
            } catch (ImageFailure e) {
                if (options.strict()) {
                    throw e;
                }
                problems[i] = e.getMessage();
            }
        }
        return present == 0
                ? new ExtractedBatch(new byte[0], new float[0], records(entries, digests, problems, new double[0]))
                : compute(
                        entries, digests, problems, java.util.Arrays.copyOf(pixels, present * preprocessing.length()));
    }

    private static byte[] read(ImageEntry entry) {
        try {
            return Files.readAllBytes(entry.path());
        } catch (IOException e) {
            throw FileFailure.reading(entry.path(), e);
        }
    }

    private ExtractedBatch compute(List<ImageEntry> entries, String[] digests, String[] problems, float[] pixels) {
        Tensor images = Tensor.of(
                pixels,
                pixels.length / preprocessing.length(),
                preprocessing.channels().count(),
                preprocessing.cropHeight(),
                preprocessing.cropWidth());
        Tensor output = layer.cut().lower(images);
        Tensor logits = layer.cut().upper(output);
        ByteBuffer stored =
                layer.rows(output).to(options.type().stored()).contiguous().bytes();
        byte[] rows = new byte[stored.remaining()];
        stored.get(rows);
        double[] predicted = logits.argmax(1).toDoubles();
        return new ExtractedBatch(rows, logits.toFloats(), records(entries, digests, problems, predicted));
    }

    private static List<ImageRecord> records(
            List<ImageEntry> entries, String[] digests, String[] problems, double[] predicted) {
        List<ImageRecord> records = new ArrayList<>();
        int present = 0;
        for (int i = 0; i < digests.length; i++) {
            int prediction = problems[i] == null ? (int) predicted[present++] : -1;
            records.add(new ImageRecord(
                    entries.get(i).name(), entries.get(i).className(), digests[i], prediction, problems[i]));
        }
        return records;
    }
}
