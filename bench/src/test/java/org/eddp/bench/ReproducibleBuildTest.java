package org.eddp.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.eddp.files.Digests;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same sources give the same classes, wherever they lie and in whatever order the file system lists them. The sources are
 * those of this module, the smallest; whole jars are compared by hand, see docs/third-party.md.
 */
class ReproducibleBuildTest {
    private static final Path SOURCES = Path.of("src", "main", "java");

    @TempDir
    private Path folder;

    @Test
    void sameSourcesGiveTheSameClassesInAnyFolder() throws IOException {
        Map<String, String> one = compile(folder.resolve("a"), false);
        Map<String, String> other = compile(folder.resolve("another folder/further down"), true);
        assertThat(one).hasSizeGreaterThan(10).isEqualTo(other);
    }

    /** Digests of the classes made from a copy of the sources, by name. */
    private static Map<String, String> compile(Path place, boolean backwards) throws IOException {
        Path sources = place.resolve("src");
        Path classes = Files.createDirectories(place.resolve("classes"));
        for (Path file : files(SOURCES)) {
            Path copy = sources.resolve(SOURCES.relativize(file));
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        }
        List<Path> order = files(sources);
        if (backwards) {
            Collections.reverse(order);
        }
        List<String> options = List.of(
                "--release",
                "17",
                "-g",
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString());
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            assertThat(compiler.getTask(null, manager, null, options, null, manager.getJavaFileObjectsFromPaths(order))
                            .call())
                    .isTrue();
        }
        Map<String, String> digests = new TreeMap<>();
        files(classes).forEach(file -> digests.put(classes.relativize(file).toString(), Digests.of(file)));
        return digests;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(Files::isRegularFile).sorted().collect(Collectors.toList());
        }
    }
}
