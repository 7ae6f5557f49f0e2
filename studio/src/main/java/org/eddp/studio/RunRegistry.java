package org.eddp.studio;

import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.FileNames;
import org.eddp.run.Run;

/** The runs of a studio. Clients refer to them by ids, never by path. */
final class RunRegistry implements AutoCloseable {
    /** Depth of the search for runs below a folder. */
    private static final int DEPTH = 4;

    private static final int ID_DIGITS = 8;

    private final Map<String, OpenRun> runs = new LinkedHashMap<>();
    private final List<Path> places;
    private final Run.Options options;
    private final boolean keep;
    private int known;

    /**
     * Finds runs; none is opened yet.
     *
     * @param places runs, or folders with runs below them
     *
     * @param keep whether results may be written into them
     */
    RunRegistry(List<Path> places, Run.Options options, boolean keep) {
        this.options = options;
        this.keep = keep;
        this.places = List.copyOf(places);
        places.forEach(place -> folders(place).forEach(this::put));
        distinguishNames();
    }

    /** Searches the folders again, and returns all runs. */
    Collection<OpenRun> rescan() {
        for (Path place : places) {
            if (Files.exists(place)) { // missing folders are reported in place of their runs
                folders(place).forEach(this::put);
            }
        }
        distinguishNames();
        return all();
    }

    /** Adds a finished run and returns its id. */
    String add(Path folder) {
        String id = put(folder);
        distinguishNames();
        return id;
    }

    private synchronized String put(Path folder) {
        String id = id(folder);
        runs.computeIfAbsent(id, now -> {
            known = -1;
            return new OpenRun(now, folder, options, keep);
        });
        return id;
    }

    /** Gives runs in folders of the same name different names. */
    private synchronized void distinguishNames() {
        if (known == runs.size()) {
            return;
        }
        List<OpenRun> all = List.copyOf(runs.values());
        List<String> names =
                FileNames.toldApart(all.stream().map(OpenRun::folder).toList());
        for (int n = 0; n < all.size(); n++) {
            all.get(n).call(names.get(n));
        }
        known = runs.size();
    }

    /** The id depends on the folder only, so that addresses stay valid. */
    private static String id(Path folder) {
        String place = folder.toAbsolutePath().normalize().toString();
        return FileNames.of(FileNames.last(folder)) + "-"
                + Digests.of(place.getBytes(StandardCharsets.UTF_8)).substring(0, ID_DIGITS);
    }

    private static List<Path> folders(Path place) {
        if (Run.isFinished(place)) {
            return List.of(place);
        }
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(place, Set.of(), DEPTH, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    if (Run.isFinished(folder)) {
                        found.add(folder);
                    }
                    return FileVisitResult.CONTINUE;
                }

                /** An unreadable folder does not hide the others. */
                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                    if (file.equals(place)) {
                        throw e;
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw FileFailure.reading(place, e);
        }
        Collections.sort(found);
        return found;
    }

    synchronized Collection<OpenRun> all() {
        return List.copyOf(runs.values());
    }

    synchronized OpenRun get(String id) {
        OpenRun run = runs.get(id);
        if (run == null) {
            throw new NotFoundResponse("there is no such run here");
        }
        return run;
    }

    @Override
    public void close() {
        all().forEach(OpenRun::close);
    }
}
