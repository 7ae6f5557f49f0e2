package org.eddp.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FileNamesTest {
    @Test
    void foldersOfTheSameNameAreToldApartByThoseAboveThem() {
        assertThat(toldApart("/x/a/run", "/x/b/run", "/x/c")).containsExactly("a/run", "b/run", "c");
        assertThat(toldApart("/x/a/run", "/y/a/run", "/run")).containsExactly("x/a/run", "y/a/run", "run");
        assertThat(toldApart("/x/a", "/x/./a")).as("the same folder").containsExactly("a", "a");
    }

    private static List<String> toldApart(String... folders) {
        return FileNames.toldApart(Stream.of(folders).map(Path::of).toList());
    }
}
