/**
 * Encoding-decoding direction pairs, the detectors they make, the {@linkplain org.eddp.directions.Term losses} they are
 * learned by and the part of a network above the layer. {@code org.eddp.learning} learns them;
 * {@code org.eddp.directions.step} computes the losses and their gradient.
 *
 * <p>Conventions: patches are rows x of length D; filters W and signal vectors S are D x I with one concept per column;
 * p = x.w - b; entropies are in bits.
 *
 * <p>File {@code directions.safetensors} of a run: {@code filters} (D x I, F64), {@code thresholds} (I), {@code margins}
 * (I), {@code signals} (D x I; a zero column where a concept has no signal vector), {@code mean} (D, the mean patch).
 */
package org.eddp.directions;
