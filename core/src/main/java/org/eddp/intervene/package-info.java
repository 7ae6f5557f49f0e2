/**
 * Interventions: overwriting concepts in the features of one image ("what if"), and removing a concept from a network
 * (repair).
 *
 * <p>Writing concept i at a patch: x' = x + k s_i with k = (t - w_i.x) / (w_i.s_i), after which w_i.x' = t. The target
 * t comes from {@link org.eddp.intervene.ConceptStatistics}. {@link org.eddp.intervene.Editor} applies sequences of
 * {@link org.eddp.intervene.Edit}s and {@link org.eddp.intervene.EditSearch} finds the smallest that changes the class,
 * or turns a label on or off where labels are independent.
 *
 * <p>Repair: {@link org.eddp.intervene.Correction} is x' = act(x - m k s_i), m = sigmoid(w_i.x - b_i), with k such that
 * w_i.(x - k s_i) is the mean of w_i.x over patches without the concept. It runs in the process
 * ({@link org.eddp.intervene.Correction.CorrectedCut}) or goes into a network file
 * ({@link org.eddp.intervene.Correction#writeInto}). A ReLU does not change outputs of a ReLU; SiLU changes outputs of
 * SiLU, so that a correction behind SiLU also changes patches without the concept. Detectors that share a concept are
 * removed as one by {@link org.eddp.intervene.Correction.RefittedCorrection}.
 *
 * <h2>concepts.safetensors</h2>
 *
 * {@link org.eddp.intervene.ConceptStatistics} as a file:
 *
 * <pre>
 * with          I       patches on which the detector fires
 * without       I       patches on which it does not
 * meanWith      I       mean of w.x over the former; 0 if there are none
 * meanWithout   I       mean of w.x over the latter; 0 if there are none
 * levels        Q       shares of patches, ascending, 0 the smallest value and 1 the largest
 * quantiles     I x Q   w.x at those shares of all patches
 * differences   D x I   mean patch on which the detector fires minus mean patch on which it does not, scaled so that w.d = 1;
 *                       a zero column where one of the two does not exist
 * </pre>
 */
package org.eddp.intervene;
