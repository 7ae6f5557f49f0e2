package org.eddp.features;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Json;
import org.eddp.parts.Work;
import org.eddp.parts.Work.WorkOrder;
import org.eddp.parts.WorkerContext;

/**
 * The reading of chosen images for another process that sees the same feature set.
 *
 * @param json a {@link Description}
 */
record SampleOrder(String json) implements WorkOrder<List<ExtractedBatch>> {
    private static final long serialVersionUID = 1L;

    /**
     * The inputs.
     *
     * @param folder of the feature set
     * @param digest of its features
     * @param chosen numbers of the images
     */
    record Description(String folder, String digest, List<Integer> chosen) {}

    static SampleOrder of(FeatureSet set, List<Integer> chosen) {
        String folder = set.folder().toAbsolutePath().normalize().toString();
        return new SampleOrder(Json.toText(new Description(folder, set.digest(), chosen)));
    }

    @Override
    public String title() {
        return "a sample of features";
    }

    @Override
    public Work<List<ExtractedBatch>> open(WorkerContext place) {
        Description asked = Json.fromText("a description of work", json, Description.class);
        FeatureSet set = FeatureSet.open(Path.of(asked.folder()));
        if (!set.digest().equals(asked.digest())) {
            throw new FileFailure("the features in " + asked.folder()
                    + " are not those that the work was described with; give all processes the same ones");
        }
        return new SampleWork(set, asked.chosen(), place.monitor());
    }

    @Override
    public byte[] toBytes(List<ExtractedBatch> images) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(images.size());
            for (ExtractedBatch image : images) {
                write(out, image.rows());
                write(out, image.extra());
                out.writeInt(image.logits().length);
                for (float logit : image.logits()) {
                    out.writeFloat(logit);
                }
                write(out, Json.toText(image.records().get(0)).getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    @Override
    public List<ExtractedBatch> fromBytes(byte[] bytes) {
        List<ExtractedBatch> images = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            for (int left = in.readInt(); left > 0; left--) {
                byte[] rows = in.readNBytes(in.readInt());
                byte[] extra = in.readNBytes(in.readInt());
                float[] logits = new float[in.readInt()];
                for (int i = 0; i < logits.length; i++) {
                    logits[i] = in.readFloat();
                }
                String record = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
                images.add(new ExtractedBatch(
                        rows,
                        extra,
                        logits,
                        List.of(Json.fromText("the record of an image", record, FeatureSet.ImageRecord.class))));
            }
        } catch (IOException e) {
            throw new FileFailure("the result of a shard is damaged; run it again", e);
        }
        return images;
    }
}
