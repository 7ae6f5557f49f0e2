package org.eddp.labels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.decode.Picture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnnotatedDatasetWriterTest {
    private static final List<String> CATEGORIES = List.of("object", "part", "scene");
    private static final List<AnnotatedDataset.Label> LABELS = List.of(
            AnnotatedDataset.Label.of(4, "chair", "object"),
            new AnnotatedDataset.Label(
                    1000, "leg, \"wooden\"", Map.of("part", 0, "object", 0), 0, 0, List.of("b\u00e9quille")),
            AnnotatedDataset.Label.of(2, "street", "scene"));

    @TempDir
    Path folder;

    private static AnnotatedDatasetWriter.LabelledPicture picture(String name, String split, int... object) {
        Picture pixels = Picture.black(5, 3);
        new Random(name.hashCode()).nextBytes(pixels.rgb());
        return new AnnotatedDatasetWriter.LabelledPicture(
                name,
                split,
                pixels,
                2,
                2,
                Map.of("object", List.of(object), "part", List.of(new int[4], new int[] {0, 1000, 0, 0})),
                name.startsWith("a") ? Map.of("scene", List.of(2)) : Map.of());
    }

    private static AnnotatedDataset write(Path folder, AnnotatedDatasetWriter.LabelledPicture... pictures) {
        AnnotatedDatasetWriter writer = new AnnotatedDatasetWriter(folder, CATEGORIES, LABELS);
        for (AnnotatedDatasetWriter.LabelledPicture picture : pictures) {
            writer.add(picture);
        }
        return writer.finish();
    }

    @Test
    void whatIsWrittenReadsBack() {
        AnnotatedDatasetWriter.LabelledPicture first = picture("a/x.png", "train", 4, 4, 0, 1000);
        AnnotatedDataset dataset = write(folder, picture("b/y.png", "val", 0, 0, 0, 4), first);
        assertThat(dataset.images().stream().map(AnnotatedDataset.Image::name)).containsExactly("a/x.png", "b/y.png");
        AnnotatedDataset.Image image = dataset.images("train").get(0);
        assertThat(new int[] {image.height(), image.width(), image.maskHeight(), image.maskWidth()})
                .containsExactly(3, 5, 2, 2);
        assertThat(new ImageReader().read(image.path()).rgb())
                .isEqualTo(first.picture().rgb());
        AnnotatedDataset.Annotation annotation = dataset.annotation(image);
        assertThat(annotation.maps("object")).containsExactly(new int[] {4, 4, 0, 1000});
        assertThat(annotation.maps("part")).containsExactly(new int[4], new int[] {0, 1000, 0, 0});
        assertThat(annotation.whole("scene")).containsExactly(2);
        assertThat(dataset.images("val").get(0).annotations()).doesNotContainKey("scene");
    }

    @Test
    void occurrencesAreCounted() throws IOException {
        AnnotatedDataset dataset =
                write(folder, picture("a/x.png", "train", 4, 4, 0, 1000), picture("b/y.png", "val", 0, 0, 0, 4));
        AnnotatedDataset.Label chair = dataset.label(4).orElseThrow();
        assertThat(chair.frequency()).isEqualTo(2);
        assertThat(chair.coverage()).isEqualTo(0.75);
        AnnotatedDataset.Label leg = dataset.label(1000).orElseThrow();
        assertThat(leg)
                .isEqualTo(new AnnotatedDataset.Label(
                        1000, "leg, \"wooden\"", Map.of("object", 1, "part", 2), 2, 0.5, List.of("b\u00e9quille")));
        assertThat(Files.readString(folder.resolve("category.csv")))
                .isEqualTo("name,first,last,count,frequency\nobject,4,1000,2,2\npart,1000,1000,1,2\nscene,2,2,1,1\n");
        assertThat(Files.readString(folder.resolve("c_object.csv")))
                .isEqualTo("code,number,name,frequency,coverage\n1,4,chair,2,0.750000\n"
                        + "2,1000,\"leg, \"\"wooden\"\"\",1,0.250000\n");
        assertThat(Files.readString(folder.resolve("index.csv")))
                .contains("\na/x.png,train,3,5,2,2,a/x_object.png,a/x_part_1.png;a/x_part_2.png,2\n");
    }

    @Test
    void theOrderOfWritingDoesNotMatter(@TempDir Path other) throws IOException {
        AnnotatedDatasetWriter.LabelledPicture x = picture("a/x.png", "train", 4, 4, 0, 1000);
        AnnotatedDatasetWriter.LabelledPicture y = picture("b/y.png", "val", 0, 0, 0, 4);
        write(folder, x, y);
        write(other, y, x);
        for (String file : List.of("index.csv", "label.csv", "c_part.csv", "images/a/x_object.png")) {
            assertThat(other.resolve(file)).hasSameBinaryContentAs(folder.resolve(file));
        }
    }

    @Test
    void mistakesAreNamed() {
        AnnotatedDatasetWriter writer = new AnnotatedDatasetWriter(folder, CATEGORIES, LABELS);
        assertThatThrownBy(() -> writer.add(picture("a.png", "train", 0, 0, 5, 0)))
                .hasMessageContaining("image a.png shows label 5, which is not known");
        assertThatThrownBy(() -> writer.add(picture("a.png", "train", 2, 0, 0, 0)))
                .hasMessageContaining("label 2, which is not of category object");
        assertThatThrownBy(() -> picture("a.jpg", "train", 0, 0, 0, 0)).hasMessageContaining("'a.jpg'");
        assertThatThrownBy(() -> picture("../a.png", "train", 0, 0, 0, 0)).hasMessageContaining("'../a.png'");
        assertThatThrownBy(() -> picture("a.png", "train", 0)).hasMessageContaining("has 1 pixels, not 2 x 2");
        writer.add(picture("a.png", "train", 0, 0, 0, 0));
        assertThatThrownBy(() -> writer.add(picture("a.png", "train", 0, 0, 0, 0)))
                .hasMessageContaining("two files of the dataset would be called a.png");
        assertThatThrownBy(() -> writer.add(picture("a_object.png", "train", 0, 0, 0, 0)))
                .hasMessageContaining("two files of the dataset would be called a_object.png");
        assertThatThrownBy(() -> new AnnotatedDatasetWriter(folder, List.of("split"), List.of()))
                .hasMessageContaining("category 'split'");
        assertThatThrownBy(() -> new AnnotatedDatasetWriter(folder, List.of("a"), LABELS))
                .hasMessageContaining("not one of [a]");
    }
}
