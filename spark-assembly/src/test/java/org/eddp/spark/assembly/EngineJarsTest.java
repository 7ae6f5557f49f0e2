package org.eddp.spark.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineJarsTest {
    @TempDir
    private Path folder;

    private Path jar(String name, String... entries) throws IOException {
        Path file = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write((name + " " + entry).getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return file;
    }

    @Test
    void joinsJarsAndKeepsTheFirstOfTwo() throws IOException {
        Path whole = folder.resolve("whole.jar");
        EngineJars.join(
                List.of(
                        jar("a.jar", "META-INF/MANIFEST.MF", "a"),
                        jar("b.jar", "META-INF/MANIFEST.MF", "META-INF/versions/9/module-info.class", "b")),
                whole);
        List<String> found = new ArrayList<>();
        try (ZipFile zip = new ZipFile(whole.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                try (InputStream in = zip.getInputStream(entry)) {
                    found.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        }
        assertThat(found).containsExactly("a.jar META-INF/MANIFEST.MF", "a.jar a", "b.jar b");
    }
}
