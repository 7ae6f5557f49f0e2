package org.eddp.labels;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eddp.files.json.Csv;

/** Reads {@code label.csv}. */
final class LabelTable {
    private static final Pattern CATEGORY = Pattern.compile("([^()]+?)\\s*(?:\\((\\d{1,9})\\))?");

    private final Csv.Table table;

    private LabelTable(Csv.Table table) {
        this.table = table;
    }

    static SortedMap<Integer, AnnotatedDataset.Label> read(Path file) {
        return new LabelTable(Csv.Table.read(file, "number", "name", "category")).labels();
    }

    private SortedMap<Integer, AnnotatedDataset.Label> labels() {
        SortedMap<Integer, AnnotatedDataset.Label> labels = new TreeMap<>();
        for (Csv.Row row : table.rows()) {
            AnnotatedDataset.Label label = label(row);
            if (labels.put(label.number(), label) != null) {
                throw table.failure(row, "label " + label.number() + " is there twice");
            }
        }
        return labels;
    }

    private AnnotatedDataset.Label label(Csv.Row row) {
        int number = table.number(row, "number", 1, AnnotatedDataset.Label.LARGEST);
        String name = table.text(row, "name");
        if (name.isEmpty()) {
            throw table.failure(row, "label " + number + " has no name");
        }
        return new AnnotatedDataset.Label(
                number, name, categories(row), frequency(row), coverage(row), split(optional(row, "syns")));
    }

    private Map<String, Integer> categories(Csv.Row row) {
        Map<String, Integer> categories = new LinkedHashMap<>();
        for (String part : split(table.text(row, "category"))) {
            Matcher matcher = CATEGORY.matcher(part);
            if (!matcher.matches()) {
                throw table.failure(row, "category '" + part + "' is not of the form name or name(count)");
            }
            categories.put(matcher.group(1), matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2)));
        }
        return categories;
    }

    private int frequency(Csv.Row row) {
        return optional(row, "frequency").isEmpty() ? 0 : table.number(row, "frequency", 0, Integer.MAX_VALUE);
    }

    private double coverage(Csv.Row row) {
        String text = optional(row, "coverage");
        try {
            double value = text.isEmpty() ? 0 : Double.parseDouble(text);
            if (value >= 0 && value < Double.POSITIVE_INFINITY) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw table.failure(row, "column coverage: '" + text + "' is not a number from 0 on");
    }

    private String optional(Csv.Row row, String column) {
        return table.columns().contains(column) ? table.text(row, column) : "";
    }

    static List<String> split(String field) {
        return Arrays.stream(field.split(";"))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }
}
