package org.eddp.network.onnx.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.eddp.features.Grid;
import org.eddp.features.PatchLayer;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.tensor.Activation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which layer is suggested, and which activation it is known to have. */
class SuggestedLayersTest {
    private static final int SIZE = 16;

    @TempDir
    Path folder;

    private Network load(TinyOnnx net) {
        Path file = folder.resolve("network.onnx");
        Model.write(file, net.model(17, -1, SIZE));
        return OnnxNetwork.load(file);
    }

    /** 16 tokens of width 8, with a class token in front if asked for. */
    private static TinyOnnx tokens(boolean classToken) {
        TinyOnnx net = new TinyOnnx().in("/embed").conv(3, 8, 4, 4, new long[4], 1);
        net.node("Reshape", List.of(net.wholes(0, 8, -1)))
                .node("Transpose", Attribute.of("perm", new long[] {0, 2, 1}));
        if (classToken) {
            String patches = net.last();
            String first = net.node("ReduceMean", Attribute.of("axes", new long[] {1}))
                    .node("Mul", List.of(net.number(0)))
                    .last();
            net.nodeOf("Concat", List.of(first, patches), Attribute.of("axis", 1));
        }
        return net.in("/blocks/blocks.0")
                .node("MatMul", List.of(net.weight(8, 8)))
                .node("Tanh");
    }

    /** Patches are pooled without the class token: the block has the name, and its class token is left out later. */
    @Test
    void prefersTheBlockToItsSlice() {
        TinyOnnx net = tokens(true);
        net.in("").node("Slice", List.of(net.wholes(1), net.wholes(1000), net.wholes(1)));
        net.node("ReduceMean", Attribute.of("axes", new long[] {1}), Attribute.of("keepdims", 0))
                .node("LayerNormalization", List.of(net.weight(8), net.weight(8)));
        try (Network network = load(net.linear(8, 5))) {
            Network.Layer last = PatchLayer.last(network).orElseThrow();
            assertThat(last.name()).isEqualTo("blocks");
            assertThat(last.shape()).containsExactly(17, 8);
        }
    }

    /** Three tokens that are the same for all images, in front of 16 patches or behind them as in YOLOS, and a block. */
    private static TinyOnnx moreTokens(boolean behind) {
        TinyOnnx net = new TinyOnnx().in("/embed").conv(3, 8, 4, 4, new long[4], 1);
        net.node("Reshape", List.of(net.wholes(0, 8, -1)))
                .node("Transpose", Attribute.of("perm", new long[] {0, 2, 1}));
        String patches = net.last();
        net.node("Slice", List.of(net.wholes(0), net.wholes(3), net.wholes(1)));
        String more = net.node("Mul", List.of(net.number(0)))
                .node("Add", List.of(net.weight(3, 8)))
                .last();
        net.nodeOf("Concat", behind ? List.of(patches, more) : List.of(more, patches), Attribute.of("axis", 1));
        net.in("/blocks/blocks.0").node("MatMul", List.of(net.weight(8, 8))).node("Tanh");
        net.in("").node("ReduceMean", Attribute.of("axes", new long[] {1}), Attribute.of("keepdims", 0));
        return net.linear(8, 5);
    }

    @Test
    void patchesHaveToBeTheLastTokens() {
        Grid grid = new Grid(4, 4);
        try (Network network = load(moreTokens(true))) {
            assertThat(PatchLayer.last(network).orElseThrow().shape()).containsExactly(8, 4, 4);
            PatchLayer layer = PatchLayer.of(network.cut("blocks"), grid);
            assertThatThrownBy(() -> layer.requirePatchesLast(network))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContaining("tokens behind its patches");
        }
        try (Network network = load(moreTokens(false))) {
            assertThat(PatchLayer.last(network).orElseThrow().shape()).containsExactly(19, 8);
            PatchLayer.of(network.cut("blocks"), grid).requirePatchesLast(network);
        }
    }

    /** A learned query attends to the tokens: what its heads find is two rows of four numbers, not two patches. */
    @Test
    void skipsHeadsOfAttentionPooling() {
        TinyOnnx net = tokens(false);
        String x = net.last();
        String keys = net.in("/head")
                .node("MatMul", List.of(net.weight(8, 8)))
                .node("Reshape", List.of(net.wholes(0, 16, 2, 4)))
                .node("Transpose", Attribute.of("perm", new long[] {0, 2, 3, 1}))
                .last();
        String values = net.at(x)
                .node("MatMul", List.of(net.weight(8, 8)))
                .node("Reshape", List.of(net.wholes(0, 16, 2, 4)))
                .node("Transpose", Attribute.of("perm", new long[] {0, 2, 1, 3}))
                .last();
        net.nodeOf("MatMul", List.of(net.weight(1, 2, 1, 4), keys)).node("Softmax", Attribute.of("axis", -1));
        net.node("MatMul", List.of(values));
        net.node("Squeeze", List.of(net.wholes(2))).node("Reshape", List.of(net.wholes(0, 8)));
        try (Network network = load(net.linear(8, 5))) {
            assertThat(PatchLayer.last(network).orElseThrow().name()).isEqualTo("blocks");
        }
    }

    @Test
    void reluIsKnownThroughWhatOnlyMovesIt() {
        TinyOnnx net = new TinyOnnx().in("/stem").conv(3, 6, 3, 2).node("Relu");
        String stem = net.last();
        String left = net.in("/fire/left").conv(6, 4, 1, 1).node("Relu").last();
        String right =
                net.in("/fire/right").at(stem).conv(6, 4, 3, 1).node("Relu").last();
        net.in("/fire").nodeOf("Concat", List.of(left, right), Attribute.of("axis", 1));
        net.in("/pool")
                .node("MaxPool", Attribute.of("kernel_shape", new long[] {2, 2}))
                .node("Identity");
        try (Network network = load(net.head(8, 5))) {
            assertThat(network.cut("fire").layer().activation()).isEqualTo(Activation.RELU);
            assertThat(network.cut("pool").layer().activation()).isEqualTo(Activation.RELU);
        }
        TinyOnnx mixed = new TinyOnnx().in("/stem").conv(3, 6, 3, 2).node("Relu");
        stem = mixed.last();
        left = mixed.in("/fire/left").conv(6, 4, 1, 1).node("Relu").last();
        right = mixed.in("/fire/right").at(stem).conv(6, 4, 3, 1).last();
        mixed.in("/fire").nodeOf("Concat", List.of(left, right), Attribute.of("axis", 1));
        try (Network network = load(mixed.head(8, 5))) {
            assertThat(network.cut("fire").layer().activation()).isEqualTo(Activation.IDENTITY);
        }
    }
}
