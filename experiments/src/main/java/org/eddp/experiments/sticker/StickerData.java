package org.eddp.experiments.sticker;

import java.util.List;
import org.eddp.experiments.marks.PictureFeatures;

/**
 * The data of a trial.
 *
 * @param classes names of the classes
 * @param marked number of the class whose training pictures have a card
 * @param train pictures to learn from
 * @param clean pictures to judge by, without a card
 * @param stamped the same in the same order several times over, each time with another card
 */
record StickerData(
        List<String> classes, int marked, PictureFeatures train, PictureFeatures clean, PictureFeatures stamped) {}
