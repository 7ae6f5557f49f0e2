/**
 * One evaluation of all losses with their exact gradient: the inside of learning, not meant for users of the library.
 *
 * <p>Read {@link org.eddp.directions.step.TiledStep} first (how a batch is cut and what is computed in which pass) and
 * {@link org.eddp.directions.step.StepEvaluation} (from the sums of the passes to losses and gradient), then
 * {@link org.eddp.directions.step.TiledPasses} (the passes: each a {@link org.eddp.directions.step.Pass} over
 * {@link org.eddp.directions.step.Strips}, here or, by a {@link org.eddp.directions.step.StripOrder}, in other
 * processes) and the kernels they run on a tile: {@link org.eddp.directions.step.MembershipKernel} (L^s, L^fs, L^ma and
 * the shares behind L^ic and L^eac, which {@link org.eddp.directions.step.ShareLosses} computes),
 * {@link org.eddp.directions.step.SignalKernel} (signal vectors),
 * {@link org.eddp.directions.step.FilterSignalOrthogonality} (L^fso) and
 * {@link org.eddp.directions.step.AlignmentKernel} (L^ur). {@link org.eddp.directions.step.SmallPasses} computes the
 * same for very small batches in Java arithmetic. {@code PlainStep} of the reference package computes the same by
 * automatic differentiation, for comparison.
 */
package org.eddp.directions.step;
