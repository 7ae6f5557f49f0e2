package org.eddp.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in docs/scale.md is a program. */
class DocumentedProgramTest {
    @Tag("slow")
    @Test
    void runs(@TempDir Path folder) throws Exception {
        TinyRun.make(folder);
        Files.writeString(folder.resolve("Concepts.java"), ScaleGuide.program());
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dspark.master=local[2]",
                        "-Dspark.ui.enabled=false",
                        "-Dspark.driver.host=127.0.0.1",
                        "-cp",
                        classPath,
                        "Concepts.java",
                        "pictures",
                        "run",
                        "table")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(folder.resolve("table/_SUCCESS")).exists();
        assertThat(printed).containsPattern("(?m)^\\|NULL *\\|cannot decode the picture: .*\\|1 +\\|$");
    }
}
