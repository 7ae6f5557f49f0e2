/**
 * The benchmark of known causes: do explanations of a cause agree with the effect of changing it?
 *
 * <p>Marks are planted on the training pictures of single classes. One linear head is trained on these pictures and
 * relies on the marks; another is trained on the same pictures with marks at random and ignores them. Every test
 * picture exists with and without each mark, so the true change of every logit and of all features is known.
 * Explanations, signal vectors, corrections and effects, and simpler methods, are compared with this truth.
 *
 * <ul>
 *   <li>{@link org.eddp.experiments.truth.TruthBenchmark.TruthOptions}: options;
 *   <li>{@link org.eddp.experiments.truth.TruthBenchmark}: makes missing trials;
 *   <li>{@link org.eddp.experiments.truth.TruthTrial}: everything of one network and one seed, pair by pair;
 *   <li>{@link org.eddp.experiments.truth.TruthBenchmark.TruthResults}: all trials and their summaries.
 * </ul>
 */
package org.eddp.experiments.truth;
