/**
 * Measures of the quality of directions: how detectors divide the patches among themselves
 * ({@link org.eddp.metrics.Metrics.Clustering}), how well they classify patches ({@link org.eddp.metrics.PatchScoring}), how
 * well they segment ({@link org.eddp.metrics.Metrics.Segmentation}) and whether they fire on one kind of content
 * ({@link org.eddp.metrics.Monosemanticity}). The counts behind the first two add up over shards of images
 * ({@link org.eddp.metrics.ClusteringCounts}, {@link org.eddp.metrics.ScoredPatches}).
 *
 * <h2>metrics.json</h2>
 *
 * {@link org.eddp.metrics.Metrics} as JSON, with the rules they were counted by ({@code patchRule}, {@code counting},
 * {@code interpretableAbove}): numbers by different rules must not be compared. All numbers are of the val split, with
 * labels of the train split; means and deviations are over all detectors. Of every detector {@code concept} is the
 * label closest to it and {@code iou} how close; {@code name} is that label's if the detector is interpretable, and
 * null otherwise.
 */
package org.eddp.metrics;
