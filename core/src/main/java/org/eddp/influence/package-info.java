/**
 * Which concepts move which class: effects on log p, RCAV scores, and the significance of both (section "Concept
 * Sensitivity Testing" of the paper).
 *
 * <p>{@link org.eddp.influence.Sensitivity} scores directions: {@link org.eddp.influence.LinearSensitivity} in closed
 * form for networks that pool and have one linear layer, {@link org.eddp.influence.HeadSensitivity} through any head,
 * and {@link org.eddp.influence.LabelSensitivity} in closed form where outputs are independent labels.
 * {@link org.eddp.influence.EffectTest} compares effects with those of {@link org.eddp.influence.NoiseDirections},
 * which all concepts share ({@link org.eddp.influence.NoiseEffects}), and controls the false discovery rate.
 * {@link org.eddp.influence.InfluenceSignificance} is the paper's test: it scores the signal vectors of a run and
 * compares each with noise signal vectors from permuted labels. Detectors are evaluated shard by shard
 * ({@link org.eddp.influence.FiredPatches}), one process draws the samples ({@link org.eddp.influence.SampleDraw}), and
 * concepts are tested one by one, in any process ({@link org.eddp.influence.InfluenceRows}).
 * {@link org.eddp.labels.PatternCavs} are the supervised counterpart, compared by
 * {@link org.eddp.influence.InfluenceResults.PatternComparison}.
 *
 * <h2>influence.safetensors</h2>
 *
 * <pre>
 * scores        I x K   S of concept i and class k, in -1 .. 1
 * exceedances   I x K   noise signal vectors of concept i with |S| at least as large, of those tried; of labels, with a mean change
 *                       of the logit at least as large
 * tried         I       noise signal vectors tried; fewer than all where every class of a concept was decided early, and
 *                       0 where a concept could not be tested
 * significant   I x K   1 where the pair is significant in the paper's test, else 0
 * effects       I x K   mean over images of the change of log p of class k by the step along the difference of means of concept i:
 *                       the mean patch on which its detector fires minus the mean patch on which it does not
 * effect_p      I x K   two-sided p-value of the effect among noise directions; 1 where the concept was not tested
 * effect_q      I x K   smallest false discovery rate at which the effect is significant
 * moved         I x K   1 where the effect is significant, else 0
 * compared      I       noise directions compared with; 0 where a concept fires on no patch or on every patch
 * held_out      1 x 3   noise directions held out, share of their pairs with p below 0.05, pairs called significant with noise in
 *                       place of all concepts
 * </pre>
 *
 * The arrays from {@code effect_p} on are missing if effects were not tested. The metadata holds, as JSON text under
 * {@code options}, the {@link org.eddp.influence.InfluenceOptions}, and under {@code images} the number of images.
 */
package org.eddp.influence;
