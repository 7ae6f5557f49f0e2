package org.eddp.parts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.files.FileFailure;
import org.eddp.files.FolderLock;
import org.eddp.files.Folders;

/**
 * The folders of parts until they are merged: {@code NAME.parts} beside the result {@code NAME}, with a folder
 * {@code 2-of-7} for each.
 */
public final class PartFolders {
    /** The usual unit. */
    public static final String SHARDS = "shards";

    private static final String ENDING = ".parts";
    private static final int SHOWN = 10;

    private final Path result;
    private final Path folder;

    private PartFolders(Path result) {
        this.result = result;
        Path name = result.toAbsolutePath().normalize().getFileName();
        folder = result.resolveSibling(name + ENDING);
    }

    /** The parts of a result, which need not exist. */
    public static PartFolders of(Path result) {
        return new PartFolders(result);
    }

    /** The folder of all parts. */
    public Path folder() {
        return folder;
    }

    /** The folder of a part. */
    public Path of(Part part) {
        return folder.resolve(part.folder());
    }

    /** The progress of a part. */
    public interface Done {
        /** Number of units of a part that are done, of those it has to do. */
        int units(Part part);
    }

    /**
     * All parts, in order, once every one of them has been begun.
     *
     * @throws FileFailure if there are none, some are missing, or there are parts of different divisions
     */
    public List<Part> all() {
        List<Part> found = found();
        if (found.isEmpty()) {
            throw new FileFailure("there are no parts of " + result + " in " + folder + "; compute them first");
        }
        int of = found.get(0).of();
        Part other = found.get(found.size() - 1);
        if (other.of() != of) {
            throw new FileFailure("parts of two divisions are in " + folder + ": " + found.get(0) + " and " + other
                    + "; remove the folders of one of them");
        }
        return IntStream.rangeClosed(1, of).mapToObj(i -> new Part(i, of)).toList();
    }

    /** The same for parts of shards. */
    public void requireComplete(List<Part> parts, int units, Done done) {
        requireComplete(parts, units, SHARDS, done);
    }

    /**
     * Fails if units are missing, and names their parts.
     *
     * @param units of all parts together
     * @param unit plural noun for the units
     * @throws FileFailure if any is missing
     */
    public void requireComplete(List<Part> parts, int units, String unit, Done done) {
        List<String> missing = new ArrayList<>();
        for (Part part : parts) {
            int all = part.end(units) - part.first(units);
            int there = Files.isDirectory(of(part)) ? done.units(part) : -1;
            if (there < all) {
                missing.add(part + (there < 0 ? " (not begun)" : " (" + there + " of " + all + " " + unit + " done)"));
            }
        }
        if (!missing.isEmpty()) {
            throw new FileFailure(missing.size() + " of the " + parts.size() + " parts of " + result
                    + " are missing or unfinished: "
                    + String.join(", ", missing.subList(0, Math.min(SHOWN, missing.size())))
                    + (missing.size() > SHOWN ? ", ..." : "")
                    + "; compute these, then put them together. Nothing was changed");
        }
    }

    /** Work that runs while the parts are locked, so that no other process writes them. */
    public interface Locked<T> {
        /** Does it. */
        T run();
    }

    /**
     * Locks all parts that exist, and runs work while no other process or thread can write them.
     *
     * @throws FolderLock.Taken if one is being written
     */
    public <T> T locked(List<Part> parts, Locked<T> work) {
        List<FolderLock> locks = new ArrayList<>();
        try {
            for (Part part : parts) {
                if (Files.isDirectory(of(part))) {
                    locks.add(FolderLock.take(of(part)));
                }
            }
            return work.run();
        } finally {
            locks.forEach(FolderLock::close);
        }
    }

    /** Removes empty folders; foreign files and their folders stay. */
    public void removeEmpty() {
        found().forEach(part -> Folders.removeEmpty(of(part)));
        Folders.removeEmpty(folder);
    }

    /** The parts that have a folder, in order. */
    public List<Part> found() {
        try (Stream<Path> folders = Files.list(folder)) {
            return folders.map(f -> Part.named(f.getFileName().toString()))
                    .filter(part -> part != null && Files.isDirectory(of(part)))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw FileFailure.reading(folder, e);
        }
    }
}
