package org.eddp.labels;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eddp.files.FileFailure;
import org.eddp.images.CropBox;
import org.eddp.images.ImageFailure;
import org.eddp.images.ImageReader;
import org.eddp.images.Picture;
import org.eddp.images.Preprocessing;

/** The annotations of one picture. Masks are read when asked for, each time, and not kept. Thread-safe. */
public final class Annotation {
    private static final AnnotatedDataset.Image.Entries NONE = new AnnotatedDataset.Image.Entries(List.of(), List.of());

    private final AnnotatedDataset.Image image;
    private final Path index;
    private final Path images;
    private final Set<Integer> known;

    Annotation(AnnotatedDataset.Image image, Path index, Path images, Set<Integer> known) {
        this.image = image;
        this.index = index;
        this.images = images;
        this.known = known;
    }

    /** The picture. */
    public AnnotatedDataset.Image image() {
        return image;
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
    public LabelledPixels pixels() {
        List<LabelledPixels.Layer> layers = new ArrayList<>();
        for (String category : image.annotations().keySet()) {
            whole(category).forEach(label -> layers.add(LabelledPixels.Layer.whole(category, label)));
            maps(category).forEach(map -> layers.add(LabelledPixels.Layer.map(category, map)));
        }
        return new LabelledPixels(image.maskHeight(), image.maskWidth(), layers);
    }

    /**
     * What a network sees of the picture, in pixels of its masks.
     *
     * @throws FileFailure if the picture has another size than the index gives
     * @throws ImageFailure if it cannot be read
     */
    public CropBox visiblePart(Preprocessing preprocessing) {
        checkSize();
        CropBox box = preprocessing.box(image.width(), image.height());
        double across = (double) image.maskWidth() / image.width();
        double down = (double) image.maskHeight() / image.height();
        return new CropBox(box.left() * across, box.top() * down, box.width() * across, box.height() * down);
    }

    /** With a wrong size masks would lie beside what they are of. Without the picture the index is all there is. */
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
            mask = new ImageReader().read(file);
        } catch (ImageFailure e) {
            throw new FileFailure(e.getMessage() + " (a mask on line " + image.line() + " of " + index + ")", e);
        }
        if (mask.width() != image.maskWidth() || mask.height() != image.maskHeight()) {
            throw failure("mask " + file + " has " + mask.height() + " x " + mask.width() + " pixels, sh x sw is "
                    + image.maskHeight() + " x " + image.maskWidth());
        }
        int[] labels = new int[mask.width() * mask.height()];
        int checked = 0;
        for (int i = 0; i < labels.length; i++) {
            int at = Picture.CHANNELS * i;
            labels[i] = (mask.rgb()[at] & 0xff) + 256 * (mask.rgb()[at + 1] & 0xff);
            if (labels[i] != checked && labels[i] != 0 && !known.contains(labels[i])) {
                throw failure("mask " + file + " holds label " + labels[i] + " at row " + i / mask.width() + ", column "
                        + i % mask.width() + ", which is not in label.csv");
            }
            checked = labels[i];
        }
        return labels;
    }

    private FileFailure failure(String what) {
        return new FileFailure("cannot read " + index + ", line " + image.line() + ": " + what);
    }
}
