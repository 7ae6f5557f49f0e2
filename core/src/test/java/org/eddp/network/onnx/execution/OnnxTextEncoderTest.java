package org.eddp.network.onnx.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnnxTextEncoderTest {
    /** Embeddings of four tokens. */
    private static final float[] TABLE = {1, 0, 0, 10, 4, 4, -2, 6};

    @TempDir
    private Path folder;

    /**
     * The mean of the embeddings of tokens that count.
     *
     * @param length of texts, -1 if open
     * @param mask name of the input that says which tokens count, null for all
     */
    private Path encoder(int length, String mask, String... outputs) {
        List<Node> nodes = new ArrayList<>();
        nodes.add(Node.of("gather", "Gather", List.of("table", "input_ids"), List.of("rows")));
        List<ValueInfo> inputs = new ArrayList<>();
        inputs.add(ValueInfo.of("input_ids", ElementType.INT64, -1, length));
        if (mask == null) {
            nodes.add(Node.of("sum", "ReduceMean", List.of("rows", "axis"), List.of(outputs[0])));
        } else {
            inputs.add(ValueInfo.of(mask, ElementType.INT64, -1, length));
            nodes.add(Node.of("like", "CastLike", List.of(mask, "table"), List.of("real")));
            nodes.add(Node.of("wide", "Unsqueeze", List.of("real", "last"), List.of("weights")));
            nodes.add(Node.of("mul", "Mul", List.of("rows", "weights"), List.of("counted")));
            nodes.add(Node.of("all", "ReduceMean", List.of("counted", "axis"), List.of("mean")));
            nodes.add(Node.of("share", "ReduceMean", List.of("weights", "axis"), List.of("part")));
            nodes.add(Node.of("div", "Div", List.of("mean", "part"), List.of(outputs[0])));
        }
        for (int i = 1; i < outputs.length; i++) {
            nodes.add(Node.of("more" + i, "Identity", List.of("rows"), List.of(outputs[i])));
        }
        List<OnnxTensor> weights = List.of(
                OnnxTensor.of("table", TABLE, 4, 2),
                OnnxTensor.of("axis", new long[] {1}, 1),
                OnnxTensor.of("last", new long[] {2}, 1));
        Path file = folder.resolve("text.onnx");
        List<ValueInfo> results = new ArrayList<>();
        for (String output : outputs) {
            results.add(ValueInfo.of(output, ElementType.FLOAT, -1, 2));
        }
        Model.write(file, Model.of(18, Graph.of(withoutKept(nodes), weights, inputs, results)));
        return file;
    }

    /** Means without the dimension they were taken over. */
    private static List<Node> withoutKept(List<Node> nodes) {
        return nodes.stream()
                .map(node -> node.operator().equals("ReduceMean")
                        ? Node.of(
                                node.name(),
                                node.operator(),
                                node.inputs(),
                                node.outputs(),
                                Node.Attribute.of("keepdims", 0))
                        : node)
                .toList();
    }

    @Test
    void textsOfAnyLength() {
        try (OnnxTextEncoder encoder = OnnxTextEncoder.load(encoder(-1, null, "embedding"))) {
            assertThat(encoder.embed(new int[] {0, 1}, 3)).containsExactly(new double[] {0.5, 5}, within(1e-6));
            assertThat(encoder.embed(new int[] {2}, 3)).containsExactly(new double[] {4, 4}, within(1e-6));
        }
    }

    @Test
    void shortTextsAreFilledAndLongOnesKeepTheirEnd() {
        try (OnnxTextEncoder encoder = OnnxTextEncoder.load(encoder(3, "attention_mask", "text_embeds", "hidden"))) {
            assertThat(encoder.embed(new int[] {0, 1}, 3)).containsExactly(new double[] {0.5, 5}, within(1e-6));
            assertThat(encoder.embed(new int[] {2, 2, 2}, 3)).containsExactly(new double[] {4, 4}, within(1e-6));
            assertThat(encoder.embed(new int[] {2, 2, 1, 1, 0}, 3))
                    .containsExactly(new double[] {3, 8 / 3.0}, within(1e-6));
        }
    }

    @Test
    void whatIsMissingIsSaid() {
        assertThatThrownBy(() -> OnnxTextEncoder.load(encoder(3, "pixel_values", "text_embeds"))
                        .embed(new int[] {1}, 0))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContainingAll("text.onnx", "pixel_values");
        assertThatThrownBy(() -> OnnxTextEncoder.load(encoder(3, null, "one", "two")))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContainingAll("text.onnx", "[one, two]", "text_embeds");
    }
}
