/**
 * Learning direction pairs: the four steps, their options and presets.
 *
 * <p>{@link org.eddp.learning.Learner} runs steps (a) to (d) as {@link org.eddp.learning.LearnOptions} say.
 * {@link org.eddp.learning.Parameters} holds the learned numbers and turns them into filters and thresholds;
 * {@link org.eddp.learning.AugmentedLagrangian} and {@link org.eddp.learning.Descent} optimise them. The losses and
 * their gradient come from {@code org.eddp.directions.step}.
 */
package org.eddp.learning;
