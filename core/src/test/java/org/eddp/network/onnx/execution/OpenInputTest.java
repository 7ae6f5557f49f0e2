package org.eddp.network.onnx.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.eddp.network.Network;
import org.eddp.network.Network.OpenSize;
import org.eddp.network.Network.Pixels;
import org.eddp.network.NetworkFailure;
import org.eddp.network.load.Networks;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that leave lengths of their images open, have the channels last, or preprocess inside. */
class OpenInputTest {
    @TempDir
    Path folder;

    private Path write(TinyOnnx net, ValueInfo image) {
        Model model = net.model(17, -1, -1);
        Graph graph = model.graph();
        Path file = folder.resolve("network.onnx");
        Model.write(file, model.with(Graph.of(graph.nodes(), graph.initialisers(), List.of(image), graph.outputs())));
        return file;
    }

    private static ValueInfo open() {
        return ValueInfo.of(TinyOnnx.IMAGE, -1, -1, -1, -1);
    }

    /** Position embeddings make it run on images of one size only. */
    private static TinyOnnx forSide(int side) {
        TinyOnnx net = new TinyOnnx().conv(3, 4, 8, 8, new long[4], 1);
        net.node("Reshape", List.of(net.wholes(0, 4, -1)))
                .node("Transpose", Attribute.of("perm", new long[] {0, 2, 1}));
        net.node("Add", List.of(net.weight(1, (side / 8) * (side / 8), 4))).node("Relu");
        net.node("ReduceMean", Attribute.of("axes", new long[] {1}), Attribute.of("keepdims", 0));
        return net.linear(4, 5);
    }

    @Test
    void takesTheChannelsFromTheFirstConvolution() {
        Path file = write(TinyOnnx.residual(), open());
        try (Network network = OnnxNetwork.load(file)) {
            assertThat(network.input().channels()).isEqualTo(3);
            assertThat(network.input().open()).isTrue();
            assertThat(network.input().pixels()).isEqualTo(Pixels.PREPROCESSED);
            assertThat(network.layers()).extracting(Network.Layer::name).contains("layer1");
        }
    }

    @Test
    void saysWhatIsMissingWhereNothingTellsTheChannels() {
        TinyOnnx net = new TinyOnnx().node("Relu").node("GlobalAveragePool").node("Flatten");
        assertThatThrownBy(() -> OnnxNetwork.load(write(net, open())))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContainingAll("d0 x d1 x d2 x d3", "number of channels open", "fixed number");
    }

    @Test
    void findsTheOnlySizeThatWorks() {
        Path file = write(forSide(256), open());
        try (Network network = OnnxNetwork.load(file)) {
            assertThat(network.input().height()).isEqualTo(256);
            assertThat(network.input().width()).isEqualTo(256);
        }
    }

    @Test
    void triesTheSizeWrittenBesideTheFile() throws Exception {
        Path file = write(forSide(272), open());
        assertThatThrownBy(() -> Networks.load(file))
                .isInstanceOf(NetworkFailure.SizeNeeded.class)
                .hasMessageContainingAll("network.onnx", "224 x 224, 256 x 256", "give the size it was made for");
        Files.writeString(
                folder.resolve("preprocessor_config.json"),
                "{\"do_resize\": true, \"size\": {\"height\": 272, \"width\": 272}, \"do_normalize\": true,"
                        + " \"image_mean\": [0.5, 0.5, 0.5], \"image_std\": [0.5, 0.5, 0.5]}");
        try (Network network = Networks.load(file)) {
            assertThat(network.input().open()).isTrue();
        }
    }

    @Test
    void takesTheSizeAskedFor() {
        Path file = write(forSide(40), open());
        try (Network network = Networks.load(file, 40, 40)) {
            assertThat(network.input().height()).isEqualTo(40);
        }
        assertThatThrownBy(() -> OnnxNetwork.load(file, OpenSize.of(48, 48), null))
                .isInstanceOf(NetworkFailure.SizeNeeded.class)
                .hasMessageContaining("tried on 48 x 48)");
    }

    /** (x / 255 - mean) / deviation of bytes with the channels last. */
    private static TinyOnnx preprocessing(boolean bytes) {
        TinyOnnx net = new TinyOnnx();
        if (bytes) {
            net.node("Cast", Attribute.of("to", 1)).node("Div", List.of(net.number(255)));
        }
        net.node("Sub", List.of(net.constant(new float[] {0.485f, 0.456f, 0.406f}, 3)));
        net.node("Div", List.of(net.constant(new float[] {0.229f, 0.224f, 0.225f}, 3)));
        net.node("Transpose", Attribute.of("perm", new long[] {0, 3, 1, 2}));
        return net.conv(3, 4, 3, 2).node("Relu").head(4, 5);
    }

    @Test
    void recognisesPreprocessingInside() {
        ValueInfo image = ValueInfo.of(TinyOnnx.IMAGE, ElementType.UINT8, -1, -1, -1, 3);
        try (Network network = OnnxNetwork.load(write(preprocessing(true), image));
                Scope scope = Scope.open()) {
            assertThat(network.input().channels()).isEqualTo(3);
            assertThat(network.input().pixels()).isEqualTo(Pixels.BYTES);
            assertThat(network.input().open()).isTrue();
            double[] pixels =
                    new Random(1).ints(3 * 8 * 8, 0, 256).asDoubleStream().toArray();
            Tensor images = Tensor.of(pixels, org.eddp.tensor.DType.FLOAT32, 1, 3, 8, 8);
            double[] mean = {0.485, 0.456, 0.406};
            double[] deviation = {0.229, 0.224, 0.225};
            double[] normalised = new double[pixels.length];
            for (int i = 0; i < pixels.length; i++) {
                normalised[i] = (pixels[i] / 255 - mean[i / 64]) / deviation[i / 64];
            }
            TinyOnnx without = new TinyOnnx();
            for (int i = 0; i < 3; i++) {
                without.number(0); // so that later weights have the same names and numbers
            }
            double[] logits = network.logits(images).toDoubles();
            Path plain = write(without.conv(3, 4, 3, 2).node("Relu").head(4, 5), open());
            try (Network other = OnnxNetwork.load(plain)) {
                Tensor given = Tensor.of(normalised, org.eddp.tensor.DType.FLOAT32, 1, 3, 8, 8);
                double[] expected = other.logits(given).toDoubles();
                for (int k = 0; k < expected.length; k++) {
                    assertThat(logits[k]).isCloseTo(expected[k], org.assertj.core.data.Offset.offset(1e-5));
                }
            }
        }
    }

    @Test
    void tellsUnitValuesFromBytes() {
        ValueInfo image = ValueInfo.of(TinyOnnx.IMAGE, -1, 16, 16, 3);
        try (Network network = OnnxNetwork.load(write(preprocessing(false), image))) {
            assertThat(network.input().pixels()).isEqualTo(Pixels.UNIT);
        }
    }

    @Test
    void takesTheShapeOfANumber() {
        TinyOnnx net = new TinyOnnx().conv(3, 4, 3, 2).node("Relu");
        String maps = net.last();
        String shape = net.at(net.number(1)).node("Shape").last();
        String ones = net.nodeOf("ConstantOfShape", List.of(shape)).last();
        net.at(maps).node("Add", List.of(ones)).head(4, 5);
        try (Network network = OnnxNetwork.load(write(net, open()))) {
            assertThat(network.classes()).isEqualTo(5);
        }
    }
}
