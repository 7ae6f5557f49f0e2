package org.eddp.labels;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eddp.files.json.Csv;

/** Reads {@code category.csv} and the {@code c_<category>.csv} files. */
final class CategoryTable {
    private CategoryTable() {}

    /** The names of the categories, in the order of the dataset; their tables are checked. */
    static Set<String> read(Path folder, List<String> columns, Set<Integer> labels) {
        Set<String> names = names(folder.resolve("category.csv"), columns);
        for (String name : names) {
            Path file = folder.resolve("c_" + name + ".csv");
            if (Files.exists(file)) {
                check(file, labels);
            }
        }
        return names;
    }

    private static Set<String> names(Path file, List<String> columns) {
        if (!Files.exists(file)) {
            return new LinkedHashSet<>(columns);
        }
        Csv.Table table = Csv.Table.read(file, "name");
        Set<String> names = new LinkedHashSet<>();
        for (Csv.Row row : table.rows()) {
            String name = table.text(row, "name");
            if (!columns.contains(name)) {
                throw table.failure(row, "category '" + name + "' has no column in index.csv; there are " + columns);
            }
            if (!names.add(name)) {
                throw table.failure(row, "category '" + name + "' is there twice");
            }
        }
        return names;
    }

    private static void check(Path file, Set<Integer> labels) {
        Csv.Table table = Csv.Table.read(file, "number");
        Set<Integer> numbers = new HashSet<>();
        for (Csv.Row row : table.rows()) {
            int number = table.number(row, "number", 0, AnnotatedDataset.Label.LARGEST);
            // Some datasets list "unlabelled" as code 0, number 0.
            if (number == 0) {
                continue;
            }
            if (!labels.contains(number)) {
                throw table.failure(row, "label " + number + " is not in label.csv");
            }
            if (!numbers.add(number)) {
                throw table.failure(row, "label " + number + " is there twice");
            }
        }
    }
}
