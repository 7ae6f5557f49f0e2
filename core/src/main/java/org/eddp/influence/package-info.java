/**
 * Which concepts move which class: RCAV scores and their significance (section "Concept Sensitivity Testing" of the paper).
 *
 * <p>{@link org.eddp.influence.Sensitivity} scores directions: {@link org.eddp.influence.LinearSensitivity} in closed form
 * for networks that pool and have one linear layer, {@link org.eddp.influence.HeadSensitivity} through any head,
 * and {@link org.eddp.influence.LabelSensitivity} in closed form where outputs are independent labels.
 * {@link org.eddp.influence.InfluenceSignificance} scores the signal vectors of a run and compares each with noise signal vectors
 * from permuted labels. Where detectors fire is found out shard by shard ({@link org.eddp.influence.FiredPatches}), samples are drawn from
 * that in one place ({@link org.eddp.influence.SampleDraw}), and concepts are tested one by one, wherever ({@link org.eddp.influence.InfluenceRows}).
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
 * significant   I x K   1 where the pair is significant, else 0
 * effects       I x K   mean over images of the change of log p of class k by the step along concept i; not in files of
 *                       earlier versions
 * </pre>
 *
 * The metadata holds, as JSON text under {@code options}, the {@link org.eddp.influence.InfluenceOptions}, and under
 * {@code images} the number of images.
 */
package org.eddp.influence;
