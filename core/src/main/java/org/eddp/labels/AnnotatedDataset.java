package org.eddp.labels;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.eddp.files.FileFailure;
import org.eddp.images.ImageEntry;
import org.eddp.images.ImageList;

/**
 * A dataset of labelled pictures in Broden's layout, which the documentation of this package specifies. The tables are in
 * memory, masks are read one picture at a time.
 */
public final class AnnotatedDataset {
    private final Path folder;
    private final SortedMap<Integer, Label> labels;
    private final Map<String, Category> categories;
    private final List<Image> images;

    private AnnotatedDataset(
            Path folder, SortedMap<Integer, Label> labels, Map<String, Category> categories, List<Image> images) {
        this.folder = folder;
        this.labels = labels;
        this.categories = categories;
        this.images = images;
    }

    /**
     * Reads the tables of a dataset, and checks that all pictures and masks they name are there.
     *
     * @throws FileFailure if something is missing or wrong; the message names the file and the line
     */
    public static AnnotatedDataset read(Path folder) {
        SortedMap<Integer, Label> labels = LabelTable.read(folder.resolve("label.csv"));
        IndexTable index = new IndexTable(folder, labels.keySet());
        Map<String, Category> categories = CategoryTable.read(folder, index.otherColumns(), labels);
        return new AnnotatedDataset(folder, labels, categories, index.images(categories.keySet()));
    }

    /** The folder it is in. */
    public Path folder() {
        return folder;
    }

    /** All labels, by number. */
    public Collection<Label> labels() {
        return Collections.unmodifiableCollection(labels.values());
    }

    /** A label by its number; masks never hold a number for which there is none. */
    public Optional<Label> label(int number) {
        return Optional.ofNullable(labels.get(number));
    }

    /** The categories, in the order in which the dataset names them. */
    public List<Category> categories() {
        return List.copyOf(categories.values());
    }

    /** The splits that occur. */
    public SortedSet<String> splits() {
        TreeSet<String> splits = new TreeSet<>();
        images.forEach(image -> splits.add(image.split()));
        return splits;
    }

    /** All pictures, in the order of {@link ImageList}. */
    public List<Image> images() {
        return images;
    }

    /**
     * The pictures of a split, in the order of {@link ImageList}.
     *
     * @param split null for all
     * @throws FileFailure if there is none
     */
    public List<Image> images(String split) {
        List<Image> chosen = images.stream()
                .filter(image -> split == null || split.equals(image.split()))
                .toList();
        if (chosen.isEmpty()) {
            throw new FileFailure("no images in " + index() + (split == null ? "" : " for split '" + split + "'")
                    + "; its splits are " + splits());
        }
        return chosen;
    }

    /**
     * The pictures of a split as a list for a network: its entries are those of {@link #images(String)}, one for one.
     *
     * @param split null for all
     */
    public ImageList imageList(String split) {
        return ImageList.ofEntries(
                folder.resolve("images"),
                images(split).stream()
                        .map(image -> new ImageEntry(image.name(), image.path(), null))
                        .toList());
    }

    /** The annotations of one of the pictures. */
    public Annotation annotation(Image image) {
        return new Annotation(image, index(), folder.resolve("images"), labels.keySet());
    }

    private Path index() {
        return folder.resolve(IndexTable.FILE);
    }

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
    public record Image(
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
}
