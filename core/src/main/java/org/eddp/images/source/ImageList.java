package org.eddp.images.source;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;

/** The images to work on, in an order that depends only on their names: by relative path, code point by code point. */
public final class ImageList {
    /** The file that makes a folder a dataset in Broden's layout. */
    static final String INDEX = "index.csv";

    private final Path root;
    private final List<Entry> entries;
    private final SkippedFiles leftOut;
    /** Null for a list made in memory. */
    private final Path source;

    ImageList(Path root, List<Entry> found, SkippedFiles leftOut) {
        this(root, leftOut, PackedEntries.of(root, found));
    }

    ImageList(Path root, SkippedFiles leftOut, List<Entry> sorted) {
        this.root = root;
        this.source = null;
        this.leftOut = leftOut;
        this.entries = Collections.unmodifiableList(sorted);
    }

    private ImageList(ImageList same, Path source) {
        root = same.root;
        entries = same.entries;
        leftOut = same.leftOut;
        this.source = source;
    }

    /**
     * The images at a path, which is a dataset (a folder with {@code index.csv}), another folder, an archive, an image
     * or one in an archive, or a file list.
     *
     * @throws FileFailure if it does not exist or has no image
     */
    public static ImageList of(Path path) {
        return new ImageList(read(path), path);
    }

    private static ImageList read(Path path) {
        if (Files.isDirectory(path)) {
            return Files.exists(path.resolve(INDEX)) ? ofDataset(path, null) : ofFolder(path);
        }
        if (!Files.exists(path)) {
            Optional<Path> around = Archives.around(path);
            if (around.isPresent()) {
                return ofPart(around.get(), path);
            }
            throw new FileFailure("cannot read images from " + path + ": no such file or folder; check the path");
        }
        if (ImageFormat.hasExtension(path.toString())) {
            return ofEntries(folder(path), List.of(entry(path)));
        }
        if (ImageFormat.isForeign(path.toString())) {
            throw new FileFailure("cannot read " + path + ": pictures in this format are not read, only "
                    + ImageFormat.allTitles() + "; convert it");
        }
        if (Archives.isArchive(path)) {
            return ofArchive(path);
        }
        String name = path.toString().toLowerCase(Locale.ROOT);
        if (!name.endsWith(".txt") && !name.endsWith(".csv")) {
            throw new FileFailure("cannot read images from " + path
                    + ": give a folder, an image, a .tar file, or a list of images whose name ends in .txt or .csv");
        }
        return ofFile(path);
    }

    private static Entry entry(Path image) {
        return new Entry(image.getFileName().toString(), image, null);
    }

    /** Names are those that the images have in a list of the folder of the archive. */
    private static ImageList ofArchive(Path file) {
        OpenArchive archive = Archives.shared().open(file);
        String called = file.getFileName().toString();
        if (archive.items().isEmpty()) {
            throw new FileFailure("no images in " + file + "; files in it that end in " + ImageFormat.allExtensions()
                    + " are read, and of Parquet a column of bytes");
        }
        return new ImageList(
                folder(file),
                archive.entries(file, called),
                new SkippedFiles(archive.foreign(called), List.of(), null));
    }

    private static ImageList ofPart(Path file, Path image) {
        return ofEntries(
                folder(file),
                ofArchive(file).entries().stream()
                        .filter(entry -> entry.path().equals(image))
                        .findFirst()
                        .map(List::of)
                        .orElseThrow(() -> new FileFailure("cannot read images from " + image
                                + ": there is no image of this name in " + file + "; check the path")));
    }

    private static Path folder(Path file) {
        return file.toAbsolutePath().getParent();
    }

    /**
     * All images in a folder and its subfolders; the first subfolder on the way to an image is its class. An archive is like a
     * subfolder whose name is not a class. Hidden files and folders, and files with other extensions than those of images, are left out.
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
    static ImageList ofFile(Path file) {
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
        return new ImageList(root, entries, SkippedFiles.NOTHING);
    }

    /**
     * A list made elsewhere, whose images are asked for when they are needed.
     *
     * @param sorted in the order of a list; not copied
     */
    public static ImageList ofSorted(Path root, List<Entry> sorted) {
        return new ImageList(root, SkippedFiles.NOTHING, sorted);
    }

    /** The remark about pictures and archives in unsupported formats that are left out. */
    public Optional<String> leftOut() {
        return leftOut.words();
    }

    /** The folder that names of images are relative to. */
    public Path root() {
        return root;
    }

    /** The path from which {@link #of} made this list; empty if it was made otherwise. */
    public Optional<Path> source() {
        return Optional.ofNullable(source);
    }

    /**
     * Callers use this when an image could not be read. A single missing image is skipped. If all images are missing at once,
     * however, a disk was unmounted or an archive is being rewritten. Output computed from no images must not be taken for a
     * result.
     *
     * @param failed the image
     * @throws FileFailure if the folder of the images, or the archive that this one is in, is gone or cannot be read
     */
    public void requirePlace(Entry failed) {
        requireReadable(root);
        for (Path above = failed.path().getParent(); above != null; above = above.getParent()) {
            if (Archives.kind(above).isPresent() && !Files.isDirectory(above)) {
                requireReadable(above);
                Archives.shared().open(above);
            }
        }
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

    /** Digest of the names and lengths of its files, independent of the location. */
    public String digest() {
        return Digests.of(entries.stream().map(entry -> entry.name() + '\0' + ImageFiles.length(entry.path()) + '\n'));
    }

    /** Number of images. */
    public int size() {
        return entries.size();
    }

    /**
     * One image of a list.
     *
     * @param name path relative to the root of the list, with {@code /} on every system: its name in results
     * @param path where the file is, or the archive and behind it the name of the image in there
     * @param className the class it belongs to, null if none is known
     */
    public record Entry(String name, Path path, String className) {}
}
