/**
 * Trains small convolutional networks, so that experiments need no network files.
 *
 * <p>An {@link org.eddp.experiments.training.TrainedNetwork.Architecture} is a sequence of
 * {@link org.eddp.experiments.training.Stage stages}, each of which is defined by operations of a
 * {@link org.eddp.experiments.training.Backend}. The backends are learning (with batch statistics and gradients),
 * inference (normalisation folded into the convolutions), and the two file formats: one description, four uses that
 * cannot drift apart.
 *
 * <p>A batch is cut into a fixed number of shards that are differentiated side by side and summed in order, and all
 * randomness is a function of the seed, the epoch and the image: the same seed gives the same network on any number of
 * threads.
 */
package org.eddp.experiments.training;
