package org.eddp.study.check;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eddp.failure.InvalidInput;
import org.eddp.images.source.ImageList;

/** Finds the mask of a picture: the file of the same name, or else the only one that differs in its extension alone. */
final class MaskFiles {
    private final Map<String, ImageList.Entry> named = new HashMap<>();
    private final Map<String, List<ImageList.Entry>> stems;

    MaskFiles(ImageList masks) {
        masks.entries().forEach(mask -> named.put(mask.name(), mask));
        stems = masks.entries().stream().collect(Collectors.groupingBy(mask -> stem(mask.name())));
    }

    /**
     * The mask of a picture.
     *
     * @throws InvalidInput if there is none, or several that differ in their extensions
     */
    ImageList.Entry of(ImageList.Entry image) {
        if (named.containsKey(image.name())) {
            return named.get(image.name());
        }
        List<ImageList.Entry> found = stems.getOrDefault(stem(image.name()), List.of());
        if (found.isEmpty()) {
            throw new InvalidInput("the picture " + image.name() + " has no mask; add a mask of the same name");
        }
        if (found.size() > 1) {
            throw new InvalidInput("the picture " + image.name() + " has several masks ("
                    + found.stream().map(ImageList.Entry::name).collect(Collectors.joining(", "))
                    + "); keep one of them");
        }
        return found.get(0);
    }

    /** The path without the extension, not shortened: long names that begin alike must not be confused. */
    private static String stem(String name) {
        int dot = name.lastIndexOf('.');
        return dot > name.lastIndexOf('/') ? name.substring(0, dot) : name;
    }
}
