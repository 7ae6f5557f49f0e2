package org.eddp.testkit;

import static org.eddp.testkit.TinyNetworks.SIZE;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntBinaryOperator;
import org.eddp.images.decode.Picture;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.labels.AnnotatedDatasetWriter;

/** Pictures whose halves have different colours, annotated. */
public final class TinyDataset {
    private TinyDataset() {}

    /**
     * Writes the pictures.
     *
     * @param grain amount of the next colour on a pixel of a picture
     */
    public static List<AnnotatedDatasetWriter.LabelledPicture> write(Path folder, IntBinaryOperator grain) {
        AnnotatedDatasetWriter writer = new AnnotatedDatasetWriter(
                folder,
                List.of("color"),
                List.of(
                        AnnotatedDataset.Label.of(1, "red", "color"),
                        AnnotatedDataset.Label.of(2, "green", "color"),
                        AnnotatedDataset.Label.of(3, "blue", "color")));
        List<AnnotatedDatasetWriter.LabelledPicture> pictures = new ArrayList<>();
        for (int i = 0; i < 36; i++) {
            pictures.add(picture(i, grain));
            writer.add(pictures.get(i));
        }
        writer.finish();
        return pictures;
    }

    /** The left half in one colour, the right half in another. */
    private static AnnotatedDatasetWriter.LabelledPicture picture(int index, IntBinaryOperator grain) {
        byte[] rgb = new byte[SIZE * SIZE * 3];
        int[] map = new int[SIZE * SIZE];
        for (int p = 0; p < map.length; p++) {
            int colour = (p % SIZE < SIZE / 2 ? index : index + 1 + index / 3 % 2) % 3;
            rgb[p * 3 + colour] = (byte) (200 + index);
            rgb[p * 3 + (colour + 1) % 3] = (byte) grain.applyAsInt(p, index);
            map[p] = colour + 1;
        }
        return new AnnotatedDatasetWriter.LabelledPicture(
                "p" + index + ".png",
                index % 3 == 0 ? "val" : "train",
                new Picture(SIZE, SIZE, rgb),
                SIZE,
                SIZE,
                Map.of("color", List.of(map)),
                Map.of());
    }
}
