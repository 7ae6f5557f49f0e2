package org.eddp.labels;

import java.util.List;
import java.util.Map;
import org.eddp.images.Picture;

/**
 * A picture and what it shows, to be written.
 *
 * @param name path under {@code images/}, ending in {@code .png}
 * @param split the part of the dataset it belongs to
 * @param picture the pixels
 * @param maskHeight height of all masks
 * @param maskWidth width of all masks
 * @param maps per category its masks: label numbers row by row, {@code maskHeight * maskWidth} each, 0 where unlabelled
 * @param whole per category the labels that hold for the whole picture
 */
public record LabelledPicture(
        String name,
        String split,
        Picture picture,
        int maskHeight,
        int maskWidth,
        Map<String, List<int[]>> maps,
        Map<String, List<Integer>> whole) {
    public LabelledPicture {
        if (!name.endsWith(".png") || name.startsWith("/") || name.contains("\\") || name.contains("..")) {
            throw new IllegalArgumentException(
                    "image name '" + name + "' must be a relative path with / that ends in .png");
        }
        if (maskHeight < 1 || maskWidth < 1) {
            throw new IllegalArgumentException(
                    "masks of " + maskHeight + " x " + maskWidth + " pixels are empty; image " + name);
        }
        maps.values()
                .forEach(layers -> layers.forEach(map -> {
                    if (map.length != maskHeight * maskWidth) {
                        throw new IllegalArgumentException("a mask of " + name + " has " + map.length + " pixels, not "
                                + maskHeight + " x " + maskWidth);
                    }
                }));
    }
}
