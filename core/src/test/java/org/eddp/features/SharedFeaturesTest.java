package org.eddp.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Arrays;
import org.eddp.SharedFiles;
import org.eddp.images.ImageList;
import org.eddp.images.Preprocessing;
import org.eddp.monitor.Monitor;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same trained network from both kinds of file, on photographs, where they are at hand. */
class SharedFeaturesTest {
    @TempDir
    private Path folder;

    private FeatureSet extract(String file) {
        Path path = SharedFiles.find("networks/" + file).orElse(null);
        Path photos = SharedFiles.find("photos").orElse(null);
        assumeTrue(path != null && photos != null, "shared/networks and shared/photos are not here");
        try (Network network = Networks.load(path);
                Workers workers = new Workers(2)) {
            FeatureExtraction.Source source = new FeatureExtraction.Source(
                    path,
                    network,
                    PatchLayer.of(network.cut("features"), null),
                    ImageList.of(photos),
                    Preprocessing.preset("keras"));
            return FeatureExtraction.run(
                    folder.resolve(file), source, ExtractionOptions.DEFAULT, workers, Monitor.NONE);
        }
    }

    @Test
    void bothFilesGiveTheSameFeaturesAndRecogniseThePhotographs() {
        FeatureSet onnx = extract("mobilenet_v1_025.onnx");
        FeatureSet script = extract("mobilenet_v1_025.pt");
        try (Scope scope = Scope.open()) {
            int n = onnx.images();
            double[] a = onnx.range(0, n).rows(0, n).toDoubles();
            double[] b = script.range(0, n).rows(0, n).toDoubles();
            double[] differences = new double[a.length];
            Arrays.setAll(differences, i -> Math.abs(a[i] - b[i]));
            Arrays.sort(differences);
            // The files round differently: one has its batch normalisation folded into the convolutions. A feature here
            // and there, of two million, ends up a little further apart.
            assertThat(differences[(int) (0.999 * differences.length)]).isLessThan(1e-4);
            assertThat(differences[differences.length - 1]).isLessThan(2e-3);
            assertThat(topFive(onnx)).isGreaterThanOrEqualTo(0.8);
        }
    }

    /** Photographs are named after their class; its number comes first. */
    private static double topFive(FeatureSet set) {
        int classes = set.info().classes();
        double[] logits = set.logits(0, set.images()).toDoubles();
        int right = 0;
        for (int n = 0; n < set.images(); n++) {
            int truth = Integer.parseInt(set.records().get(n).name().substring(0, 3));
            double own = logits[n * classes + truth];
            long better = Arrays.stream(logits, n * classes, (n + 1) * classes)
                    .filter(l -> l > own)
                    .count();
            right += better < 5 ? 1 : 0;
        }
        return (double) right / set.images();
    }
}
