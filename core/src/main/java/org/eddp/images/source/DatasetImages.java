package org.eddp.images.source;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Csv;

/** The images of a dataset in Broden's layout: those that {@code index.csv} names, under {@code images/}. */
final class DatasetImages {
    private final Path images;
    private final Path index;

    DatasetImages(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new FileFailure("cannot read the dataset " + folder + ": no such folder; check the path");
        }
        this.images = folder.resolve("images");
        this.index = folder.resolve(ImageList.INDEX);
    }

    ImageList list(String split) {
        Csv.Table table = Csv.Table.read(index, "image", "split");
        Map<String, Integer> lines = new HashMap<>();
        TreeSet<String> splits = new TreeSet<>();
        List<ImageList.Entry> found = new ArrayList<>();
        for (Csv.Row row : table.rows()) {
            String name = table.text(row, "image");
            Integer earlier = lines.putIfAbsent(name, row.line());
            if (earlier != null) {
                throw table.failure(row, "image " + name + " is on line " + earlier + " already");
            }
            splits.add(table.text(row, "split"));
            if (split == null || split.equals(table.text(row, "split"))) {
                found.add(new ImageList.Entry(name, path(table, row, name), null));
            }
        }
        if (found.isEmpty()) {
            throw new FileFailure("no images in " + index
                    + (split == null ? "" : " for split '" + split + "'; its splits are " + splits));
        }
        return ImageList.ofEntries(images, found);
    }

    private Path path(Csv.Table table, Csv.Row row, String name) {
        try {
            Path path = images.resolve(name);
            if (!name.isEmpty() && Files.isRegularFile(path)) {
                return path;
            }
        } catch (InvalidPathException e) {
            // reported below
        }
        throw table.failure(row, "image '" + name + "' is not in " + images);
    }
}
