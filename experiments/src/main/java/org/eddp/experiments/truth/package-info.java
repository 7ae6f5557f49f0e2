/**
 * The benchmark of known causes: is what is said of a cause what happens when the cause is changed?
 *
 * <p>Marks are planted on the training pictures of single classes. One linear head is trained on these pictures and relies on the
 * marks; another is trained on the same pictures with marks at random and ignores them. Every test picture exists with and without
 * each mark, so the true change of every logit and of all features is known. Explanations, signal vectors, corrections and effects
 * are set beside this truth, and so are simpler methods.
 *
 * <ul>
 *   <li>{@link org.eddp.experiments.truth.TruthOptions}: what is tried;
 *   <li>{@link org.eddp.experiments.truth.TruthBenchmark}: makes trials that are not there yet;
 *   <li>{@link org.eddp.experiments.truth.TruthTrial}: everything of one network and one seed, pair by pair;
 *   <li>{@link org.eddp.experiments.truth.TruthResults}: all trials and their summaries.
 * </ul>
 */
package org.eddp.experiments.truth;
