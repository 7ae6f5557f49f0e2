package org.eddp.labels;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eddp.failure.InvalidInput;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageFailure;
import org.eddp.images.source.ImageList;

/**
 * A dataset of labelled pictures in Broden's layout, which the documentation of this package specifies. The tables are in
 * memory, masks are read one picture at a time.
 */
public final class AnnotatedDataset {
    private final Path folder;
    private final SortedMap<Integer, Label> labels;
    private final List<Image> images;

    private AnnotatedDataset(Path folder, SortedMap<Integer, Label> labels, List<Image> images) {
        this.folder = folder;
        this.labels = labels;
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
        Set<String> categories = CategoryTable.read(folder, index.otherColumns(), labels.keySet());
        return new AnnotatedDataset(folder, labels, index.images(categories));
    }

    /** The folder it is in. */
    public Path folder() {
        return folder;
    }

    /** Digest of its tables: pictures, masks, splits and labels. */
    public String digest() {
        return Digests.of(Stream.of("index.csv", "label.csv", "category.csv")
                .map(folder::resolve)
                .filter(Files::exists)
                .map(Digests::of)
                .collect(Collectors.joining()));
    }

    /** A label by its number; masks never hold a number for which there is none. */
    public Optional<Label> label(int number) {
        return Optional.ofNullable(labels.get(number));
    }

    /** The splits that occur. */
    SortedSet<String> splits() {
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
    }

    /**
     * A label.
     *
     * @param number in masks, 1 .. 65535
     * @param name shown to users
     * @param categories the categories it occurs in, each with the number of pictures in which it does (0 if not known)
     * @param frequency number of pictures that show it, 0 if not known
     * @param coverage sum over pictures of the share of pixels that show it, 0 if not known
     * @param synonyms other names
     */
    public record Label(
            int number,
            String name,
            Map<String, Integer> categories,
            int frequency,
            double coverage,
            List<String> synonyms) {
        /** Largest number that a mask can hold. */
        public static final int LARGEST = 0xffff;

        public Label {
            if (number < 1 || number > LARGEST) {
                throw new InvalidInput("label number " + number + " must be from 1 to " + LARGEST);
            }
        }

        /** A label of one category, without counts. */
        public static Label of(int number, String name, String category) {
            return new Label(number, name, Map.of(category, 0), 0, 0, List.of());
        }
    }

    /** The annotations of one picture. Masks are read each time they are needed, and not cached. Thread-safe. */
    public static final class Annotation {
        private static final Image.Entries NONE = new Image.Entries(List.of(), List.of());

        private final Image image;
        private final Path index;
        private final Path images;
        private final Set<Integer> known;

        Annotation(Image image, Path index, Path images, Set<Integer> known) {
            this.image = image;
            this.index = index;
            this.images = images;
            this.known = known;
        }

        /** Labels that hold for the whole picture. */
        public List<Integer> whole(String category) {
            return image.annotations().getOrDefault(category, NONE).whole();
        }

        /**
         * The masks of a category: label numbers, row by row, {@code maskHeight * maskWidth} each, 0 where unlabelled.
         *
         * @throws FileFailure if a mask is missing or damaged, has another size, or holds a label that does not exist
         */
        public List<int[]> maps(String category) {
            return image.annotations().getOrDefault(category, NONE).masks().stream()
                    .map(this::read)
                    .toList();
        }

        /**
         * The labels of all categories for which the picture is annotated.
         *
         * @throws FileFailure if a mask cannot be read, see {@link #maps}
         */
        public LabelledImages.Pixels pixels() {
            List<LabelledImages.Pixels.Layer> layers = new ArrayList<>();
            for (String category : image.annotations().keySet()) {
                whole(category).forEach(label -> layers.add(LabelledImages.Pixels.Layer.whole(category, label)));
                maps(category).forEach(map -> layers.add(LabelledImages.Pixels.Layer.map(category, map)));
            }
            return new LabelledImages.Pixels(image.maskHeight(), image.maskWidth(), layers);
        }

        /**
         * The part of the picture that a network sees, in pixels of its masks.
         *
         * @throws FileFailure if the picture has another size than the index gives
         * @throws ImageFailure if it cannot be read
         */
        Preprocessing.CropBox visiblePart(Preprocessing preprocessing) {
            checkSize();
            Preprocessing.CropBox box = preprocessing.box(image.width(), image.height());
            double across = (double) image.maskWidth() / image.width();
            double down = (double) image.maskHeight() / image.height();
            return new Preprocessing.CropBox(
                    box.left() * across, box.top() * down, box.width() * across, box.height() * down);
        }

        /**
         * With a wrong size masks would be shifted against the picture. Without the picture, the size in the index is
         * used.
         */
        private void checkSize() {
            if (Files.notExists(image.path())) {
                return;
            }
            Picture.Size size = new ImageReader().size(image.path());
            if (size.width() != image.width() || size.height() != image.height()) {
                throw failure("picture " + image.path() + " has " + size.height() + " x " + size.width()
                        + " pixels, ih x iw is " + image.height() + " x " + image.width()
                        + "; correct the line or replace the picture");
            }
        }

        private int[] read(String name) {
            Path file = images.resolve(name);
            Picture mask;
            try {
                mask = decode(file);
            } catch (ImageFailure e) {
                throw new FileFailure(e.getMessage() + " (a mask on line " + image.line() + " of " + index + ")", e);
            }
            int[] labels = new int[mask.width() * mask.height()];
            int checked = 0;
            for (int i = 0; i < labels.length; i++) {
                int at = Picture.CHANNELS * i;
                labels[i] = (mask.rgb()[at] & 0xff) + 256 * (mask.rgb()[at + 1] & 0xff);
                if (labels[i] != checked && labels[i] != 0 && !known.contains(labels[i])) {
                    throw failure("mask " + file + " holds label " + labels[i] + " at row " + i / mask.width()
                            + ", column " + i % mask.width() + ", which is not in label.csv");
                }
                checked = labels[i];
            }
            return labels;
        }

        /**
         * The size is compared before anything is decoded, because the size that a file claims decides how much memory
         * is allocated.
         */
        private Picture decode(Path file) {
            ImageReader reader = new ImageReader();
            byte[] content = reader.content(file, file.toString());
            Picture.Size size = ImageReader.size(content, file.toString());
            if (size.width() != image.maskWidth() || size.height() != image.maskHeight()) {
                throw failure("mask " + file + " has " + size.height() + " x " + size.width() + " pixels, sh x sw is "
                        + image.maskHeight() + " x " + image.maskWidth());
            }
            return reader.decode(content, file.toString());
        }

        private FileFailure failure(String what) {
            return new FileFailure("cannot read " + index + ", line " + image.line() + ": " + what);
        }
    }
}
