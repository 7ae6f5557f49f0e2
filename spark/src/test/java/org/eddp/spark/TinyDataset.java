package org.eddp.spark;

import static org.eddp.testkit.TinyRun.picture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eddp.images.decode.ImageReader;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.AnnotatedDatasetWriter;

/** Pictures for the tiny network, with their left and right halves annotated. */
public final class TinyDataset {
    private TinyDataset() {}

    /** Writes one of so many images into a new folder. */
    public static void write(Path dataset, int images) throws IOException {
        AnnotatedDatasetWriter writer = new AnnotatedDatasetWriter(
                dataset,
                List.of("object"),
                List.of(
                        AnnotatedDataset.Label.of(1, "left", "object"),
                        AnnotatedDataset.Label.of(2, "right", "object")));
        Path drawn = Files.createTempFile("drawn", ".png");
        for (int n = 0; n < images; n++) {
            picture(drawn, TinyRun.SIZE, 100 + n);
            writer.add(new AnnotatedDatasetWriter.LabelledPicture(
                    String.format("%02d.png", n),
                    n % 3 == 2 ? "val" : "train",
                    new ImageReader().read(drawn),
                    2,
                    2,
                    Map.of("object", List.of(new int[] {1, 2, 1, 2})),
                    Map.of()));
        }
        Files.delete(drawn);
        writer.finish();
    }
}
