package org.eddp.images.source;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Csv;

/** Reads the images named in a text file; used once. */
final class FileList {
    /** Names of the first column of a table of images; a first line that begins with one is a header. */
    private static final Set<String> HEADERS = Set.of("path", "file", "image", "filename", "name");

    private final Path file;
    private final Path folder;
    private final List<ImageList.Entry> found = new ArrayList<>();
    private final Map<String, Integer> lines = new HashMap<>();

    FileList(Path file) {
        this.file = file;
        Path parent = file.getParent();
        this.folder = parent == null ? Path.of("") : parent;
    }

    ImageList read() {
        List<Csv.Row> rows = Csv.readWithComments(file);
        for (Csv.Row row : rows) {
            if (row == rows.get(0) && isHeader(row)) {
                continue;
            }
            add(row);
        }
        if (found.isEmpty()) {
            throw new FileFailure(
                    "no images in the list " + file + "; write one path per line, relative to its folder");
        }
        return ImageList.ofEntries(folder, found);
    }

    private boolean isHeader(Csv.Row row) {
        String first = row.fields().get(0);
        return HEADERS.contains(first.toLowerCase(Locale.ROOT)) && !Files.exists(folder.resolve(first));
    }

    private void add(Csv.Row row) {
        List<String> fields = row.fields();
        if (fields.size() > 2) {
            throw failure(
                    row,
                    fields.size() + " fields; a line is a path, or a path, a comma and a class;"
                            + " put a path with commas in double quotes");
        }
        Path relative = path(row, fields.get(0));
        Path image = folder.resolve(relative);
        if (!ImageFiles.exists(image)) {
            // the line is not quoted: the file may be a link to any other file
            String named = ImageFormat.hasExtension(fields.get(0)) ? "no such file: " + fields.get(0) : "no such image";
            throw failure(row, named + "; paths are relative to the folder of the list");
        }
        String name = Names.of(relative);
        Integer earlier = lines.putIfAbsent(name, row.line());
        if (earlier != null) {
            throw failure(row, name + " is on line " + earlier + " already; remove one of the two");
        }
        String className = fields.size() > 1 && !fields.get(1).isEmpty() ? fields.get(1) : null;
        found.add(new ImageList.Entry(name, image, className));
    }

    private Path path(Csv.Row row, String text) {
        try {
            if (!text.isEmpty()) {
                return Path.of(text);
            }
        } catch (InvalidPathException e) {
            throw failure(row, "it does not begin with a path: " + e.getReason());
        }
        throw failure(row, "the path is missing before the comma");
    }

    private FileFailure failure(Csv.Row row, String what) {
        return new FileFailure("cannot read " + file + ", line " + row.line() + ": " + what);
    }
}
