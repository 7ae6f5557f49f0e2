package org.eddp.experiments.sticker;

import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.eddp.experiments.marks.LabelledPictures;
import org.eddp.files.FileFailure;
import org.eddp.images.input.Preprocessing;
import org.eddp.names.SimilarNames;
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
    public record Pictures(Path folder, String category, String marked, List<String> classes) {
        /** Lists them. */
        LabelledPictures labelled(long seed) {
            return LabelledPictures.of(folder, category, this::chosen, seed);
        }

        private SortedSet<String> chosen(SortedSet<String> known) {
            TreeSet<String> names = new TreeSet<>(List.of(name(marked, known)));
            if (classes != null) {
                classes.forEach(text -> names.add(name(text, known)));
            } else {
                known.stream()
                        .filter(name -> !names.contains(name))
                        .limit(USUAL_CLASSES - 1)
                        .toList()
                        .forEach(names::add);
            }
            return names;
        }

        /** A class as the folder writes it. */
        private String name(String text, SortedSet<String> known) {
            return known.contains(text)
                    ? text
                    : known.stream()
                            .filter(text::equalsIgnoreCase)
                            .findFirst()
                            .orElseThrow(() -> new FileFailure("no class '" + text + "' in " + folder + "; nearest are "
                                    + SimilarNames.of(text, known)));
        }
    }

    public StickerOptions {
        if (concepts < 2) {
            throw new IllegalArgumentException("concepts = " + concepts + " must be at least 2");
        }
    }

    StickerOptions withSeed(long other) {
        return new StickerOptions(network, layer, preprocessing, pictures, concepts, other);
    }
}
