package org.eddp.spark.assembly;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipFile;

/**
 * Adds the jars of the engine to another jar, compressed as they are. They are nine tenths of it and nothing in them has to be renamed; the
 * shade plugin would inflate and deflate half a gigabyte of native libraries for that.
 */
public final class EngineJars {
    private EngineJars() {}

    /**
     * Adds those on the class path.
     *
     * @param arguments the jar without them, and the one to make
     */
    public static void main(String[] arguments) throws IOException {
        List<Path> engine = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(jar -> jar.toString().matches(".*[/\\\\]org[/\\\\]bytedeco[/\\\\].*\\.jar"))
                .toList();
        if (engine.stream().noneMatch(jar -> jar.toString().contains("pytorch"))) {
            throw new IllegalStateException("the engine is not on the class path: " + engine);
        }
        join(Stream.concat(Stream.of(Path.of(arguments[0])), engine.stream()).toList(), Path.of(arguments[1]));
    }

    /** Makes one jar of several; the first of two entries of one name stays. The jar is there when it is complete. */
    static void join(List<Path> jars, Path whole) throws IOException {
        Path unfinished = whole.resolveSibling(whole.getFileName() + ".new");
        Set<String> names = new HashSet<>();
        try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(unfinished)) {
            for (Path jar : jars) {
                copy(jar, names, out);
            }
        }
        Files.move(unfinished, whole, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void copy(Path jar, Set<String> names, ZipArchiveOutputStream out) throws IOException {
        try (ZipFile zip = ZipFile.builder().setPath(jar).get()) {
            for (ZipArchiveEntry entry : Collections.list(zip.getEntriesInPhysicalOrder())) {
                if (isWanted(entry) && names.add(entry.getName())) {
                    try (InputStream raw = zip.getRawInputStream(entry)) {
                        out.addRawArchiveEntry(entry, raw);
                    }
                }
            }
        }
    }

    /** What describes the jar as a module or to a compiler of native images would be wrong of the whole. */
    private static boolean isWanted(ZipArchiveEntry entry) {
        String name = entry.getName();
        return !entry.isDirectory()
                && !name.startsWith("META-INF/versions/")
                && !name.startsWith("META-INF/native-image/");
    }
}
