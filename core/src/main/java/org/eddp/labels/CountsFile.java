package org.eddp.labels;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eddp.files.FileFailure;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.files.json.Json;
import org.eddp.labels.Dissection.Counts;

/**
 * Counts as arrays of whole numbers: {@code totals} (images, pixels), {@code active} (per detector), {@code activeInCategory} (categories x
 * detectors), and of every concept, by category and number, {@code category}, {@code number}, {@code pixels} and {@code common} (concepts x
 * detectors). The names of the categories are in the metadata.
 */
final class CountsFile {
    private static final String CATEGORIES = "categories";

    private CountsFile() {}

    static SafetensorsFile of(Counts counts) {
        List<String> categories = counts.categories();
        List<LabelMasks.Key> keys = new ArrayList<>(counts.tallies().keySet());
        keys.sort(Comparator.comparing(LabelMasks.Key::category).thenComparing(LabelMasks.Key::number));
        return new SafetensorsFile()
                .add("totals", new long[] {counts.images(), counts.pixels()})
                .add("active", counts.active())
                .add(
                        "activeInCategory",
                        rows(categories.stream().map(counts::activeIn).toList()))
                .add(
                        "category",
                        keys.stream()
                                .mapToLong(k -> categories.indexOf(k.category()))
                                .toArray())
                .add("number", keys.stream().mapToLong(LabelMasks.Key::number).toArray())
                .add(
                        "pixels",
                        keys.stream()
                                .mapToLong(k -> counts.tallies().get(k).pixels())
                                .toArray())
                .add(
                        "common",
                        rows(keys.stream()
                                .map(k -> counts.tallies().get(k).common())
                                .toList()))
                .note(CATEGORIES, Json.toText(categories).strip());
    }

    private static long[] rows(List<long[]> rows) {
        return rows.stream().flatMapToLong(Arrays::stream).toArray();
    }

    /** Reads what {@link #of} made, checking that everything fits together. */
    static Counts read(SafetensorsFile content) {
        long[] totals = notNegative(content, "totals", 2);
        long[] active = content.integers("active");
        int detectors = active.length;
        List<String> categories = categories(content);
        Counts counts = new Counts(detectors);
        if (totals[0] > Integer.MAX_VALUE) {
            throw content.damaged("it counts " + totals[0] + " images");
        }
        counts.set((int) totals[0], totals[1], notNegative(content, "active", detectors));
        long[] inCategory = notNegative(content, "activeInCategory", times(content, categories.size(), detectors));
        for (int c = 0; c < categories.size(); c++) {
            counts.put(categories.get(c), Arrays.copyOfRange(inCategory, c * detectors, (c + 1) * detectors));
        }
        long[] numbers = content.integers("number");
        long[] category = notNegative(content, "category", numbers.length);
        long[] pixels = notNegative(content, "pixels", numbers.length);
        long[] common = notNegative(content, "common", times(content, numbers.length, detectors));
        for (int k = 0; k < numbers.length; k++) {
            if (category[k] >= categories.size() || numbers[k] != (int) numbers[k]) {
                throw content.damaged("concept " + k + " is number " + numbers[k] + " of category " + category[k]);
            }
            LabelMasks.Key key = new LabelMasks.Key(categories.get((int) category[k]), (int) numbers[k]);
            if (counts.tallies().containsKey(key)) {
                throw content.damaged("concept " + key.number() + " of " + key.category() + " is counted twice");
            }
            counts.put(key, pixels[k], Arrays.copyOfRange(common, k * detectors, (k + 1) * detectors));
        }
        return counts;
    }

    private static List<String> categories(SafetensorsFile content) {
        String text = content.metadata().getOrDefault(CATEGORIES, "");
        List<String> categories;
        try {
            categories = List.of(Json.fromText("the names of the categories", text, String[].class));
        } catch (FileFailure e) {
            throw content.damaged("the names of its categories are '" + text + "'");
        }
        Set<String> distinct = new HashSet<>(categories);
        if (distinct.size() != categories.size()) {
            throw content.damaged("a category is named twice among " + categories);
        }
        return categories;
    }

    private static int times(SafetensorsFile content, int rows, int columns) {
        long size = (long) rows * columns;
        if (size > Integer.MAX_VALUE) {
            throw content.damaged("it is of " + rows + " x " + columns + " pairs, more than an array holds");
        }
        return (int) size;
    }

    private static long[] notNegative(SafetensorsFile content, String name, int count) {
        long[] values = content.integers(name, count);
        if (Arrays.stream(values).anyMatch(v -> v < 0)) {
            throw content.damaged("array '" + name + "' has a negative count");
        }
        return values;
    }
}
