package org.eddp.labels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eddp.files.AtomicFile;
import org.eddp.files.FileFailure;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.InputPreset;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Datasets whose tables are written by hand, as others write them. */
class AnnotatedDatasetTest {
    private static final String INDEX = """
        image,split,ih,iw,sh,sw,color,object,part,scene
        b/2.png,val,4,6,2,3,,b/2_object.png,b/2_part_1.png;b/2_part_2.png,
        a/1.png,train,4,6,2,3,a/1_color.png,a/1_object.png,,3;700
        """;
    private static final String LABELS = """
        number,name,category,frequency,coverage,syns
        1,red,color(1),1,0.5,
        2,chair,object(2);part(1),2,0.250000,seat;stool
        3,street,scene(1),1,1.0,
        700,"caf\u00e9, open",scene,,,
        """;

    @TempDir
    Path folder;

    @BeforeEach
    void dataset() throws IOException {
        write("index.csv", INDEX);
        write("label.csv", LABELS);
        write("category.csv", "name,first,last,count,frequency\nobject,2,2,1,2\npart,2,2,1,1\nscene,3,700,2,1\n");
        write("c_object.csv", "code,number,name,frequency,coverage\n0,0,-,0,0\n1,2,chair,2,0.25\n");
        image("a/1.png", 6, 4);
        image("b/2.png", 6, 4);
        image("a/1_color.png", 3, 2, 1);
        image("a/1_object.png", 3, 2, 0, 0, 2, 2, 0, 0);
        image("b/2_object.png", 3, 2, 2);
        image("b/2_part_1.png", 3, 2, 2);
        image("b/2_part_2.png", 3, 2, 700, 700, 700, 0, 0, 0);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    /** A picture whose pixels hold label numbers. */
    private void image(String name, int width, int height, int... labels) {
        Picture picture = Picture.black(width, height);
        for (int i = 0; i < labels.length; i++) {
            picture.rgb()[3 * i] = (byte) labels[i];
            picture.rgb()[3 * i + 1] = (byte) (labels[i] / 256);
            picture.rgb()[3 * i + 2] = 99;
        }
        writePng(folder.resolve("images").resolve(name), picture);
    }

    @Test
    void tablesAreRead() {
        AnnotatedDataset dataset = AnnotatedDataset.read(folder);
        assertThat(dataset.label(2))
                .hasValue(new AnnotatedDataset.Label(
                        2, "chair", Map.of("object", 2, "part", 1), 2, 0.25, List.of("seat", "stool")));
        assertThat(dataset.label(700).orElseThrow().name()).isEqualTo("caf\u00e9, open");
        assertThat(dataset.label(4)).isEmpty();
        // colour is not in category.csv
        assertThat(categories()).containsExactly("object", "part", "scene");
        assertThat(dataset.splits()).containsExactly("train", "val");
    }

    private Set<String> categories() {
        return CategoryTable.read(folder, List.of("color", "object", "part", "scene"), Set.of(1, 2, 3, 700));
    }

    @Test
    void imagesComeInTheOrderOfImageLists() {
        AnnotatedDataset dataset = AnnotatedDataset.read(folder);
        assertThat(dataset.images().stream().map(AnnotatedDataset.Image::name)).containsExactly("a/1.png", "b/2.png");
        assertThat(dataset.images("val").get(0).line()).isEqualTo(2);
        assertThat(ImageList.ofDataset(folder, null).entries())
                .extracting(ImageList.Entry::name)
                .containsExactly("a/1.png", "b/2.png");
        assertThatThrownBy(() -> dataset.images("test")).hasMessageContaining("'test'; its splits are [train, val]");
    }

    @Test
    void annotationsAreReadPerImage() {
        AnnotatedDataset dataset = AnnotatedDataset.read(folder);
        AnnotatedDataset.Annotation first = dataset.annotation(dataset.images().get(0));
        assertThat(first.whole("scene")).containsExactly(3, 700);
        assertThat(first.maps("object")).hasSize(1);
        assertThat(first.maps("object").get(0)).containsExactly(0, 0, 2, 2, 0, 0);
        assertThat(first.maps("part")).isEmpty();
        assertThat(dataset.images().get(0).annotations()).containsKey("scene").doesNotContainKey("part");
        AnnotatedDataset.Annotation second = dataset.annotation(dataset.images().get(1));
        assertThat(second.maps("part")).hasSize(2);
        assertThat(second.maps("part").get(1)).containsExactly(700, 700, 700, 0, 0, 0);
        assertThat(second.whole("scene")).isEmpty();
    }

    @Test
    void annotationsAreWhatDissectionTakes() {
        AnnotatedDataset dataset = AnnotatedDataset.read(folder);
        AnnotatedDataset.Annotation first = dataset.annotation(dataset.images().get(0));
        assertThat(first.pixels())
                .isEqualTo(new LabelledImages.Pixels(
                        2,
                        3,
                        List.of(
                                LabelledImages.Pixels.Layer.map("object", 0, 0, 2, 2, 0, 0),
                                LabelledImages.Pixels.Layer.whole("scene", 3),
                                LabelledImages.Pixels.Layer.whole("scene", 700))));
        // the network sees the middle 4 x 4 of 6 x 4 pixels; masks are half as large
        Preprocessing square = InputPreset.PLAIN.preprocessing().withCrop(4, 4).withResize(4);
        assertThat(first.visiblePart(square)).isEqualTo(new Preprocessing.CropBox(0.5, 0, 2, 2));
    }

    @Test
    void withoutCategoryTableAllFurtherColumnsAreCategories() throws IOException {
        Files.delete(folder.resolve("category.csv"));
        assertThat(categories()).containsExactly("color", "object", "part", "scene");
    }

    @Test
    void windowsLineEndsAndByteOrderMarksAreTaken() throws IOException {
        for (String name : List.of("index.csv", "label.csv", "category.csv")) {
            String text = Files.readString(folder.resolve(name));
            write(name, "\ufeff" + text.replace("\n", "\r\n"));
        }
        assertThat(AnnotatedDataset.read(folder).label(700).orElseThrow().name())
                .isEqualTo("caf\u00e9, open");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "index.csv | b/2.png,val  | b/3.png,val    | index.csv, line 2: image 'b/3.png' is not in",
                "index.csv | b/2_part_2   | b/2_part_9     | index.csv, line 2: mask 'b/2_part_9.png' is not in",
                "index.csv | 3;700        | 3;701          | index.csv, line 3: column scene: label 701 is not in"
                        + " label",
                "index.csv | 3;700        | 3;99999999999  | line 3: column scene: label 99999999999 is not in label",
                "index.csv | val,4,6      | val,4,x        | line 2: column iw: 'x' is not a whole number from 1 to",
                "index.csv | val,4,6,2    | val,4,6,0      | line 2: column sh: '0' is not a whole number from 1 to",
                "index.csv | val,4,6,2,3  | val,4,6,2      | line 2: the row has 9 fields, the header 10",
                "index.csv | a/1.png      | b/2.png        | line 3: image b/2.png is on line 2 already",
                "index.csv | ,sh,sw       | ,sh,x          | line 1: column 'sw' is missing",
                "index.csv | part,scene   | part,part      | line 1: column 'part' is named twice",
                "label.csv | 1,red        | 0,red          | label.csv, line 2: column number: '0' is not a whole",
                "label.csv | 1,red        | 70000,red      | label.csv, line 2: column number: '70000' is not a whole",
                "label.csv | 1,red        | 3,red          | label.csv, line 4: label 3 is there twice",
                "label.csv | 1,red        | 1,             | label.csv, line 2: label 1 has no name",
                "label.csv | color(1)     | color(1        | line 2: category 'color(1' is not of the form",
                "label.csv | ,1,0.5       | ,1,-0.5        | line 2: column coverage: '-0.5' is not a number",
                "label.csv | ,1,0.5       | ,many,0.5      | line 2: column frequency: 'many' is not a whole",
                "category.csv | scene,    | szene,         | category.csv, line 4: category 'szene' has no column",
                "category.csv | part,2    | object,2       | category.csv, line 3: category 'object' is there twice",
                "c_object.csv | 1,2,chair | 1,5,chair      | c_object.csv, line 3: label 5 is not in label.csv",
            })
    void mistakesAreNamedWithFileAndLine(String file, String text, String replacement, String message)
            throws IOException {
        String before = Files.readString(folder.resolve(file));
        assertThat(before).contains(text);
        write(file, before.replace(text, replacement == null ? "" : replacement));
        assertThatThrownBy(() -> AnnotatedDataset.read(folder))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining(message);
    }

    @Test
    void wrongMasksAreNamed() throws IOException {
        AnnotatedDataset dataset = AnnotatedDataset.read(folder);
        AnnotatedDataset.Annotation first = dataset.annotation(dataset.images().get(0));
        image("a/1_object.png", 3, 3);
        assertThatThrownBy(() -> first.maps("object"))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("index.csv, line 3")
                .hasMessageContaining("a/1_object.png has 3 x 3 pixels, sh x sw is 2 x 3");
        image("a/1_object.png", 3, 2, 0, 0, 0, 0, 0, 513);
        assertThatThrownBy(() -> first.maps("object"))
                .hasMessageContaining("line 3")
                .hasMessageContaining("holds label 513 at row 1, column 2, which is not in label.csv");
        Files.write(folder.resolve("images/a/1_object.png"), "no mask".getBytes(StandardCharsets.US_ASCII));
        assertThatThrownBy(() -> first.maps("object"))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("a mask on line 3");
        Files.delete(folder.resolve("images/a/1_object.png"));
        assertThatThrownBy(() -> first.maps("object")).hasMessageContaining("no such file");
    }

    @Test
    void aFolderWithoutTablesIsNoDataset() throws IOException {
        Files.delete(folder.resolve("label.csv"));
        assertThatThrownBy(() -> AnnotatedDataset.read(folder))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("label.csv: no such file");
    }

    private static void writePng(Path file, Picture picture) {
        AtomicFile.write(file, out -> out.write(picture.png()));
    }
}
