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
    private final List<AnnotatedImage> images;

    private AnnotatedDataset(
            Path folder,
            SortedMap<Integer, Label> labels,
            Map<String, Category> categories,
            List<AnnotatedImage> images) {
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
    public List<AnnotatedImage> images() {
        return images;
    }

    /**
     * The pictures of a split, in the order of {@link ImageList}.
     *
     * @param split null for all
     * @throws FileFailure if there is none
     */
    public List<AnnotatedImage> images(String split) {
        List<AnnotatedImage> chosen = images.stream()
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
    public Annotation annotation(AnnotatedImage image) {
        return new Annotation(image, index(), folder.resolve("images"), labels.keySet());
    }

    private Path index() {
        return folder.resolve(IndexTable.FILE);
    }
}
