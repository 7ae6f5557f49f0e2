package org.eddp.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.FileNames;

/**
 * The images to work on, in an order that depends on nothing but their names: by relative path, code point by code point.
 */
public final class ImageList {
    /** The file that makes a folder a dataset in Broden's layout. */
    static final String INDEX = "index.csv";

    private final Path root;
    private final List<Entry> entries;
    private final List<String> foreign;
    /** Null for a list made in memory. */
    private final Path source;

    /** @param foreign names of pictures that are not read, in any order */
    ImageList(Path root, List<Entry> found, List<String> foreign) {
        this.root = root;
        this.source = null;
        this.foreign = foreign.stream().sorted(FileNames.ORDER).toList();
        List<Entry> sorted = new ArrayList<>(found);
        sorted.sort(Comparator.comparing(Entry::name, FileNames.ORDER));
        this.entries = List.copyOf(sorted);
    }

    private ImageList(ImageList same, Path source) {
        root = same.root;
        entries = same.entries;
        foreign = same.foreign;
        this.source = source;
    }

    /**
     * Whatever {@code path} is: a dataset (a folder with {@code index.csv}), another folder, or a file list.
     *
     * @throws FileFailure if there is nothing, or no image in it
     */
    public static ImageList of(Path path) {
        return new ImageList(read(path), path);
    }

    private static ImageList read(Path path) {
        if (Files.isDirectory(path)) {
            return Files.exists(path.resolve(INDEX)) ? ofDataset(path, null) : ofFolder(path);
        }
        if (!Files.exists(path)) {
            throw new FileFailure("cannot read images from " + path + ": no such file or folder; check the path");
        }
        if (ImageFormat.hasExtension(path.toString())) {
            return ofEntries(path.toAbsolutePath().getParent(), List.of(entry(path)));
        }
        if (ImageFormat.isForeign(path.toString())) {
            throw new FileFailure("cannot read " + path + ": pictures in this format are not read, only "
                    + ImageFormat.allTitles() + "; convert it");
        }
        String name = path.toString().toLowerCase(Locale.ROOT);
        if (!name.endsWith(".txt") && !name.endsWith(".csv")) {
            throw new FileFailure("cannot read images from " + path
                    + ": give a folder, an image, or a list of images whose name ends in .txt or .csv");
        }
        return ofFile(path);
    }

    private static Entry entry(Path image) {
        return new Entry(image.getFileName().toString(), image, null);
    }

    /**
     * All images in a folder and its subfolders; the first subfolder on the way to an image is its class. Hidden files and
     * folders, and files with other extensions than those of images, are left out.
     *
     * @throws FileFailure if the folder cannot be read or holds no image
     */
    public static ImageList ofFolder(Path folder) {
        return new FolderScan(folder).scan();
    }

    /**
     * The images named in a text file, one per line: a path relative to the folder of that file, and if wanted a comma
     * and the name of a class. Lines that start with {@code #} are comments; paths with commas go into double quotes.
     *
     * @throws FileFailure if the file cannot be read, or names an image twice or one that does not exist
     */
    public static ImageList ofFile(Path file) {
        return new FileList(file).read();
    }

    /**
     * The images of a dataset in Broden's layout.
     *
     * @param split images of this split only, null for all
     * @throws FileFailure if the dataset cannot be read, or has no such split
     */
    public static ImageList ofDataset(Path folder, String split) {
        return new DatasetImages(folder).list(split);
    }

    /** A list made elsewhere. */
    public static ImageList ofEntries(Path root, List<Entry> entries) {
        return new ImageList(root, entries, List.of());
    }

    /** What has to be said of pictures in the folder that are left out because their format is not read here. */
    public Optional<String> leftOut() {
        return foreign.isEmpty()
                ? Optional.empty()
                : Optional.of((foreign.size() == 1 ? "1 picture is" : foreign.size() + " pictures are")
                        + " left out, since such files are not read (" + foreign.get(0)
                        + (foreign.size() > 1 ? ", ..." : "") + "); convert them to PNG or JPEG to have them");
    }

    /** What names of images are relative to. */
    public Path root() {
        return root;
    }

    /** What {@link #of} makes the same list of; empty for one that was made otherwise. */
    public Optional<Path> source() {
        return Optional.ofNullable(source);
    }

    /**
     * To be asked when an image could not be read: one that is gone is skipped, but all at once are a disk that was taken away,
     * and what is made of nothing must not be taken for a result.
     *
     * @throws FileFailure if the folder of the images is gone
     */
    public void requireRoot() {
        requireReadable(root);
    }

    /**
     * The same of any place with images.
     *
     * @throws FileFailure if it is gone
     */
    public static void requireReadable(Path images) {
        if (!Files.isReadable(images.toAbsolutePath())) {
            throw new FileFailure("the images in " + images.toAbsolutePath()
                    + " cannot be read any more; what is finished is kept, repeat the command when they are back");
        }
    }

    /** The images, in order. */
    public List<Entry> entries() {
        return entries;
    }

    /** Tells this list from others by what is in it, wherever it lies: names and lengths of its files. */
    public String digest() {
        StringBuilder all = new StringBuilder();
        for (Entry entry : entries) {
            all.append(entry.name()).append('\0').append(length(entry.path())).append('\n');
        }
        return Digests.of(all.toString());
    }

    private static long length(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return -1; // whoever reads it says what is wrong with it
        }
    }

    /** Number of images. */
    public int size() {
        return entries.size();
    }

    /**
     * One image of a list.
     *
     * @param name path relative to the root of the list, with {@code /} on every system: what results call the image
     * @param path where the file is
     * @param className the class it belongs to, null if none is known
     */
    public record Entry(String name, Path path, String className) {}
}
