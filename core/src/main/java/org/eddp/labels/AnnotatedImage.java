package org.eddp.labels;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * One line of a dataset's index: a picture and where its annotations are.
 *
 * @param line in {@code index.csv}
 * @param name path under {@code images/}
 * @param path of the picture
 * @param split the part of the dataset it belongs to
 * @param height of the picture
 * @param width of the picture
 * @param maskHeight height of all its masks
 * @param maskWidth width of all its masks
 * @param annotations per category for which it is annotated
 */
public record AnnotatedImage(
        int line,
        String name,
        Path path,
        String split,
        int height,
        int width,
        int maskHeight,
        int maskWidth,
        Map<String, Entries> annotations) {

    /**
     * The annotations for one category.
     *
     * @param masks paths under {@code images/}
     * @param whole numbers of labels that hold for the whole picture
     */
    public record Entries(List<String> masks, List<Integer> whole) {}

    /** Whether the picture is annotated for a category. */
    public boolean isAnnotated(String category) {
        return annotations.containsKey(category);
    }
}
