package org.eddp.experiments.sticker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.eddp.experiments.marks.LabelledPictures;
import org.eddp.experiments.sticker.StickerExperiment.StickerOptions;
import org.eddp.files.FileFailure;
import org.eddp.images.decode.Picture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabelledPicturesTest {
    @TempDir
    private Path folder;

    private void picture(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, Picture.black(4, 4).png());
    }

    private void folders(String... classes) throws IOException {
        for (String name : classes) {
            for (int i = 0; i < 10; i++) {
                picture(name + "/" + i + ".png");
            }
        }
    }

    private LabelledPictures read(String category, String marked, List<String> classes, long seed) {
        return new StickerOptions.Pictures(folder, category, marked, classes).labelled(seed);
    }

    private static List<String> names(List<LabelledPictures.Example> examples) {
        return examples.stream().map(e -> e.picture().name()).toList();
    }

    @Test
    void subfoldersAreClassesAndAFifthOfEachIsKeptForTesting() throws IOException {
        folders("Cat", "Dog", "Ape");
        LabelledPictures pictures = read(null, "dog", null, 1);
        assertThat(pictures.classes()).containsExactly("Ape", "Cat", "Dog");
        assertThat(pictures.label("dog")).isEqualTo(2);
        assertThat(pictures.train()).hasSize(24);
        assertThat(pictures.test().stream().collect(Collectors.groupingBy(e -> e.label(), Collectors.counting())))
                .containsExactlyInAnyOrderEntriesOf(java.util.Map.of(0, 2L, 1, 2L, 2, 2L));
        assertThat(names(pictures.train())).doesNotContainAnyElementsOf(names(pictures.test()));
        assertThat(names(read(null, "dog", null, 1).test())).isEqualTo(names(pictures.test()));
        assertThat(names(read(null, "dog", null, 2).test())).isNotEqualTo(names(pictures.test()));
    }

    @Test
    void theFirstTenByNameAreTakenWithTheMarkedOneAmongThem() throws IOException {
        folders("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "z");
        assertThat(read(null, "z", null, 1).classes())
                .containsExactly("a", "b", "c", "d", "e", "f", "g", "h", "i", "z");
        assertThat(read(null, "z", List.of("k", "b"), 1).classes()).containsExactly("b", "k", "z");
    }

    @Test
    void aDatasetHasItsOwnSplitAndACategoryOfClasses() throws IOException {
        StringBuilder index = new StringBuilder("image,split,ih,iw,sh,sw,breed\n");
        for (int i = 0; i < 6; i++) {
            for (String name : List.of("x", "y")) {
                picture("images/" + name + i + ".png");
                index.append(name + i + ".png," + (i < 4 ? "train" : "val") + ",4,4,2,2," + (name.equals("x") ? 1 : 2)
                        + "\n");
            }
        }
        Files.writeString(folder.resolve("index.csv"), index);
        Files.writeString(
                folder.resolve("label.csv"),
                "number,name,category,frequency,coverage,syns\n1,ex,breed(6),6,0,\n2,why,breed(6),6,0,\n");
        Files.writeString(folder.resolve("category.csv"), "name,first,last,count,frequency\nbreed,1,2,2,12\n");
        Files.writeString(
                folder.resolve("c_breed.csv"), "code,number,name,frequency,coverage\n1,1,ex,6,0\n2,2,why,6,0\n");
        LabelledPictures pictures = read(null, "why", null, 1);
        assertThat(pictures.classes()).containsExactly("ex", "why");
        assertThat(names(pictures.test())).containsExactly("x4.png", "x5.png", "y4.png", "y5.png");
        assertThat(read("breed", "why", null, 7).test()).isEqualTo(pictures.test());
        assertThatThrownBy(() -> read("colour", "why", null, 1))
                .isInstanceOf(FileFailure.class)
                .hasMessageContainingAll("colour", "breed");
    }

    @Test
    void messagesNameWhatIsMissing() throws IOException {
        folders("siamese", "bengal");
        picture("empty/1.png");
        assertThatThrownBy(() -> read(null, "siamise", null, 1)).hasMessageContainingAll("siamise", "siamese");
        assertThatThrownBy(() -> read(null, "bengal", List.of("bengal"), 1)).hasMessageContaining("two or more");
        assertThatThrownBy(() -> read(null, "empty", null, 1)).hasMessageContainingAll("empty", "at least 2");
        assertThatThrownBy(() -> read("breed", "bengal", null, 1)).hasMessageContaining("index.csv");
    }
}
