/**
 * Encoding-decoding direction pairs: losses, feature manipulation, signal vectors, the constrained optimiser and the
 * four steps that learn them.
 *
 * <p>Read in this order: {@link org.eddp.directions.Term} (what is minimised and constrained),
 * {@link org.eddp.directions.TiledStep} (all of it with exact gradients, tile by tile),
 * {@link org.eddp.directions.Parameters} (what is learned and how it becomes filters and thresholds),
 * {@link org.eddp.directions.AugmentedLagrangian} and {@link org.eddp.directions.Descent} (how), and
 * {@link org.eddp.directions.Learner} (steps a to d).
 *
 * <p>Conventions: patches are rows x of length D; filters W and signal vectors S are D x I with one concept per column;
 * p = x.w - b; entropies are in bits.
 *
 * <p>File {@code directions.safetensors} of a run: {@code filters} (D x I, F64), {@code thresholds} (I), {@code margins}
 * (I), {@code signals} (D x I; a zero column where a concept has no signal vector), {@code mean} (D, the mean patch).
 */
package org.eddp.directions;
