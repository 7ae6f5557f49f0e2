package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Files of the command line are short, and its packages small. */
class ThinCommandsTest {
    private static final int MOST_LINES = 140;
    private static final int MOST_FILES = 35;
    private static final Path SOURCES = Path.of("src", "main", "java");

    private static List<Path> files;

    @BeforeAll
    static void find() throws IOException {
        try (Stream<Path> all = Files.walk(SOURCES)) {
            files = all.filter(file -> file.toString().endsWith(".java")).toList();
        }
        assertThat(files).hasSizeGreaterThan(40);
    }

    /** Lines of a file without its imports. */
    private static long length(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> !line.startsWith("import ")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void filesAreShort() {
        assertThat(files)
                .allSatisfy(file -> assertThat(length(file)).as(file.toString()).isLessThanOrEqualTo(MOST_LINES));
    }

    @Test
    void packagesAreSmall() {
        Map<Path, Long> sizes = files.stream().collect(Collectors.groupingBy(Path::getParent, Collectors.counting()));
        assertThat(sizes).allSatisfy((folder, size) -> assertThat(size).isLessThanOrEqualTo(MOST_FILES));
    }
}
