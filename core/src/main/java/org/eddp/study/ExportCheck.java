package org.eddp.study;

import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.eddp.explain.ConceptOutputs;
import org.eddp.explain.Explainer;
import org.eddp.explain.Explanation;
import org.eddp.explain.Explanation.Contribution;
import org.eddp.failure.Failure;
import org.eddp.features.Head;
import org.eddp.features.PatchLayer;
import org.eddp.images.input.Preprocessing;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.math.Seeds;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.run.Run;
import org.eddp.run.RunPictures;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/** Compares the contributions that an exported file computes with explanations in this process. */
final class ExportCheck {
    private static final int IMAGES = 4;
    private static final long SEED = 25;

    private ExportCheck() {}

    static NetworkExport.Agreement of(Run run, ConceptStatistics values, Path file) {
        Preprocessing size = run.network().preprocessing();
        try (Scope scope = Scope.open();
                Network exported =
                        Networks.load(file, size.cropHeight(), size.cropWidth(), ConceptOutputs.CONTRIBUTIONS)) {
            PatchLayer layer = run.network().layer();
            Explainer explainer = ExplanationStudy.explainer(run, layer, values);
            List<Tensor> pictures = pictures(run);
            double difference = 0;
            double largest = 0;
            for (Tensor image : pictures.isEmpty() ? noise(size) : pictures) {
                Tensor output = layer.cut().lower(image);
                Explanation explanation =
                        explainer.with(Head.of(layer, output)).explain(layer.rows(output), null, null);
                double[] found = exported.logits(image).toDoubles();
                for (Contribution concept : explanation.concepts()) {
                    difference = Math.max(difference, Math.abs(found[concept.concept()] - concept.contribution()));
                    largest = Math.max(largest, Math.abs(concept.contribution()));
                }
            }
            return new NetworkExport.Agreement(
                    difference, largest, pictures.isEmpty() ? IMAGES : pictures.size(), pictures.isEmpty());
        }
    }

    /** Pictures of the run, evenly spread; none if they cannot be read. */
    private static List<Tensor> pictures(Run run) {
        try {
            RunPictures all = run.pictures();
            int count = Math.min(IMAGES, all.count());
            return IntStream.range(0, count)
                    .mapToObj(n -> all.tensor((int) ((long) n * all.count() / count)))
                    .toList();
        } catch (Failure e) {
            return List.of();
        }
    }

    private static List<Tensor> noise(Preprocessing size) {
        SplittableRandom random = new SplittableRandom(SEED);
        return IntStream.range(0, IMAGES)
                .mapToObj(n -> Tensor.of(Seeds.gaussian(size.length(), random), DType.FLOAT32, size.shape(1)))
                .toList();
    }
}
