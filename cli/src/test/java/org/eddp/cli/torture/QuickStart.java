package org.eddp.cli.torture;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/**
 * How Java starts in half the time: with classes that another process has loaded and kept. A campaign starts it hundreds of
 * times. Java keeps only classes of jars, so folders of the class path become jars first.
 */
final class QuickStart {
    private final Path archive;
    private final String classPath;

    /** Keeps everything in a folder. */
    QuickStart(Path folder) throws IOException {
        archive = folder.resolve("classes.jsa");
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                entries.add(jar(path, folder.resolve("classes-" + entries.size() + ".jar"))
                        .toString());
            } else if (Files.exists(path)) {
                entries.add(entry);
            }
        }
        classPath = String.join(File.pathSeparator, entries);
    }

    /** Options of the process whose classes are kept. */
    List<String> keeping() {
        return List.of("-XX:ArchiveClassesAtExit=" + archive, "-cp", classPath);
    }

    /** Options of all others. */
    List<String> options() {
        return Files.exists(archive)
                ? List.of("-XX:SharedArchiveFile=" + archive, "-cp", classPath)
                : List.of("-cp", classPath);
    }

    private static Path jar(Path classes, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.setLevel(0);
            for (Path file : Tree.below(classes)) {
                if (Files.isRegularFile(file)) {
                    out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                    Files.copy(file, out);
                    out.closeEntry();
                }
            }
        }
        return jar;
    }
}
