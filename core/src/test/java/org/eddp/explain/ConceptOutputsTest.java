package org.eddp.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.eddp.RandomMatrices.gaussian;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.explain.ConceptRemoval.TypicalAbsence;
import org.eddp.explain.Explanation.Contribution;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.features.PatchLayer;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.load.Networks;
import org.eddp.network.onnx.execution.OnnxNetwork;
import org.eddp.network.onnx.execution.OnnxRuntime;
import org.eddp.network.onnx.execution.OnnxRuntime.Numbers;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What exported files compute in ONNX Runtime is what explanations say here. */
class ConceptOutputsTest {
    private static final int WIDTH = 6;
    private static final int CONCEPTS = 4;
    private static final int CLASSES = 5;
    private static final int IMAGES = 3;
    /** Signal vectors that differ from the learned ones; the last concept cannot be taken out. */
    private static final TypicalAbsence ABSENCE =
            new TypicalAbsence(new double[] {-0.4, -0.6, -0.3, 0.1}, signals(new double[] {1, 1, 1, 0}));

    @TempDir
    private Path folder;

    private static float[] numbers(int count, long seed) {
        double[] values = gaussian(1, count, seed).values();
        float[] single = new float[count];
        for (int i = 0; i < count; i++) {
            single[i] = (float) (0.5 * values[i]);
        }
        return single;
    }

    private static Matrix signals(double... factors) {
        return directions()
                .signals()
                .plus(gaussian(WIDTH, CONCEPTS, 7).times(0.1))
                .scaleColumns(factors);
    }

    /** Pairs with w_i.s_i = 1 that are not orthogonal, and thresholds that some patches pass. */
    private static Directions directions() {
        Matrix filters = gaussian(WIDTH, CONCEPTS, 5);
        Matrix signals = filters.plus(gaussian(WIDTH, CONCEPTS, 6).times(0.3));
        double[] factors = filters.columnDots(signals);
        for (int i = 0; i < CONCEPTS; i++) {
            factors[i] = 1 / factors[i];
        }
        return new Directions(
                filters, new double[] {0.3, -0.2, 0.1, 0.5}, signals.scaleColumns(factors), new double[WIDTH]);
    }

    private static Node turned(String from, String to, long... order) {
        return Node.of("", "Transpose", List.of(from), List.of(to), Attribute.of("perm", order));
    }

    private static Node cast(String from, String to, ElementType type) {
        return Node.of("", "Cast", List.of(from), List.of(to), Attribute.of("to", type.code()));
    }

    private static List<Node> activated(Activation activation, String from) {
        return switch (activation) {
            case IDENTITY -> List.of(Node.of("layer", "Add", List.of(from, "nought"), List.of("layer")));
            case RELU -> List.of(Node.of("layer", "Relu", List.of(from), List.of("layer")));
            case RELU6 -> List.of(Node.of("layer", "Clip", List.of(from, "nought", "six"), List.of("layer")));
            case SILU ->
                List.of(
                        Node.of("gate", "Sigmoid", List.of(from), List.of("gated")),
                        Node.of("layer", "Mul", List.of(from, "gated"), List.of("layer")));
        };
    }

    private static List<OnnxTensor> weights() {
        return List.of(
                OnnxTensor.of("kernel", numbers(WIDTH * 3 * 9, 1), WIDTH, 3, 3, 3),
                OnnxTensor.of("nought", new float[] {0}),
                OnnxTensor.of("six", new float[] {6}),
                OnnxTensor.of("hundred", new float[] {100}),
                OnnxTensor.of("cut", new long[] {-1, 4, 3 * 7 * 8 / 4}, 3),
                OnnxTensor.of("mask", new float[] {0, 1 / 3f, 1 / 3f, 1 / 3f}, 4, 1),
                OnnxTensor.of("embedding", numbers(42 * WIDTH, 1), 42, WIDTH),
                OnnxTensor.of("weights", numbers(WIDTH * CLASSES, 2), WIDTH, CLASSES),
                OnnxTensor.of("biases", numbers(CLASSES, 3), CLASSES));
    }

    private static Node conv(String from) {
        return Node.of(
                "conv", "Conv", List.of(from, "kernel"), List.of("before"), Attribute.of("kernel_shape", new long[] {
                    3, 3
                }));
    }

    /** Pooling and one linear layer. */
    private static List<Node> head(String from, String to) {
        return List.of(
                Node.of("pool", "GlobalAveragePool", List.of(from), List.of("pooled")),
                Node.of("flat", "Flatten", List.of("pooled"), List.of("row")),
                Node.of("fc", "Gemm", List.of("row", "weights", "biases"), List.of(to)));
    }

    @SafeVarargs
    private static List<Node> all(List<Node>... parts) {
        List<Node> nodes = new ArrayList<>();
        for (List<Node> part : parts) {
            nodes.addAll(part);
        }
        return nodes;
    }

    private static List<Node> maps(Activation activation) {
        return all(List.of(conv("image")), activated(activation, "before"), head("layer", "logits"));
    }

    /** Four tokens, the first of which stands for no patch and is not read. */
    private static List<Node> tokens(ElementType type, boolean turned) {
        List<Node> nodes = new ArrayList<>();
        nodes.add(Node.of("cut", "Reshape", List.of("image", "cut"), List.of("pieces")));
        nodes.add(Node.of("embed", "MatMul", List.of("pieces", "embedding"), List.of("embedded")));
        nodes.add(Node.of("relu", "Relu", List.of("embedded"), List.of("active")));
        String seen = turned ? "across" : "active";
        if (turned) {
            nodes.add(turned("active", "across", 0, 2, 1));
        }
        nodes.add(cast(seen, "narrow", type));
        nodes.add(Node.of("layer", "Identity", List.of("narrow"), List.of("layer")));
        nodes.add(cast("layer", "wide", ElementType.FLOAT));
        if (turned) {
            nodes.add(Node.of("mix", "MatMul", List.of("wide", "mask"), List.of("mixed")));
        } else {
            nodes.add(turned("wide", "columns", 0, 2, 1));
            nodes.add(Node.of("mix", "MatMul", List.of("columns", "mask"), List.of("mixed")));
        }
        nodes.add(Node.of("flat", "Flatten", List.of("mixed"), List.of("row")));
        nodes.add(Node.of("fc", "Gemm", List.of("row", "weights", "biases"), List.of("logits")));
        return nodes;
    }

    private Path write(List<Node> nodes, int opset, ValueInfo image) {
        Path file = folder.resolve("network.onnx");
        Model.write(
                file,
                Model.of(
                        opset,
                        Graph.of(nodes, weights(), List.of(image), List.of(ValueInfo.of("logits", -1, CLASSES)))));
        return file;
    }

    private Path write(List<Node> nodes, int opset) {
        return write(nodes, opset, ValueInfo.of("image", -1, 3, 7, 8));
    }

    /** Where a test looks at a network. */
    private record Look(String layer, Grid grid, Activation activation, double tolerance) {
        Look(Activation activation) {
            this("layer", null, activation, 2e-5);
        }
    }

    private void agrees(Path file, Look look) {
        agrees(file, look, OnnxTensor.of("image", numbers(IMAGES * 3 * 7 * 8, 9), IMAGES, 3, 7, 8));
    }

    /** @param given what the file takes; this program takes it with the channels first */
    private void agrees(Path file, Look look, OnnxTensor given) {
        Directions directions = directions();
        try (Network network = Networks.load(file, 7, 8);
                Scope scope = Scope.open()) {
            PatchLayer layer = PatchLayer.of(network.cut(look.layer), look.grid);
            Model original = Model.read(file);
            ConceptOutputs outputs = new ConceptOutputs(original, layer, directions);
            outputs.addContributions(
                    OnnxNetwork.logitsOf(original, null),
                    layer.readout().orElseThrow(),
                    look.activation,
                    ABSENCE,
                    true);
            Path out = folder.resolve("concepts.onnx");
            Model.write(out, outputs.model());
            Map<String, Numbers> found = run(out, given);
            assertThat(found.keySet())
                    .containsExactly(
                            "logits",
                            "concept_scores",
                            "concept_presence",
                            "concept_patches",
                            "concept_contributions",
                            "predicted_class",
                            "concept_maps");
            assertThat(found.get("logits").values())
                    .as("the network itself stays as it is")
                    .isEqualTo(run(file, given).get("logits").values());
            Tensor images = Tensor.of(single(given), given.dims());
            Tensor lower = layer.cut()
                    .lower(given.dims()[3] == 3 ? images.permute(0, 3, 1, 2).contiguous() : images);
            Explainer explainer = new Explainer(directions, layer.grid(), look.activation, Head.of(layer), ABSENCE);
            for (int n = 0; n < IMAGES; n++) {
                Tensor one = lower.narrow(0, n, 1).contiguous();
                Tensor rows = layer.rows(one);
                Explanation explanation = explainer.with(Head.of(layer, one)).explain(rows, null, null);
                compare(found, n, explanation, directions.detectors().scores(rows.toMatrix()), look);
            }
        }
    }

    private static float[] single(OnnxTensor tensor) {
        float[] values = new float[tensor.data().remaining() / Float.BYTES];
        tensor.data().asFloatBuffer().get(values);
        return values;
    }

    private static Map<String, Numbers> run(Path file, OnnxTensor image) {
        try (OnnxRuntime runtime = new OnnxRuntime(file)) {
            return runtime.all(Map.of("image", image));
        }
    }

    private static void compare(Map<String, Numbers> found, int n, Explanation expected, Matrix scores, Look look) {
        assertThat(found.get("predicted_class").values()[n]).isEqualTo(expected.predicted());
        int cells = scores.rows();
        for (Contribution concept : expected.concepts()) {
            int at = n * CONCEPTS + concept.concept();
            boolean decided = IntStream.range(0, cells)
                    .allMatch(p -> Math.abs(scores.get(p, concept.concept())) > look.tolerance);
            if (decided) {
                assertThat(found.get("concept_contributions").values()[at])
                        .isCloseTo(concept.contribution(), within(look.tolerance));
                assertThat(found.get("concept_patches").values()[at]).isEqualTo(concept.present());
            }
            for (int p = 0; p < cells; p++) {
                double score = scores.get(p, concept.concept());
                int place = at * cells + p;
                assertThat(found.get("concept_scores").values()[place]).isCloseTo(score, within(look.tolerance));
                if (Math.abs(score) > look.tolerance) {
                    assertThat(found.get("concept_presence").values()[place]).isEqualTo(score > 0 ? 1 : 0);
                }
                double[] row = concept.map()[p / concept.map()[0].length];
                if (decided) {
                    assertThat(found.get("concept_maps").values()[place])
                            .isCloseTo(row[p % row.length], within(look.tolerance));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Activation.class)
    void mapsWithAnyActivation(Activation activation) {
        agrees(write(maps(activation), 13), new Look(activation));
    }

    /** Operators whose form changed between versions. */
    @ParameterizedTest
    @ValueSource(ints = {11, 12, 18, 21})
    void everyOpset(int opset) {
        agrees(write(maps(Activation.RELU6), opset), new Look(Activation.RELU6));
    }

    /** Of tokens of other types what the layer holds is rounded, which this program does not do. */
    @ParameterizedTest
    @CsvSource({"FLOAT, 2e-5", "FLOAT16, 5e-3", "BFLOAT16, 4e-2", "DOUBLE, 2e-5"})
    void tokensOfWhichOneIsNoPatch(ElementType type, double tolerance) {
        agrees(
                write(tokens(type, false), 13),
                new Look("layer@channels-last", new Grid(1, 3), Activation.RELU, tolerance));
    }

    @Test
    void tokensThatAreColumns() {
        agrees(
                write(tokens(ElementType.FLOAT, true), 13),
                new Look("layer@channels-first", new Grid(1, 3), Activation.RELU, 2e-5));
    }

    /** Images and layer with the channels last, and a softmax at the end, as tf2onnx writes networks of Keras. */
    @Test
    void aNetworkOfKeras() {
        List<Node> nodes = all(
                List.of(turned("image", "first", 0, 3, 1, 2), conv("first"), turned("before", "last", 0, 2, 3, 1)),
                activated(Activation.RELU6, "last"),
                List.of(turned("layer", "maps", 0, 3, 1, 2)),
                head("maps", "sums"),
                List.of(Node.of("softmax", "Softmax", List.of("sums"), List.of("logits"), Attribute.of("axis", -1))));
        Path file = write(nodes, 17, ValueInfo.of("image", -1, 7, 8, 3));
        agrees(
                file,
                new Look(Activation.RELU6),
                OnnxTensor.of("image", numbers(IMAGES * 3 * 7 * 8, 9), IMAGES, 7, 8, 3));
    }

    /** Probabilities of several classes may round to the same number; logits tell them apart. */
    @ParameterizedTest
    @ValueSource(strings = {"Softmax", "Sigmoid"})
    void thePredictedClassIsThatOfTheLogits(String last) {
        List<Node> nodes = all(
                List.of(conv("image")),
                activated(Activation.RELU, "before"),
                head("layer", "sums"),
                List.of(
                        Node.of("scale", "Mul", List.of("sums", "hundred"), List.of("sharp")),
                        Node.of("last", last, List.of("sharp"), List.of("logits"))));
        agrees(write(nodes, 17), new Look("layer", null, Activation.RELU, 2e-3));
    }

    @Test
    void imagesOfAnySize() {
        Path file = write(maps(Activation.RELU), 17, ValueInfo.of("image", -1, 3, -1, -1));
        agrees(file, new Look(Activation.RELU));
        OnnxTensor larger = OnnxTensor.of("image", numbers(3 * 12 * 10, 9), 1, 3, 12, 10);
        assertThat(run(folder.resolve("concepts.onnx"), larger)
                        .get("concept_scores")
                        .shape())
                .containsExactly(1, CONCEPTS, 10, 8);
    }

    @Test
    void conceptsAreAddedOnce() {
        Path file = write(maps(Activation.RELU), 13);
        try (Network network = Networks.load(file)) {
            PatchLayer layer = PatchLayer.of(network.cut("layer"), null);
            Model once = new ConceptOutputs(Model.read(file), layer, directions()).model();
            assertThatThrownBy(() -> new ConceptOutputs(once, layer, directions()))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContaining("concept_scores");
        }
    }
}
