package org.eddp.labels;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The table entries of a picture that has been written.
 *
 * @param masks names of mask files, per category
 * @param whole labels of the whole picture, per category
 * @param shares share of pixels per category and label
 */
record WrittenPicture(
        String name,
        String split,
        int height,
        int width,
        int maskHeight,
        int maskWidth,
        Map<String, List<String>> masks,
        Map<String, List<Integer>> whole,
        Map<String, Map<Integer, Double>> shares) {
    static WrittenPicture of(AnnotatedDatasetWriter.LabelledPicture picture, Map<String, List<String>> masks) {
        Map<String, Map<Integer, Double>> shares = new HashMap<>();
        picture.maps().forEach((category, layers) -> {
            Map<Integer, Integer> pixels = new TreeMap<>();
            for (int[] map : layers) {
                for (int number : map) {
                    if (number != 0) {
                        pixels.merge(number, 1, Integer::sum);
                    }
                }
            }
            double all = (double) picture.maskHeight() * picture.maskWidth();
            Map<Integer, Double> own = new TreeMap<>();
            pixels.forEach((number, count) -> own.put(number, Math.min(1, count / all)));
            shares.put(category, own);
        });
        picture.whole()
                .forEach((category, numbers) -> numbers.forEach(number ->
                        shares.computeIfAbsent(category, c -> new TreeMap<>()).put(number, 1.0)));
        return new WrittenPicture(
                picture.name(),
                picture.split(),
                picture.picture().height(),
                picture.picture().width(),
                picture.maskHeight(),
                picture.maskWidth(),
                masks,
                Map.copyOf(picture.whole()),
                shares);
    }

    /** The field of a category in the index. */
    String field(String category) {
        StringBuilder field = new StringBuilder();
        masks.getOrDefault(category, List.of())
                .forEach(mask -> field.append(field.isEmpty() ? "" : ";").append(mask));
        whole.getOrDefault(category, List.of())
                .forEach(number -> field.append(field.isEmpty() ? "" : ";").append(number));
        return field.toString();
    }
}
