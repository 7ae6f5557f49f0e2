package org.eddp.images.source;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.files.FileFailure;
import org.eddp.images.source.ArchiveFormat.PictureArchive;

/** An archive whose pictures are found by name. Names are valid and unique as paths below that of the archive. */
final class OpenArchive {
    private final Path file;
    private final PictureArchive archive;
    private final Map<String, PictureArchive.Item> items = new LinkedHashMap<>();

    /** @throws FileFailure if a picture must not be called as it is */
    OpenArchive(Path file, PictureArchive archive) {
        this.file = file;
        this.archive = archive;
        for (PictureArchive.Item item : archive.items()) {
            String problem = InnerNames.nameProblem(item.name());
            if (problem != null) {
                throw failure(item.name(), problem);
            }
            if (items.put(item.name(), item) != null) {
                throw failure(item.name(), "is there twice");
            }
        }
    }

    Collection<PictureArchive.Item> items() {
        return items.values();
    }

    /** Null if there is none of this name. */
    PictureArchive.Item item(String name) {
        return items.get(name);
    }

    byte[] read(PictureArchive.Item item) throws IOException {
        return archive.read(item);
    }

    /** Pictures in unsupported formats, with the name of the archive before them. */
    List<String> foreign(String called) {
        return archive.foreign().stream().map(name -> called + "/" + name).toList();
    }

    /**
     * The pictures as images of a list.
     *
     * @param place of the archive, as paths are to begin with
     * @param called name of the archive, as names are to begin with
     */
    List<ImageList.Entry> entries(Path place, String called) {
        List<ImageList.Entry> entries = new ArrayList<>(items.size());
        for (PictureArchive.Item item : items()) {
            try {
                entries.add(
                        new ImageList.Entry(called + "/" + item.name(), place.resolve(item.name()), item.className()));
            } catch (InvalidPathException e) {
                throw failure(item.name(), "cannot be part of a path on this system (" + e.getReason() + ")");
            }
        }
        return entries;
    }

    private FileFailure failure(String name, String what) {
        return new FileFailure(
                "cannot read " + file + ": the name '" + name + "' in it " + what + "; pack it again with other names");
    }
}
