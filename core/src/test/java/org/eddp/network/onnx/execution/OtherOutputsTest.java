package org.eddp.network.onnx.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.features.PatchLayer;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.OutputKind;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Networks that are not classifiers, or have several outputs. */
class OtherOutputsTest {
    private static final int SIZE = 16;

    @TempDir
    Path folder;

    private Path write(Model model) {
        Path file = folder.resolve("network.onnx");
        Model.write(file, model);
        return file;
    }

    private static TinyOnnx body() {
        return new TinyOnnx()
                .in("/backbone/body")
                .conv(3, 8, 3, 2)
                .node("Relu")
                .conv(8, 8, 3, 1)
                .node("Relu")
                .conv(8, 8, 3, 1)
                .node("Relu")
                .conv(8, 8, 3, 1)
                .node("Relu")
                .conv(8, 8, 3, 1)
                .node("Relu");
    }

    @Test
    void mapsAtTheEndLeaveABackbone() {
        Path file = write(body().in("/classifier")
                .conv(8, 4, 1, 1)
                .node("Sigmoid")
                .node("Identity")
                .model(13, -1, SIZE));
        try (Network network = OnnxNetwork.load(file);
                Scope scope = Scope.open()) {
            assertThat(network.outputs()).isEqualTo(OutputKind.NONE);
            Network.Layer last = PatchLayer.last(network).orElseThrow();
            assertThat(last.name()).isEqualTo("backbone");
            assertThat(last.shape()).containsExactly(8, 8, 8);
            Network.Cut cut = network.cut("backbone");
            Tensor features = cut.lower(Tensor.zeros(DType.FLOAT32, 2, 3, SIZE, SIZE));
            assertThat(features.shape()).containsExactly(2, 8, 8, 8);
            assertThat(cut.upper(features).toDoubles()).containsExactly(0, 0);
            assertThat(PatchLayer.of(cut, null).readout()).isEmpty();
            assertThatThrownBy(() -> network.outputs().requireDecisions("network.onnx"))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContainingAll("network.onnx", "not a classifier", "features", "corrections");
        }
    }

    @Test
    void operatorsAboveTheLayerNeedNotBeKnown() {
        Path file = write(
                body().in("/roi").node("NonMaxSuppression").node("Flatten").model(13, -1, SIZE));
        try (Network network = OnnxNetwork.load(file);
                Scope scope = Scope.open()) {
            assertThat(network.outputs()).isEqualTo(OutputKind.NONE);
            assertThat(network.format()).contains("a backbone alone", "NonMaxSuppression");
            assertThat(PatchLayer.last(network).orElseThrow().name()).isEqualTo("backbone");
            Tensor features = network.cut("backbone").lower(Tensor.zeros(DType.FLOAT32, 1, 3, SIZE, SIZE));
            assertThat(features.shape()).containsExactly(1, 8, 8, 8);
        }
    }

    @Test
    void embeddingsAreNotClasses() {
        TinyOnnx net = body().head(8, 6);
        Model model = net.model(13, -1, SIZE);
        Graph graph = model.graph();
        List<Node> nodes = new ArrayList<>(graph.nodes());
        nodes.add(Node.of("last", "Identity", List.of(net.last()), List.of("image_embeds")));
        Path file = write(model.with(
                Graph.of(nodes, graph.initialisers(), graph.inputs(), List.of(ValueInfo.of("image_embeds", -1, 6)))));
        try (Network network = OnnxNetwork.load(file);
                Scope scope = Scope.open()) {
            assertThat(network.outputs()).isEqualTo(OutputKind.EMBEDDING);
            assertThat(network.classes()).isEqualTo(6);
            assertThat(network.logits(Tensor.zeros(DType.FLOAT32, 1, 3, SIZE, SIZE))
                            .shape())
                    .containsExactly(1, 6);
        }
    }

    @Test
    void valuesOfLengthOneAreEmbeddings() {
        TinyOnnx net = body().head(8, 6);
        String embedding = net.last();
        String length =
                net.node("ReduceL2", Attribute.of("axes", new long[] {1})).last();
        Path file = write(net.at(embedding).node("Div", List.of(length)).model(13, -1, SIZE));
        try (Network network = OnnxNetwork.load(file)) {
            assertThat(network.outputs()).isEqualTo(OutputKind.EMBEDDING);
        }
    }

    @Test
    void namesAllOutputs() {
        Model model = body().head(8, 6).model(13, -1, SIZE);
        Graph graph = model.graph();
        String logits = graph.outputs().get(0).name();
        String maps = graph.nodes().get(1).outputs().get(0);
        Path file = write(model.with(Graph.of(
                graph.nodes(),
                graph.initialisers(),
                graph.inputs(),
                List.of(ValueInfo.of(logits, -1, 6), ValueInfo.of(maps, -1, 8, 8, 8)))));
        assertThatThrownBy(() -> OnnxNetwork.load(file))
                .isInstanceOf(NetworkFailure.OutputNeeded.class)
                .hasMessageContainingAll("2 outputs", logits + " (d0 x 6)", maps + " (d0 x 8 x 8 x 8)", "choose");
        try (Network network = OnnxNetwork.load(file, logits)) {
            assertThat(network.outputNames()).containsExactly(logits + " (d0 x 6)", maps + " (d0 x 8 x 8 x 8)");
        }
    }
}
