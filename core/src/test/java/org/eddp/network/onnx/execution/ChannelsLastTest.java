package org.eddp.network.onnx.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.eddp.features.Grid;
import org.eddp.features.PatchLayer;
import org.eddp.network.LayerAddress.Channels;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Layers with their channels behind height and width, as inside of Swin and ConvNeXt. */
class ChannelsLastTest {
    private static final int SIZE = 16;

    @TempDir
    Path folder;

    private Network load(TinyOnnx net) {
        Path file = folder.resolve("network.onnx");
        Model.write(file, net.model(18, -1, SIZE));
        return OnnxNetwork.load(file);
    }

    private static TinyOnnx turned() {
        return new TinyOnnx()
                .conv(3, 8, 4, 4, new long[4], 1)
                .node("Transpose", Attribute.of("perm", new long[] {0, 2, 3, 1}));
    }

    private static String normalised(TinyOnnx net) {
        return net.node("LayerNormalization", List.of(net.weight(8), net.weight(8)))
                .last();
    }

    /** A block on 4 x 4 x 8, then pooling over height and width. */
    private static TinyOnnx swin() {
        TinyOnnx net = turned().in("/features/features.1");
        String skip = net.last();
        normalised(net);
        net.node("MatMul", List.of(net.weight(8, 8))).node("Gelu").node("Add", List.of(skip));
        net.in("").node("ReduceMean", List.of(net.wholes(1, 2)), Attribute.of("keepdims", 0));
        return net.linear(8, 5);
    }

    private static Tensor images() {
        Random random = new Random(3);
        return Tensor.of(random.doubles(2L * 3 * SIZE * SIZE, -1, 1).toArray(), DType.FLOAT32, 2, 3, SIZE, SIZE);
    }

    @Test
    void showsChannelsFirstAndComputesTheSame() {
        TinyOnnx net = swin();
        Path file = folder.resolve("network.onnx");
        Model.write(file, net.model(20, -1, SIZE));
        try (Network network = OnnxNetwork.load(file);
                Scope scope = Scope.open()) {
            for (Network.Layer layer : network.layers()) {
                assertThat(layer.shape()).as(layer.name()).containsExactly(8, 4, 4);
                Network.Cut cut = network.cut(layer.name());
                Tensor features = cut.lower(images());
                assertThat(features.shape()).containsExactly(2, 8, 4, 4);
                NumbersAgree.of(
                        cut.upper(features).toDoubles(),
                        network.logits(images()).toDoubles(),
                        1e-5);
            }
            Network.Cut last = network.cut("features.1");
            assertThat(last.layer().file().channels()).isEqualTo(Channels.LAST);
            assertThat(PatchLayer.last(network).orElseThrow().name()).isEqualTo("features");
            assertThat(PatchLayer.of(last, null).readout()).isPresent();
        }
    }

    @Test
    void asksWhereNothingTells() {
        TinyOnnx net = new TinyOnnx();
        net.node("Reshape", List.of(net.wholes(0, 4, 12, 16))).node("Relu");
        String value = net.last();
        net.node("Flatten").linear(768, 5);
        try (Network network = load(net);
                Scope scope = Scope.open()) {
            assertThat(network.layers())
                    .extracting(layer -> layer.file().channels())
                    .containsOnlyNulls();
            assertThat(PatchLayer.last(network)).isEmpty();
            assertThatThrownBy(() -> network.cut(value))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContainingAll(value, "@channels-last", "@channels-first");
            Network.Cut cut = network.cut(value + "@channels-last");
            assertThat(cut.layer().name()).isEqualTo(value + "@channels-last");
            assertThat(cut.layer().shape()).containsExactly(16, 4, 12);
            NumbersAgree.of(
                    cut.upper(cut.lower(images())).toDoubles(),
                    network.logits(images()).toDoubles(),
                    1e-5);
            assertThat(network.cut(value + "@channels-first").layer().shape()).containsExactly(4, 12, 16);
        }
    }

    /** Sixteen tokens of eight features, normalised in a module and then turned outside of any. */
    private static TinyOnnx tokensTurned() {
        TinyOnnx net = new TinyOnnx().in("/embed").conv(3, 8, 4, 4, new long[4], 1);
        net.node("Reshape", List.of(net.wholes(0, 8, 16)))
                .node("Transpose", Attribute.of("perm", new long[] {0, 2, 1}));
        net.in("/layernorm");
        normalised(net);
        net.in("").node("Transpose", Attribute.of("perm", new long[] {0, 2, 1}));
        return net;
    }

    /** Sixteen tokens may be four rows of four; maps of two rows say that they are not. */
    @Test
    void recommendsMapsThatKnowTheGridOfTheTokensBefore() {
        TinyOnnx net = tokensTurned();
        net.node("Reshape", List.of(net.wholes(0, 8, 2, 8)));
        net.head(8, 5);
        Path file = folder.resolve("network.onnx");
        Model.write(file, net.model(17, -1, SIZE));
        try (Network network = OnnxNetwork.load(file)) {
            assertThat(PatchLayer.last(network).orElseThrow().shape()).containsExactly(8, 2, 8);
        }
    }

    /** Transformers' Swin pools tokens as maps with a single row; what has the name and the grid is the normalisation before. */
    @Test
    void recommendsTheLayerThatWasOnlyRearranged() {
        TinyOnnx net = tokensTurned();
        net.node("Unsqueeze", List.of(net.wholes(2)));
        String row = net.last();
        net.node("ReduceMean", List.of(net.wholes(2, 3)), Attribute.of("keepdims", 0))
                .linear(8, 5);
        Path file = folder.resolve("network.onnx");
        Model.write(file, net.model(20, -1, SIZE));
        try (Network network = OnnxNetwork.load(file)) {
            assertThat(network.cut(row).layer().shape()).containsExactly(8, 1, 16);
            Network.Layer last = PatchLayer.last(network).orElseThrow();
            assertThat(last.name()).isEqualTo("layernorm");
            PatchLayer layer = PatchLayer.of(network.cut(last.name()), null);
            assertThat(layer.grid()).isEqualTo(new Grid(4, 4));
            assertThat(layer.readout()).isPresent();
        }
    }

    /** ConvNeXt keeps a length of one for height and width behind the pooling, and normalises there. */
    @Test
    void recommendsNoLayerBehindThePooling() {
        TinyOnnx net =
                new TinyOnnx().in("/features").conv(3, 8, 4, 4, new long[4], 1).node("Gelu");
        net.in("/pool").node("GlobalAveragePool").node("Transpose", Attribute.of("perm", new long[] {0, 2, 3, 1}));
        normalised(net);
        net.node("Transpose", Attribute.of("perm", new long[] {0, 3, 1, 2}))
                .in("")
                .node("Flatten")
                .linear(8, 5);
        Path file = folder.resolve("network.onnx");
        Model.write(file, net.model(20, -1, SIZE));
        try (Network network = OnnxNetwork.load(file)) {
            assertThat(PatchLayer.last(network).orElseThrow().name()).isEqualTo("features");
            assertThat(network.cut("pool").layer().shape()).containsExactly(8, 1, 1);
        }
    }

    /** SqueezeNet ends with one map per class. */
    @Test
    void recommendsTheLayerBelowTheClassMaps() {
        TinyOnnx net = new TinyOnnx().in("/features").conv(3, 8, 3, 4).node("Relu");
        net.in("/classifier")
                .conv(8, 5, 1, 1)
                .node("Relu")
                .node("GlobalAveragePool")
                .in("")
                .node("Flatten");
        try (Network network = load(net)) {
            assertThat(PatchLayer.last(network).orElseThrow().name()).isEqualTo("features");
        }
    }
}
