package org.eddp.labels;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eddp.files.Csv;

/** Reads {@code category.csv} and the {@code c_<category>.csv} files. */
final class CategoryTable {
    private CategoryTable() {}

    static Map<String, Category> read(Path folder, List<String> columns, Map<Integer, AnnotatedDataset.Label> labels) {
        Map<String, Category> categories = new LinkedHashMap<>();
        for (String name : names(folder.resolve("category.csv"), columns)) {
            Path file = folder.resolve("c_" + name + ".csv");
            categories.put(
                    name, new Category(name, Files.exists(file) ? listed(file, labels) : mentioned(name, labels)));
        }
        return categories;
    }

    private static List<String> names(Path file, List<String> columns) {
        if (!Files.exists(file)) {
            return columns;
        }
        Csv.Table table = Csv.Table.read(file, "name");
        List<String> names = new ArrayList<>();
        for (Csv.Row row : table.rows()) {
            String name = table.text(row, "name");
            if (!columns.contains(name)) {
                throw table.failure(row, "category '" + name + "' has no column in index.csv; there are " + columns);
            }
            if (names.contains(name)) {
                throw table.failure(row, "category '" + name + "' is there twice");
            }
            names.add(name);
        }
        return names;
    }

    private static List<Integer> listed(Path file, Map<Integer, AnnotatedDataset.Label> labels) {
        Csv.Table table = Csv.Table.read(file, "number");
        Set<Integer> numbers = new LinkedHashSet<>();
        for (Csv.Row row : table.rows()) {
            int number = table.number(row, "number", 0, AnnotatedDataset.Label.LARGEST);
            // Some datasets list "unlabelled" as code 0, number 0.
            if (number == 0) {
                continue;
            }
            if (!labels.containsKey(number)) {
                throw table.failure(row, "label " + number + " is not in label.csv");
            }
            if (!numbers.add(number)) {
                throw table.failure(row, "label " + number + " is there twice");
            }
        }
        return List.copyOf(numbers);
    }

    private static List<Integer> mentioned(String category, Map<Integer, AnnotatedDataset.Label> labels) {
        return labels.values().stream()
                .filter(label -> label.categories().containsKey(category))
                .map(AnnotatedDataset.Label::number)
                .toList();
    }
}
