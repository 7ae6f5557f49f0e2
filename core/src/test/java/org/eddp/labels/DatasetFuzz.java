package org.eddp.labels;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.eddp.images.decode.Picture;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables and masks of a dataset, one of them changed at a time. */
class DatasetFuzz {
    private static final String INDEX = """
        image,split,ih,iw,sh,sw,object,part,scene
        a.png,train,2,3,2,3,mask.png,2,3;700
        b/b.png,val,2,3,1,1,,,
        """;
    private static final String LABELS = """
        number,name,category,frequency,coverage,syns
        1,red,object(1),1,0.5,
        2,chair,object(2);part(1),2,0.25,seat;stool
        3,street,scene(1),1,1,
        700,"caf\u00e9, open",scene,,,
        """;
    private static final String CATEGORIES = "name,first,last,count,frequency\nobject,1,2,2,2\nscene,3,700,2,1\n";
    private static final String OBJECTS = "code,number,name,frequency,coverage\n0,0,-,0,0\n1,2,chair,2,0.25\n";
    private static final Picture MASK = Picture.black(3, 2);

    static {
        MASK.rgb()[0] = 2;
    }

    static Stream<byte[]> indexes() {
        return texts(
                INDEX,
                INDEX.replace(",2,3,2,3,", ",0,-1,99999999,x,"),
                INDEX.replace("mask.png", "../../nothing.png;\0"),
                INDEX.replace("3;700", "3;99999999999999999999"),
                "image,split,ih,iw,sh,sw\n");
    }

    static Stream<byte[]> labels() {
        return texts(
                LABELS,
                LABELS.replace("object(2)", "object(99999999999)"),
                LABELS.replace("0.25", "NaN"),
                LABELS.replace("700", "-1"));
    }

    static Stream<byte[]> categories() {
        return texts(CATEGORIES, OBJECTS, OBJECTS.replace("2,chair", "99,chair"), "name\nobject\nobject\n");
    }

    static Stream<byte[]> masks() {
        return Stream.of(
                MASK.png(), Picture.black(2, 2).png(), Picture.black(3, 2).png());
    }

    private static Stream<byte[]> texts(String... texts) {
        return Stream.of(texts).map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    /** A folder of its own for each kind of file, since a changed one stays. */
    private static Path folder(String kind) {
        Path folder = FuzzedFile.folder("dataset-" + kind);
        FuzzedFile.write(folder.resolve("index.csv"), INDEX.getBytes(StandardCharsets.UTF_8));
        FuzzedFile.write(folder.resolve("label.csv"), LABELS.getBytes(StandardCharsets.UTF_8));
        FuzzedFile.write(folder.resolve("category.csv"), CATEGORIES.getBytes(StandardCharsets.UTF_8));
        FuzzedFile.write(folder.resolve("c_object.csv"), OBJECTS.getBytes(StandardCharsets.UTF_8));
        FuzzedFile.write(folder.resolve("images/a.png"), Picture.black(3, 2).png());
        FuzzedFile.write(folder.resolve("images/b/b.png"), Picture.black(3, 2).png());
        FuzzedFile.write(folder.resolve("images/mask.png"), MASK.png());
        return folder;
    }

    @MethodSource("indexes")
    @FuzzTest
    void index(byte[] content) {
        check(folder("index"), "index.csv", content);
    }

    @MethodSource("labels")
    @FuzzTest
    void labels(byte[] content) {
        check(folder("labels"), "label.csv", content);
    }

    @MethodSource("categories")
    @FuzzTest
    void categories(byte[] content) {
        check(folder("categories"), "category.csv", content);
        check(folder("categories"), "c_object.csv", content);
    }

    @MethodSource("masks")
    @FuzzTest
    void masks(byte[] content) {
        check(folder("masks"), "images/mask.png", content);
    }

    private static void check(Path folder, String file, byte[] content) {
        FuzzedFile.check(folder.resolve(file), content, changed -> {
            AnnotatedDataset dataset = AnnotatedDataset.read(folder);
            dataset.splits();
            if (file.endsWith(".png")) {
                dataset.images().forEach(image -> dataset.annotation(image).pixels());
            }
        });
    }
}
