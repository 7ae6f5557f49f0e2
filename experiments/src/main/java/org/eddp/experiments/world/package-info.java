/**
 * A world of annotated pictures in which the truth is known.
 *
 * <p>Every picture shows one landmark and one visitor; which two meet is its class. The scene, other objects, clutter,
 * scale, tilt, occlusion, shadows, the colour and fall of the light and the sensor's noise are drawn independently of
 * the class, so that only the two objects determine it.
 *
 * <p>{@link org.eddp.experiments.world.WorldExperiment} runs everything, from the pictures to a table of methods.
 *
 * <p>{@link org.eddp.experiments.world.WorldGenerator} writes the pictures as a dataset in Broden's layout (see
 * {@code org.eddp.labels}), fully annotated for the categories color, scene, object, part, material and texture, and
 * {@link org.eddp.experiments.world.WorldNetwork} trains a residual network to classify them.
 *
 * <h2>classes.csv</h2>
 *
 * Lies beside {@code index.csv}: comma-separated UTF-8 with the columns {@code image} (as in {@code index.csv}) and
 * {@code class} (a name). Classes are numbered by their sorted names, from 0.
 *
 * <h2>network.json</h2>
 *
 * Lies beside {@code network.onnx} and {@code network.pt}: names of the classes in the order of the logits, the last
 * layer before pooling, the preprocessing, accuracies on both splits and the options of the training, as in
 * {@link org.eddp.experiments.world.WorldNetwork.Card}.
 */
package org.eddp.experiments.world;
