package org.eddp.report;

import java.util.List;
import org.eddp.images.CropBox;
import org.eddp.images.Picture;
import org.eddp.images.Snapshot;

/**
 * What a detector fires on most: pictures that are darkened where it does not fire.
 *
 * @param concept its number
 * @param pictures as addresses that hold the picture themselves, the strongest first
 */
public record ConceptCard(int concept, List<String> pictures) {
    public ConceptCard {
        pictures = List.copyOf(pictures);
    }

    /**
     * A picture as a card shows it.
     *
     * @param box the part the network saw
     * @param scores of the detector, one per cell of the grid; above zero where it fires
     */
    public static String picture(Picture picture, CropBox box, double[][] scores) {
        return PictureOverlays.detection(Snapshot.of(picture, box), scores);
    }
}
