/**
 * The self-test of a run: {@link org.eddp.experiments.selftest.RunSelfTest} changes pictures of the run on purpose, and
 * compares explanations by removal with the response of the network.
 *
 * <p>Two changes. <em>Marks</em>: a card, a logo or a texture is drawn on the picture; the true change of every logit
 * is known, and explanations of both pictures show how much of it concepts account for. <em>Covering</em>: the patches
 * on which one of the strongest concepts fires are filled with the mean colour of the rest, and so are as many patches
 * elsewhere; the logit should fall, by more than elsewhere, and the more the larger the contribution. The same is done
 * with random detectors, since any detectors account for part of a change.
 */
package org.eddp.experiments.selftest;
