package org.eddp.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.MobileNetFiles;
import org.eddp.images.source.ImageList;
import org.eddp.monitor.Monitor;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The same network from both kinds of file, on pictures. */
@Tag("slow")
class MobileNetFeaturesTest {
    @TempDir
    private static Path folder;

    private static List<MobileNetFiles> networks;

    @BeforeAll
    static void write() {
        networks = MobileNetFiles.in(folder);
    }

    private static FeatureSet extract(MobileNetFiles files, Path path) {
        try (Network network = Networks.load(path);
                Workers workers = new Workers(2)) {
            FeatureExtraction.Source source = new FeatureExtraction.Source(
                    path,
                    network,
                    PatchLayer.of(network.cut("features"), null),
                    ImageList.of(files.pictures()),
                    MobileNetFiles.preprocessing());
            return FeatureExtraction.run(
                    folder.resolve("features of " + path.getFileName()),
                    source,
                    FeatureExtraction.Options.DEFAULT,
                    workers,
                    Monitor.NONE);
        }
    }

    @ParameterizedTest
    @FieldSource("networks")
    void bothFilesGiveTheSameFeaturesAndRecogniseThePictures(MobileNetFiles files) {
        FeatureSet onnx = extract(files, files.onnx());
        FeatureSet script = extract(files, files.script());
        try (Scope scope = Scope.open()) {
            int n = onnx.images();
            double[] a = onnx.range(0, n).rows(0, n).toDoubles();
            double[] b = script.range(0, n).rows(0, n).toDoubles();
            double[] differences = new double[a.length];
            Arrays.setAll(differences, i -> Math.abs(a[i] - b[i]));
            Arrays.sort(differences);
            // The files round differently: one has its batch normalisation folded into the convolutions. A feature here
            // and there, of two million, ends up a little further apart.
            // How far depends on the vector instructions: up to 1.2e-4 was seen.
            assertThat(differences[(int) (0.999 * differences.length)]).isLessThan(2e-4);
            assertThat(differences[differences.length - 1]).isLessThan(2e-3);
            double[] logits = onnx.logits(0, n).toDoubles();
            long right = IntStream.range(0, n)
                    .filter(i -> files.recognised(onnx.records().get(i).name(), logits, i))
                    .count();
            assertThat((double) right / n).isGreaterThanOrEqualTo(0.8);
        }
    }
}
