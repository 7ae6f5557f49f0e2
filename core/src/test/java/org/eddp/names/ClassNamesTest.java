package org.eddp.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eddp.files.FileFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassNamesTest {
    @TempDir
    private Path folder;

    @Test
    void underscoresAreSpacesAndBlankLinesAtTheEndAreNoClasses() throws IOException {
        Path file = Files.writeString(folder.resolve("names.txt"), "Saint_Bernard \npug\n\n \n");
        assertThat(ClassNames.read(file).names()).containsExactly("Saint Bernard", "pug");
    }

    @Test
    void anotherNumberOfNamesIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("names.txt"), "a\nb\n");
        ClassNames names = ClassNames.read(file);
        names.requireFit(2);
        assertThatThrownBy(() -> names.requireFit(3))
                .isInstanceOf(FileFailure.class)
                .hasMessageContainingAll("2 class names", file.toString(), "3 classes");
        assertThat(ClassNames.read(Path.of("none")).fit(3)).isTrue();
        assertThat(ClassNames.read(Path.of("imagenet")).fit(3)).isFalse();
    }
}
