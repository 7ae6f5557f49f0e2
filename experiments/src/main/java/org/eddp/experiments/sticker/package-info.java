/**
 * Repair on real photographs, for any network and any labelled folder: a card is laid on the training pictures of one class, a
 * linear layer is trained on the network's features and learns to read the card, and the directions that EDDP finds, without
 * being told of the card, take it out again.
 *
 * <p>What is measured:
 *
 * <ul>
 *   <li>the card's detectors are the group that, chosen greedily on the training pictures, has the largest IoU with the card:
 *       pixels on which any of them fires against pixels of the card. Its IoU is reported for the test pictures, each with
 *       and without a card, which had no part in the choice;
 *   <li>the group is then merged into one direction pair, without the card being asked again;
 *   <li>this pair corrects the layer, beside the same correction with the filter or random directions in place of the signal
 *       vector, and beside a pair made with full knowledge of where cards lie, an upper bound.
 * </ul>
 */
package org.eddp.experiments.sticker;
