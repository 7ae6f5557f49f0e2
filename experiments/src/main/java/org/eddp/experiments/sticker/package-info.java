/**
 * Repair on real photographs, for any network and any labelled folder: a card is laid on the training pictures of one
 * class. A linear layer is trained on the network's features and learns to read the card. The directions that EDDP
 * finds without labels remove it again.
 *
 * <p>What is measured:
 *
 * <ul>
 *   <li>the card's detectors are the group that, chosen greedily on the training pictures, has the largest IoU with the
 *       card: pixels on which any of them fires against pixels of the card. Its IoU is reported for the test pictures,
 *       each with and without a card, which had no part in the choice;
 *   <li>the group is then merged into one direction pair, without further use of the masks;
 *   <li>this pair corrects the layer. It is compared with the filter or random directions in place of the signal
 *       vector, and with a pair made from the true positions of the cards, an upper bound.
 * </ul>
 */
package org.eddp.experiments.sticker;
