package org.eddp.experiments.sticker;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.eddp.images.Preprocessing;
import org.eddp.network.Network.ImageInput;

/**
 * Repair on real photographs.
 *
 * @param network its file
 * @param layer of study; null for the last one with several patches
 * @param preprocessing how pictures become inputs, for what the network takes
 * @param pictures the labelled pictures
 * @param concepts number of direction pairs I
 * @param seed of everything
 */
public record StickerOptions(
        Path network,
        String layer,
        Function<ImageInput, Preprocessing> preprocessing,
        Pictures pictures,
        int concepts,
        long seed) {
    /** Direction pairs unless told otherwise. */
    public static final int USUAL_CONCEPTS = 64;

    /** Classes that are taken unless told otherwise. */
    public static final int USUAL_CLASSES = 10;

    /**
     * Which pictures.
     *
     * @param folder one subfolder per class, or a dataset in Broden's layout
     * @param category of such a dataset, whose labels are the classes; null for the only one that labels whole pictures
     * @param marked the class whose training pictures get a card
     * @param classes to take, besides the marked one; null for the first by name, {@value #USUAL_CLASSES} in all
     */
    public record Pictures(Path folder, String category, String marked, List<String> classes) {}

    public StickerOptions {
        if (concepts < 2) {
            throw new IllegalArgumentException("concepts = " + concepts + " must be at least 2");
        }
    }

    StickerOptions withSeed(long other) {
        return new StickerOptions(network, layer, preprocessing, pictures, concepts, other);
    }
}
