package org.eddp.labels;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.eddp.files.AtomicFile;
import org.eddp.files.json.Csv;

/** Counts how often labels occur, and writes the tables of a dataset. */
final class DatasetTables {
    private final Path folder;
    private final List<String> categories;
    private final SortedMap<Integer, AnnotatedDataset.Label> labels;
    private final Collection<WrittenPicture> pictures;
    private final Map<String, Map<Integer, Count>> byCategory = new HashMap<>();
    /** If a label occurs in several categories of one picture, the largest share counts. */
    private final Map<Integer, Count> overall = new HashMap<>();

    /** How often a label occurs. */
    private record Count(int pictures, double coverage) {
        static final Count NONE = new Count(0, 0);

        Count plus(double share) {
            return new Count(pictures + 1, coverage + share);
        }
    }

    DatasetTables(
            Path folder,
            List<String> categories,
            SortedMap<Integer, AnnotatedDataset.Label> labels,
            Collection<WrittenPicture> pictures) {
        this.folder = folder;
        this.categories = categories;
        this.labels = labels;
        this.pictures = pictures;
        pictures.forEach(this::count);
    }

    void write() {
        writeLabels();
        StringBuilder table = new StringBuilder(Csv.line(List.of("name", "first", "last", "count", "frequency")));
        for (String category : categories) {
            table.append(writeCategory(category));
        }
        write("category.csv", table);
        writeIndex();
    }

    private void writeLabels() {
        StringBuilder table =
                new StringBuilder(Csv.line(List.of("number", "name", "category", "frequency", "coverage", "syns")));
        for (AnnotatedDataset.Label label : labels.values()) {
            Count all = overall.getOrDefault(label.number(), Count.NONE);
            String own = label.categories().keySet().stream()
                    .sorted(Comparator.comparing(categories::indexOf))
                    .map(category ->
                            category + "(" + count(category, label.number()).pictures() + ")")
                    .collect(Collectors.joining(";"));
            table.append(Csv.line(List.of(
                    label.number(),
                    label.name(),
                    own,
                    all.pictures(),
                    decimal(all.coverage()),
                    String.join(";", label.synonyms()))));
        }
        write("label.csv", table);
    }

    private void count(WrittenPicture picture) {
        Map<Integer, Double> largest = new TreeMap<>();
        picture.shares()
                .forEach((category, shares) -> shares.forEach((number, share) -> {
                    count(byCategory.computeIfAbsent(category, c -> new HashMap<>()), number, share);
                    largest.merge(number, share, Math::max);
                }));
        largest.forEach((number, share) -> count(overall, number, share));
    }

    private static void count(Map<Integer, Count> counts, int number, double share) {
        counts.put(number, counts.getOrDefault(number, Count.NONE).plus(share));
    }

    private Count count(String category, int number) {
        return byCategory.getOrDefault(category, Map.of()).getOrDefault(number, Count.NONE);
    }

    /** Writes the file of a category and returns its line in category.csv. */
    private String writeCategory(String category) {
        SortedMap<Integer, Count> counts = new TreeMap<>();
        labels.values().stream()
                .filter(label -> label.categories().containsKey(category))
                .forEach(label -> counts.put(label.number(), count(category, label.number())));
        List<Integer> numbers = new ArrayList<>(counts.keySet());
        numbers.sort(Comparator.comparingInt((Integer n) -> -counts.get(n).pictures())
                .thenComparing(Comparator.naturalOrder()));
        StringBuilder table = new StringBuilder(Csv.line(List.of("code", "number", "name", "frequency", "coverage")));
        int code = 1;
        for (int number : numbers) {
            Count count = counts.get(number);
            table.append(Csv.line(
                    List.of(code++, number, labels.get(number).name(), count.pictures(), decimal(count.coverage()))));
        }
        write("c_" + category + ".csv", table);
        long annotated = pictures.stream()
                .filter(picture -> !picture.field(category).isEmpty())
                .count();
        return Csv.line(List.of(
                category,
                counts.isEmpty() ? 0 : counts.firstKey(),
                counts.isEmpty() ? 0 : counts.lastKey(),
                counts.size(),
                annotated));
    }

    private void writeIndex() {
        List<String> columns = new ArrayList<>(IndexTable.COLUMNS);
        columns.addAll(categories);
        StringBuilder table = new StringBuilder(Csv.line(columns));
        for (WrittenPicture picture : pictures) {
            List<Object> fields = new ArrayList<>(List.of(
                    picture.name(),
                    picture.split(),
                    picture.height(),
                    picture.width(),
                    picture.maskHeight(),
                    picture.maskWidth()));
            categories.forEach(category -> fields.add(picture.field(category)));
            table.append(Csv.line(fields));
        }
        write(IndexTable.FILE, table);
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.6f", value);
    }

    private void write(String name, StringBuilder table) {
        AtomicFile.writeString(folder.resolve(name), table.toString());
    }
}
