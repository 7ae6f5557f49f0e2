package org.eddp.cli.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.eddp.files.Digests;
import org.eddp.files.json.Circumstances;

/**
 * Every file below a folder, hidden ones too, with its digest and size; without those that say how and when results were made.
 *
 * @param files by their names relative to the folder
 */
record Tree(Map<String, Entry> files) {
    /** One file. */
    record Entry(String digest, long bytes) {}

    /** What is there now; nothing if the folder does not exist. */
    static Tree of(Path folder) {
        Map<String, Entry> files = new TreeMap<>();
        for (Path file : below(folder)) {
            if (Files.isRegularFile(file) && !file.endsWith(Circumstances.NAME)) {
                files.put(folder.relativize(file).toString(), new Entry(Digests.of(file), size(file)));
            }
        }
        return new Tree(files);
    }

    /** Bytes in whole pages of memory, as a file system in memory counts them. */
    long pages() {
        return files.values().stream().mapToLong(f -> (f.bytes() + 4095) / 4096).sum();
    }

    /** The largest file. */
    long largest() {
        return files.values().stream().mapToLong(Entry::bytes).max().orElse(0);
    }

    /** Names of files that only one of the two has or that differ, apart from some. */
    List<String> differences(Tree other, Set<String> apart) {
        Set<String> names = new TreeSet<>(files.keySet());
        names.addAll(other.files.keySet());
        names.removeAll(apart);
        List<String> found = new ArrayList<>();
        for (String name : names) {
            Entry here = files.get(name);
            Entry there = other.files.get(name);
            if (here == null || there == null) {
                found.add(name + (here == null ? " (too many)" : " (missing)"));
            } else if (!here.equals(there)) {
                found.add(name);
            }
        }
        return found;
    }

    /** A copy of a folder in place of whatever is there. */
    static void copy(Path from, Path to) {
        delete(to);
        try {
            for (Path path : below(from)) {
                Path target = to.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(path, target, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes a folder with everything in it, if it is there. */
    static void delete(Path folder) {
        List<Path> all = new ArrayList<>(below(folder));
        all.sort(Comparator.reverseOrder());
        try {
            for (Path path : all) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The folder and everything in it, folders before what they hold. */
    static List<Path> below(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
