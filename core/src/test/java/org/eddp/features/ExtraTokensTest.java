package org.eddp.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.files.FileFailure;
import org.eddp.images.input.InputPreset;
import org.eddp.images.source.ImageList;
import org.eddp.influence.Sensitivity;
import org.eddp.monitor.Monitor;
import org.eddp.network.LinearReadout;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.load.Networks;
import org.eddp.network.onnx.execution.TinyOnnx;
import org.eddp.network.onnx.file.Model;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A transformer with a class token: patches are studied, the class token goes along. */
class ExtraTokensTest {
    private static final int SIZE = 16;
    private static final int CELLS = 16;
    private static final int WIDTH = 8;
    private static final int IMAGES = 7;

    @TempDir
    private Path folder;

    private Path file;
    private Network network;

    @BeforeEach
    void load() {
        file = folder.resolve("transformer.onnx");
        Model.write(file, TinyOnnx.transformer().model(17, -1, SIZE));
        network = Networks.load(file);
    }

    @AfterEach
    void close() {
        network.close();
    }

    private static Tensor gaussian(long seed, long... shape) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] values = new double[(int) Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
        Arrays.setAll(values, i -> random.nextGaussian());
        return Tensor.of(values, DType.FLOAT32, shape);
    }

    private List<PatchLayer> tokenLayers() {
        return network.layers().stream()
                .filter(layer -> layer.hasPatches() && layer.shape().length == 2 && layer.shape()[0] == CELLS + 1)
                .map(layer -> PatchLayer.of(network.cut(layer.name()), null))
                .toList();
    }

    /** Where attention is still to come. */
    private PatchLayer early() {
        return tokenLayers().get(0);
    }

    private PatchLayer last() {
        return tokenLayers().get(tokenLayers().size() - 1);
    }

    @Test
    void carriedAlongUnchangedTokensGiveTheNetworksOwnLogits() {
        assertThat(tokenLayers()).hasSizeGreaterThan(1);
        try (Scope scope = Scope.open()) {
            Tensor images = gaussian(1, 3, 3, SIZE, SIZE);
            for (PatchLayer layer : tokenLayers()) {
                Tensor output = layer.cut().lower(images);
                Tensor rows = layer.rows(output);
                assertThat(layer.output(rows, layer.extra(output)).toDoubles()).containsExactly(output.toDoubles());
                double[] logits = Head.of(layer, output).logits(rows).toDoubles();
                assertThat(logits).containsExactly(layer.cut().upper(output).toDoubles());
                assertThat(logits).containsExactly(network.logits(images).toDoubles(), within(1e-6));
            }
        }
    }

    @Test
    void versionsOfOneImageShareItsTokens() {
        PatchLayer layer = early();
        try (Scope scope = Scope.open()) {
            Tensor output = layer.cut().lower(gaussian(1, 1, 3, SIZE, SIZE));
            Tensor versions = gaussian(2, 3L * CELLS, WIDTH);
            Head head = Head.of(layer, output);
            Tensor together = head.logits(versions);
            for (int v = 0; v < 3; v++) {
                double[] alone =
                        head.logits(versions.narrow(0, (long) v * CELLS, CELLS)).toDoubles();
                assertThat(together.narrow(0, v, 1).toDoubles()).containsExactly(alone, within(1e-6));
            }
        }
    }

    @Test
    void patchesAloneAreRefused() {
        try (Scope scope = Scope.open()) {
            Tensor rows = gaussian(2, CELLS, WIDTH);
            assertThatThrownBy(() -> Head.of(early()).logits(rows))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContaining("1 tokens that stand for no patch");
            DenseFeatures without = new DenseFeatures(rows, new Grid(4, 4));
            assertThatThrownBy(() -> Head.of(early()).on(without, 0, 1))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContaining("hold none of them")
                    .hasMessageContaining("overwrite these");
            assertThatThrownBy(() ->
                            new DenseFeatures(gaussian(2, 2L * CELLS, WIDTH), new Grid(4, 4), rows.narrow(0, 0, 3)))
                    .hasMessageContaining("3 extra tokens do not belong to 2 images");
        }
    }

    @Test
    void knowsWhetherPatchesAreRead() {
        assertThat(early().readsPatches()).isTrue();
        assertThat(last().readsPatches()).isFalse();
    }

    /** Five tokens, of which the mean of those from {@code first} on is read by a linear layer. */
    private record Pooling(Tensor weights, int first) implements Network.Cut {
        @Override
        public Network.Layer layer() {
            return new Network.Layer("tokens", "Add", new long[] {5, 3}, Activation.IDENTITY);
        }

        @Override
        public Tensor lower(Tensor images) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Tensor upper(Tensor features) {
            return features.narrow(1, first, 5 - first)
                    .mean(1)
                    .view(features.size(0), 3)
                    .mm(weights);
        }
    }

    @Test
    void poolingHasToLeaveExtraTokensOut() {
        try (Scope scope = Scope.open()) {
            Tensor weights = gaussian(4, 3, 2);
            LinearReadout readout =
                    PatchLayer.of(new Pooling(weights, 1), null).readout().orElseThrow();
            assertThat(readout.classVectors().values()).containsExactly(weights.toDoubles(), within(1e-4));
            assertThat(PatchLayer.of(new Pooling(weights, 1), null).isLinear()).isTrue();
            assertThat(PatchLayer.of(new Pooling(weights, 0), null).isLinear()).isFalse();
            assertThat(PatchLayer.of(new Pooling(weights, 0), null).readout()).isEmpty();
            assertThat(PatchLayer.of(new Pooling(weights, 0), new Grid(1, 5)).readout())
                    .isPresent();
        }
    }

    private FeatureSet extract(String name) throws IOException {
        return extract(name, early(), FeatureExtraction.NumberType.FLOAT32);
    }

    private FeatureSet extract(String name, PatchLayer layer, FeatureExtraction.NumberType type) throws IOException {
        Path pictures = Files.createDirectories(folder.resolve("pictures"));
        for (int i = 0; i < IMAGES; i++) {
            SplittableRandom random = new SplittableRandom(i);
            BufferedImage image = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_RGB);
            for (int p = 0; p < SIZE * SIZE; p++) {
                image.setRGB(p % SIZE, p / SIZE, random.nextInt(1 << 24));
            }
            ImageIO.write(image, "png", pictures.resolve("p" + i + ".png").toFile());
        }
        FeatureExtraction.Options options = FeatureExtraction.Options.DEFAULT
                .withType(type)
                .withBatchImages(2)
                .withShardBytes(3 * CELLS * WIDTH * Float.BYTES);
        try (Workers workers = new Workers(2)) {
            FeatureExtraction.Source source = new FeatureExtraction.Source(
                    file,
                    network,
                    layer,
                    ImageList.of(pictures),
                    InputPreset.PLAIN.preprocessing().withSize(SIZE, SIZE));
            return FeatureExtraction.run(folder.resolve(name), source, options, workers, Monitor.NONE);
        }
    }

    @Test
    void storedTokensGiveTheStoredLogits() throws IOException {
        FeatureSet set = extract("set");
        assertThat(set.extraTokens()).isEqualTo(1);
        assertThat(set.info().shards()).hasSize(3);
        set.verify();
        Head head = Head.of(early());
        int[] chosen = {6, 1, 2, 3};
        try (Scope scope = Scope.open()) {
            double[] all = set.logits(0, IMAGES).toDoubles();
            int classes = all.length / IMAGES;
            for (FeatureSource source : List.of(set, set.inMemory(1 << 20))) {
                Batch range = source.range(1, 5);
                assertThat(head.on(range, 1, 3).logits(range.rows(1, 3)).toDoubles())
                        .containsExactly(Arrays.copyOfRange(all, 2 * classes, 5 * classes), within(1e-6));
                Batch some = source.subset(chosen).range(0, 4);
                double[] logits = head.on(some, 0, 4).logits(some.rows(0, 4)).toDoubles();
                for (int i = 0; i < chosen.length; i++) {
                    assertThat(Arrays.copyOfRange(logits, i * classes, (i + 1) * classes))
                            .containsExactly(
                                    Arrays.copyOfRange(all, chosen[i] * classes, (chosen[i] + 1) * classes),
                                    within(1e-6));
                }
            }
        }
    }

    /** A layer whose class token is out of all proportion, as they are in large transformers. */
    private record Massive(Network.Cut cut) implements Network.Cut {
        @Override
        public Network.Layer layer() {
            return cut.layer();
        }

        @Override
        public Tensor lower(Tensor images) {
            Tensor tokens = cut.lower(images);
            return Views.concatenate(1, tokens.narrow(1, 0, 1).times(1e6), tokens.narrow(1, 1, tokens.size(1) - 1));
        }

        @Override
        public Tensor upper(Tensor tokens) {
            return cut.upper(
                    Views.concatenate(1, tokens.narrow(1, 0, 1).times(1e-6), tokens.narrow(1, 1, tokens.size(1) - 1)));
        }
    }

    @Test
    void tokensThatHalfPrecisionDoesNotHoldAreRefused() throws IOException {
        PatchLayer massive = PatchLayer.of(new Massive(early().cut()), null);
        assertThat(extract("whole", massive, FeatureExtraction.NumberType.FLOAT32)
                        .extraTokens())
                .isEqualTo(1);
        assertThatThrownBy(() -> extract("half", massive, FeatureExtraction.NumberType.FLOAT16))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("use single precision");
        assertThat(extract("small", early(), FeatureExtraction.NumberType.FLOAT16)
                        .extraTokens())
                .isEqualTo(1);
    }

    /** Every image with its own token: the same scores as image by image through the network. */
    @Test
    void influenceGoesThroughTheNetwork() throws IOException {
        FeatureSet set = extract("set");
        PatchLayer layer = early();
        Sensitivity.Perturbation perturbation = new Sensitivity.Perturbation(1, Sensitivity.Perturbation.Norm.CELL);
        int classes = set.info().classes();
        try (Scope scope = Scope.open();
                Workers workers = new Workers(2)) {
            Matrix direction = gaussian(9, WIDTH, 1).toMatrix();
            Matrix scores =
                    Sensitivity.of(Head.of(layer), set, perturbation, workers).scores(direction);
            Tensor step = Tensor.of(direction.normaliseColumns().transpose(), DType.FLOAT32);
            double[] expected = new double[classes];
            for (int n = 0; n < IMAGES; n++) {
                Tensor output = layer.output(
                        set.range(n, 1).rows(0, 1).plus(step), set.range(n, 1).extra(0, 1));
                double[] before = set.logits(n, 1).logSoftmax(1).toDoubles();
                double[] after = layer.cut().upper(output).logSoftmax(1).toDoubles();
                for (int k = 0; k < classes; k++) {
                    expected[k] += Math.signum(after[k] - before[k]) / IMAGES;
                }
            }
            assertThat(scores.values()).containsExactly(expected, within(1e-9));
        }
    }

    @Test
    void missingOrDamagedTokensAreNoticed() throws IOException {
        FeatureSet set = extract("set");
        Path tokens = folder.resolve("set/tokens-00001.npy");
        byte[] content = Files.readAllBytes(tokens);
        content[content.length - 1] ^= 1;
        Files.write(tokens, content);
        assertThatThrownBy(set::verify).isInstanceOf(FileFailure.class).hasMessageContaining("tokens-00001.npy");
        Files.write(tokens, Arrays.copyOf(content, content.length - 4));
        assertThatThrownBy(() -> FeatureSet.open(folder.resolve("set"))).hasMessageContaining("bytes instead of");
        for (int s = 0; s < 3; s++) {
            Files.delete(folder.resolve("set/tokens-0000" + s + ".json")); // as in sets of versions without them
        }
        assertThat(FeatureSet.open(folder.resolve("set")).extraTokens()).isZero();
        assertThatThrownBy(() -> extract("set"))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining("tokens that stand for no patch was 0 and is now 1");
    }
}
