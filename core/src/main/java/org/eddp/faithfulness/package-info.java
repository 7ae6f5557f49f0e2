/**
 * Whether a network really writes a concept in the direction of its signal vector (section "Faithfulness Assessment" of
 * the paper).
 *
 * <p>From images that contain a concept, {@link org.eddp.faithfulness.Dream} changes the pixels so that the reading of
 * the detector rises at the patches with the concept, and records how the features there move.
 * {@link org.eddp.faithfulness.DreamingDirection} is the line along which they moved; its cosine with the signal vector
 * is the measure. {@link org.eddp.faithfulness.FaithfulnessStudy} compares many concepts, with signal vectors with and
 * without sub-sampling.
 */
package org.eddp.faithfulness;
