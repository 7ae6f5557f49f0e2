/**
 * The differences between two networks, seen through the concepts of a run of each.
 *
 * <p>Layers, widths and numbers of concepts may differ. {@link org.eddp.study.diff.SharedPictures} finds the pictures
 * that both runs have, {@link org.eddp.study.diff.FiringMaps} records where detectors fire on them, and
 * {@link org.eddp.study.diff.FiringMatching} matches the concepts that fire at the same places.
 * {@link org.eddp.study.diff.PairedContributions} measures what concepts contribute to classes in both networks, and
 * {@link org.eddp.study.diff.ContributionChanges} and {@link org.eddp.study.diff.DifferingPredictions} compare it.
 * {@link org.eddp.study.diff.RunDiff} is the result. The rules are in docs/diff.md.
 */
package org.eddp.study.diff;
