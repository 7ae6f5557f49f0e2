package org.eddp.labels;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.eddp.files.FileFailure;
import org.eddp.files.FileNames;
import org.eddp.images.decode.Picture;

/**
 * Writes a dataset in Broden's layout. Pictures are written as they are added, tables at the end, {@code index.csv}
 * last: a folder without it is an unfinished dataset. The same pictures give the same bytes in any order.
 *
 * <p>Thread-safe.
 */
public final class AnnotatedDatasetWriter {
    private static final Pattern CATEGORY = Pattern.compile("[\\p{L}\\p{N}_-]+");

    private final Path folder;
    private final List<String> categories;
    private final SortedMap<Integer, AnnotatedDataset.Label> labels = new TreeMap<>();
    private final Set<String> files = new HashSet<>();
    private final SortedMap<String, WrittenPicture> pictures = new TreeMap<>(FileNames.ORDER);

    /**
     * A writer into a folder, which is created when the first picture is written.
     *
     * @param categories in the order of the columns
     * @param labels each of one or more of these categories; their frequency and coverage are ignored and counted again
     */
    public AnnotatedDatasetWriter(Path folder, List<String> categories, List<AnnotatedDataset.Label> labels) {
        this.folder = folder;
        this.categories = List.copyOf(categories);
        for (String category : categories) {
            if (!CATEGORY.matcher(category).matches() || IndexTable.COLUMNS.contains(category)) {
                throw new IllegalArgumentException("category '" + category
                        + "' must consist of letters, digits, _ and -, and be none of " + IndexTable.COLUMNS);
            }
        }
        for (AnnotatedDataset.Label label : labels) {
            if (!this.categories.containsAll(label.categories().keySet())) {
                throw new IllegalArgumentException(
                        "label " + label + " has a category that is not one of " + categories);
            }
            if (this.labels.put(label.number(), label) != null) {
                throw new IllegalArgumentException("label number " + label.number() + " is given twice");
            }
        }
    }

    /**
     * Writes a picture and its masks.
     *
     * @throws FileFailure if a file cannot be written
     */
    public void add(LabelledPicture picture) {
        check(picture);
        SortedMap<String, List<String>> masks = maskNames(picture);
        reserve(picture.name(), masks);
        Path images = folder.resolve("images");
        write(images.resolve(picture.name()), picture.picture());
        masks.forEach((category, names) -> {
            for (int i = 0; i < names.size(); i++) {
                write(
                        images.resolve(names.get(i)),
                        mask(picture.maps().get(category).get(i), picture.maskHeight(), picture.maskWidth()));
            }
        });
        WrittenPicture written = WrittenPicture.of(picture, masks);
        synchronized (this) {
            pictures.put(picture.name(), written);
        }
    }

    /**
     * Without fsync: forcing every mask to the disk takes longer than drawing it, and an unfinished dataset has no
     * index.
     */
    private static void write(Path file, Picture picture) {
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, picture.png());
        } catch (IOException e) {
            throw FileFailure.writing(file, e);
        }
    }

    private void check(LabelledPicture picture) {
        Set<String> used = new HashSet<>(picture.maps().keySet());
        used.addAll(picture.whole().keySet());
        used.removeAll(categories);
        if (!used.isEmpty()) {
            throw new IllegalArgumentException(
                    "image " + picture.name() + " is annotated for " + used + ", which are not among " + categories);
        }
        picture.whole()
                .forEach((category, numbers) -> numbers.forEach(number -> checkLabel(picture, category, number)));
        picture.maps().forEach((category, layers) -> {
            for (int[] map : layers) {
                int checked = 0;
                for (int number : map) {
                    if (number != checked && number != 0) {
                        checkLabel(picture, category, number);
                    }
                    checked = number;
                }
            }
        });
    }

    private void checkLabel(LabelledPicture picture, String category, int number) {
        AnnotatedDataset.Label label = labels.get(number);
        if (label == null || !label.categories().containsKey(category)) {
            throw new IllegalArgumentException("image " + picture.name() + " shows label " + number + ", which is "
                    + (label == null ? "not known" : "not of category " + category));
        }
    }

    private static SortedMap<String, List<String>> maskNames(LabelledPicture picture) {
        String stem = picture.name().substring(0, picture.name().length() - ".png".length());
        SortedMap<String, List<String>> names = new TreeMap<>();
        picture.maps().forEach((category, layers) -> {
            List<String> own = new ArrayList<>();
            for (int i = 0; i < layers.size(); i++) {
                own.add(stem + "_" + category + (layers.size() > 1 ? "_" + (i + 1) : "") + ".png");
            }
            names.put(category, own);
        });
        return names;
    }

    private synchronized void reserve(String name, Map<String, List<String>> masks) {
        List<String> all = new ArrayList<>(List.of(name));
        masks.values().forEach(all::addAll);
        for (String file : all) {
            if (!files.add(file)) {
                throw new IllegalArgumentException(
                        "two files of the dataset would be called " + file + "; give image " + name + " another name");
            }
        }
    }

    private static Picture mask(int[] map, int height, int width) {
        Picture mask = Picture.black(width, height);
        for (int i = 0; i < map.length; i++) {
            mask.rgb()[Picture.CHANNELS * i] = (byte) map[i];
            mask.rgb()[Picture.CHANNELS * i + 1] = (byte) (map[i] >> 8);
        }
        return mask;
    }

    /**
     * Writes the tables. Nothing can be added afterwards.
     *
     * @return the dataset as it reads
     * @throws FileFailure if a file cannot be written
     */
    public synchronized AnnotatedDataset finish() {
        new DatasetTables(folder, categories, labels, pictures.values()).write();
        return AnnotatedDataset.read(folder);
    }

    /**
     * A picture with its labels, to be written.
     *
     * @param name path under {@code images/}, ending in {@code .png}
     * @param split the part of the dataset it belongs to
     * @param picture the pixels
     * @param maskHeight height of all masks
     * @param maskWidth width of all masks
     * @param maps per category its masks: label numbers row by row, {@code maskHeight * maskWidth} each, 0 where
     *     unlabelled
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
                            throw new IllegalArgumentException("a mask of " + name + " has " + map.length
                                    + " pixels, not " + maskHeight + " x " + maskWidth);
                        }
                    }));
        }
    }
}
