/**
 * {@code eddp}: encoding-decoding direction pairs of deep vision networks. {@link org.eddp.Eddp} is the front door:
 *
 * <pre>{@code
 * Eddp eddp = new Eddp();
 * try (Network network = eddp.load(Path.of("model.onnx"))) {
 *     network.layers().forEach(System.out::println);
 * }
 * FeatureSet features = eddp.extract(
 *         Path.of("model.onnx"), "features", "keras", Path.of("photos"), Path.of("features/photos"));
 * try (Run run = eddp.learn(features, 24, Path.of("runs/photos"))) {
 *     Labels labels = eddp.label(run, Path.of("photos")); // where photos is an annotated dataset
 *     ExplainedImage why = eddp.explain(run, Path.of("cock.jpg"));
 *     why.explanation().strongest(3).forEach(System.out::println);
 *     eddp.correct(run, List.of("12"), Path.of("corrected.onnx"));
 * }
 * }</pre>
 *
 * <p>Packages from below to above, as an image travels: {@link org.eddp.images}, {@link org.eddp.network},
 * {@link org.eddp.features}, {@link org.eddp.directions}, {@link org.eddp.learning}, then what is done with directions
 * ({@link org.eddp.labels}, {@link org.eddp.metrics}, {@link org.eddp.influence}, {@link org.eddp.explain},
 * {@link org.eddp.intervene}, {@link org.eddp.faithfulness}), {@link org.eddp.run}, which keeps it, and
 * {@link org.eddp.study}, which does it.
 */
package org.eddp;
