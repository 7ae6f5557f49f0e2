package org.eddp.labels;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eddp.files.FileNames;
import org.eddp.files.json.Csv;

/** Reads {@code index.csv}. */
final class IndexTable {
    static final String FILE = "index.csv";
    /** The columns that are not categories. */
    static final List<String> COLUMNS = List.of("image", "split", "ih", "iw", "sh", "sw");

    private static final int LARGEST_SIDE = 100_000;

    private final Path images;
    private final Csv.Table table;
    private final Set<Integer> known;

    IndexTable(Path folder, Set<Integer> known) {
        this.images = folder.resolve("images");
        this.table = Csv.Table.read(folder.resolve(FILE), COLUMNS.toArray(new String[0]));
        this.known = known;
    }

    List<String> otherColumns() {
        return table.columns().stream()
                .filter(column -> !COLUMNS.contains(column))
                .toList();
    }

    List<AnnotatedDataset.Image> images(Set<String> categories) {
        List<AnnotatedDataset.Image> found = new ArrayList<>();
        Map<String, Integer> lines = new HashMap<>();
        for (Csv.Row row : table.rows()) {
            AnnotatedDataset.Image image = image(row, categories);
            Integer earlier = lines.putIfAbsent(image.name(), row.line());
            if (earlier != null) {
                throw table.failure(row, "image " + image.name() + " is on line " + earlier + " already");
            }
            found.add(image);
        }
        found.sort(Comparator.comparing(AnnotatedDataset.Image::name, FileNames.ORDER));
        return List.copyOf(found);
    }

    private AnnotatedDataset.Image image(Csv.Row row, Set<String> categories) {
        String name = table.text(row, "image");
        Map<String, AnnotatedDataset.Image.Entries> annotations = new LinkedHashMap<>();
        for (String category : categories) {
            List<String> parts = LabelTable.split(table.text(row, category));
            if (!parts.isEmpty()) {
                annotations.put(category, entries(row, category, parts));
            }
        }
        return new AnnotatedDataset.Image(
                row.line(),
                name,
                existing(row, "image", name),
                table.text(row, "split"),
                side(row, "ih"),
                side(row, "iw"),
                side(row, "sh"),
                side(row, "sw"),
                annotations);
    }

    private int side(Csv.Row row, String column) {
        return table.number(row, column, 1, LARGEST_SIDE);
    }

    private AnnotatedDataset.Image.Entries entries(Csv.Row row, String category, List<String> parts) {
        List<String> masks = new ArrayList<>();
        List<Integer> whole = new ArrayList<>();
        for (String part : parts) {
            if (part.chars().allMatch(c -> c >= '0' && c <= '9')) {
                whole.add(label(row, category, part));
            } else {
                existing(row, "mask", part);
                masks.add(part);
            }
        }
        return new AnnotatedDataset.Image.Entries(List.copyOf(masks), List.copyOf(whole));
    }

    private int label(Csv.Row row, String category, String digits) {
        int number = digits.length() > 6 ? Integer.MAX_VALUE : Integer.parseInt(digits);
        if (!known.contains(number)) {
            throw table.failure(row, "column " + category + ": label " + digits + " is not in label.csv");
        }
        return number;
    }

    /** A file under images/. Checked now, so that a missing mask does not stop a long run in the middle. */
    private Path existing(Csv.Row row, String what, String name) {
        try {
            Path path = images.resolve(name);
            if (!name.isEmpty() && Files.isRegularFile(path)) {
                return path;
            }
        } catch (InvalidPathException e) {
            // reported below
        }
        throw table.failure(row, what + " '" + name + "' is not in " + images);
    }
}
