package org.eddp.study;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.eddp.explain.ConceptOutputs;
import org.eddp.explain.Explanation;
import org.eddp.explain.Explanation.Contribution;
import org.eddp.features.Head;
import org.eddp.features.PatchLayer;
import org.eddp.images.Preprocessing;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.run.Run;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/** Holds the contributions that an exported file computes against explanations in this process, for one image of noise. */
final class ExportCheck {
    private static final long SEED = 25;

    private ExportCheck() {}

    static NetworkExport.Agreement of(Run run, Path file) {
        Preprocessing size = run.network().preprocessing();
        try (Scope scope = Scope.open();
                Network exported =
                        Networks.load(file, size.cropHeight(), size.cropWidth(), ConceptOutputs.CONTRIBUTIONS)) {
            Tensor noise = Tensor.of(
                    Seeds.gaussian(size.length(), new SplittableRandom(SEED)),
                    DType.FLOAT32,
                    1,
                    size.channels().count(),
                    size.cropHeight(),
                    size.cropWidth());
            PatchLayer layer = run.network().layer();
            Tensor output = layer.cut().lower(noise);
            Explanation explanation = ExplanationStudy.explainer(
                            run, layer, ExplanationStudy.Undecided.LEARNED, Monitor.NONE)
                    .with(Head.of(layer, output))
                    .explain(layer.rows(output), null, null);
            double[] found = exported.logits(noise).toDoubles();
            double difference = 0;
            double largest = 0;
            for (Contribution concept : explanation.concepts()) {
                difference = Math.max(difference, Math.abs(found[concept.concept()] - concept.contribution()));
                largest = Math.max(largest, Math.abs(concept.contribution()));
            }
            return new NetworkExport.Agreement(difference, largest);
        }
    }
}
