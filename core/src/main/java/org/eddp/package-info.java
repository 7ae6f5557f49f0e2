/**
 * {@code eddp}: encoding-decoding direction pairs of deep vision networks. {@link org.eddp.Eddp} is the entry point:
 *
 * <pre>{@code
 * import java.nio.file.Path;
 * import java.util.List;
 * import org.eddp.Eddp;
 * import org.eddp.explain.ExplainedImage;
 * import org.eddp.features.FeatureSet;
 * import org.eddp.network.LayerAddress;
 * import org.eddp.run.Run;
 *
 * public final class Concepts {
 *     public static void main(String[] args) {
 *         Eddp eddp = new Eddp();
 *         FeatureSet features = eddp.extract(
 *                 Path.of("model.onnx"), LayerAddress.of("features"), Path.of("pets"), Path.of("features/pets"));
 *         try (Run run = eddp.learn(features, 4, Path.of("runs/pets"))) {
 *             eddp.label(run, Path.of("pets")); // an annotated dataset in Broden's layout
 *             ExplainedImage why = eddp.explain(run, Path.of("cat.png"));
 *             why.explanation().strongest(3).forEach(concept -> System.out.printf(
 *                     "%s %+.2f%n", why.concepts().get(concept.concept()), concept.contribution()));
 *             int strongest = why.explanation().strongest(1).get(0).concept();
 *             eddp.correct(run, List.of("" + strongest), Path.of("corrected.onnx")); // no longer relies on it
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>Packages from below to above, as an image travels: {@link org.eddp.images.source}, {@link org.eddp.images.decode},
 * {@link org.eddp.network}, {@link org.eddp.features}, {@link org.eddp.directions}, {@link org.eddp.learning}, then
 * uses of directions ({@link org.eddp.labels}, {@link org.eddp.metrics}, {@link org.eddp.influence},
 * {@link org.eddp.explain}, {@link org.eddp.intervene}, {@link org.eddp.faithfulness}), {@link org.eddp.run}, which
 * stores results, and {@link org.eddp.study}, with one class per question.
 */
package org.eddp;
