package org.eddp.features;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.files.Digests;
import org.eddp.images.input.InputBatch;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageList;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/** Computes features and logits of image files, a batch at a time. Thread-safe. */
final class BatchExtractor {
    private final PatchLayer layer;
    private final Preprocessing preprocessing;
    private final FeatureExtraction.Options options;
    private final ImageList images;

    BatchExtractor(PatchLayer layer, Preprocessing preprocessing, FeatureExtraction.Options options, ImageList images) {
        this.images = images;
        this.layer = layer;
        this.preprocessing = preprocessing;
        this.options = options;
    }

    /** Tokens of an image that are not patches. */
    int extraTokens() {
        return layer.extraTokens();
    }

    /** Must run inside a scope; the result holds no tensors. */
    ExtractedBatch extract(List<ImageList.Entry> entries) {
        String[] digests = new String[entries.size()];
        InputBatch batch = InputBatch.read(
                images, entries, preprocessing, options.strict(), (content, i) -> digests[i] = Digests.of(content));
        return batch.present() == 0
                ? new ExtractedBatch(
                        new byte[0],
                        new byte[0],
                        new float[0],
                        records(entries, digests, batch.problems(), new double[0]))
                : compute(entries, digests, batch);
    }

    private ExtractedBatch compute(List<ImageList.Entry> entries, String[] digests, InputBatch batch) {
        Tensor output = layer.cut().lower(batch.tensor());
        Tensor logits = layer.cut().upper(output);
        Tensor stored = layer.rows(output).to(options.type().stored()).contiguous();
        Tensor extra = layer.extra(output).to(options.type().stored()).contiguous();
        checkFinite(stored, extra, logits, present(entries, batch));
        double[] predicted = logits.argmax(1).toDoubles();
        return new ExtractedBatch(
                bytes(stored),
                layer.extraTokens() == 0 ? new byte[0] : bytes(extra),
                logits.toFloats(),
                records(entries, digests, batch.problems(), predicted));
    }

    /** The memory of a tensor. */
    static byte[] bytes(Tensor stored) {
        ByteBuffer memory = stored.bytes();
        byte[] bytes = new byte[memory.remaining()];
        memory.get(bytes);
        return bytes;
    }

    private static List<String> present(List<ImageList.Entry> entries, InputBatch batch) {
        return IntStream.range(0, entries.size())
                .filter(batch::isPresent)
                .mapToObj(i -> entries.get(i).name())
                .toList();
    }

    /**
     * Fails at once if features are not finite. Otherwise they would be noticed only hours later, when their origin is
     * unknown.
     */
    private void checkFinite(Tensor rows, Tensor extra, Tensor logits, List<String> names) {
        int expected = names.size() * layer.grid().cells();
        if (rows.size(0) != expected) {
            throw new NetworkFailure(
                    "the layer gives " + rows.size(0) + " patches for " + names.size() + " images, not " + expected
                            + "; its size for this crop is another than that found when the network was loaded");
        }
        for (int n = 0; n < names.size(); n++) {
            if (!isFinite(rows, n, layer.grid().cells())
                    || !isFinite(extra, n, layer.extraTokens())
                    || !isFinite(logits, n, 1)) {
                throw new NetworkFailure("the features or logits of image " + names.get(n) + " are not finite numbers"
                        + (options.type() == FeatureExtraction.NumberType.FLOAT16
                                ? ", or too large for half precision; use single precision"
                                : "")
                        + "; check the preprocessing and the network");
            }
        }
    }

    private static boolean isFinite(Tensor all, int image, int perImage) {
        Tensor own = all.narrow(0, (long) image * perImage, perImage);
        return Double.isFinite(own.to(DType.FLOAT64).abs().sum().item());
    }

    private static List<FeatureSet.ImageRecord> records(
            List<ImageList.Entry> entries, String[] digests, String[] problems, double[] predicted) {
        List<FeatureSet.ImageRecord> records = new ArrayList<>();
        int present = 0;
        for (int i = 0; i < digests.length; i++) {
            int prediction = problems[i] == null ? (int) predicted[present++] : -1;
            records.add(new FeatureSet.ImageRecord(
                    entries.get(i).name(), entries.get(i).className(), digests[i], prediction, problems[i]));
        }
        return records;
    }
}
