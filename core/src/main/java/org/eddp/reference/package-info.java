/**
 * Checks of this implementation against the method, in two ways: {@link org.eddp.reference.Verification} recomputes the
 * quantities of a reference file, and {@link org.eddp.reference.PlainStep} computes any problem as the paper states it,
 * by automatic differentiation and without tiles. Tests and the benchmark compare it with the step that learning uses.
 * It is written for clarity: read {@link org.eddp.reference.PlainLosses} to see the losses as formulas.
 *
 * <p>A reference file is JSON with {@code cases[]}; each case has sizes ({@code D}, {@code I}, {@code images},
 * {@code patches} per image, {@code K} classes), {@code options} ({@code nu}, {@code mu}, {@code gamma}, {@code tau},
 * {@code rho}, {@code kappa}), inputs ({@code X}, {@code W}, {@code b}, {@code S}, head {@code V} and {@code v0}) and
 * the expected quantities: memberships {@code y} and {@code q}, {@code sparsityPerPatch}, {@code focalWeights},
 * {@code clusterShares}, {@code positives}, {@code signalVectors}, {@code signalVectorsAllRows}, {@code pinvWT},
 * {@code pinvWTS}, {@code ufm1}, {@code cfm1}, {@code ufmKappa}, {@code cfmKappa} and {@code losses}, each with
 * {@code value}, {@code dW}, {@code db} and {@code dS} (null where a loss does not depend on the input).
 */
package org.eddp.reference;
