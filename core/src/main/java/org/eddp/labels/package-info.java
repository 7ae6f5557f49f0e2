/**
 * What detectors detect: annotated images, and Network Dissection of detectors against them.
 *
 * <p>{@link org.eddp.labels.LabelledImages} brings features and pixel labels together,
 * {@link org.eddp.labels.Dissection} counts pixels of detectors and concepts exactly,
 * {@link org.eddp.labels.Labels} names every detector.
 *
 * <p>Conventions: a detector's map is upsampled bilinearly to the resolution of the label maps with half-pixel centres and
 * clamped edges, and is active where it is positive. Where the network saw a crop of the picture the grid lies over that
 * crop, and pixels outside it are not counted at all, neither as active nor as labelled. A label of the whole image is on
 * all of its pixels. A pixel may have several labels of one category. Labels come from the train split, scores from the
 * val split.
 *
 * <h2>labels.json</h2>
 *
 * {@link org.eddp.labels.Labels} as JSON: version, dataset, counting convention, threshold and, for every detector, its
 * label ({@code concept}: category, number, name), IoU on both splits and the best concept of every category.
 */
package org.eddp.labels;
