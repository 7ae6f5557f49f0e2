package org.eddp.network.onnx.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.eddp.features.PatchLayer;
import org.eddp.network.Network;
import org.eddp.network.Network.OpenSize;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxBytes;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A network as tf2onnx writes those of Keras: images with the channels last, turned before the first convolution, batch normalisation
 * folded into it, a softmax at the end, names of TensorFlow.
 */
class KerasExportTest {
    private static final String NET = "StatefulPartitionedCall/net/";
    private static final String MAPS = NET + "Conv1_relu/Relu6:0";
    private static final String LOGITS = NET + "predictions/BiasAdd:0";
    private static final int SIZE = 8;

    private final Random random = new Random(4);

    @TempDir
    private Path folder;

    private OnnxTensor weights(String name, long... shape) {
        int length = 1;
        for (long side : shape) {
            length *= (int) side;
        }
        return OnnxTensor.of(name, numbers(length), shape);
    }

    private float[] numbers(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    private Model model(long side, ValueInfo... outputs) {
        List<Node> nodes = List.of(
                Node.of(
                        NET + "Conv1/Conv2D__6",
                        "Transpose",
                        List.of("input_1"),
                        List.of(NET + "Conv1/Conv2D__6:0"),
                        Attribute.of("perm", new long[] {0, 3, 1, 2})),
                Node.of(
                        NET + "bn_Conv1/FusedBatchNormV3",
                        "Conv",
                        List.of(NET + "Conv1/Conv2D__6:0", "kernel", "shift"),
                        List.of(NET + "bn_Conv1/FusedBatchNormV3:0"),
                        Attribute.of("kernel_shape", new long[] {3, 3}),
                        Attribute.of("strides", new long[] {2, 2}),
                        Attribute.of("pads", new long[] {0, 0, 1, 1})),
                Node.of(
                        NET + "Conv1_relu/Relu6",
                        "Clip",
                        List.of(NET + "bn_Conv1/FusedBatchNormV3:0", "zero", "six"),
                        List.of(MAPS)),
                Node.of(NET + "pool/Mean", "GlobalAveragePool", List.of(MAPS), List.of(NET + "pool/Mean:0")),
                Node.of(
                        NET + "pool/Mean_Squeeze__80",
                        "Squeeze",
                        List.of(NET + "pool/Mean:0", "axes"),
                        List.of(NET + "pool/Mean_Squeeze__80:0")),
                Node.of(
                        NET + "predictions/MatMul",
                        "MatMul",
                        List.of(NET + "pool/Mean_Squeeze__80:0", "matrix"),
                        List.of(NET + "predictions/MatMul:0")),
                Node.of(
                        NET + "predictions/BiasAdd",
                        "Add",
                        List.of(NET + "predictions/MatMul:0", "bias"),
                        List.of(LOGITS)),
                Node.of("predictions", "Softmax", List.of(LOGITS), List.of("predictions"), Attribute.of("axis", -1L)));
        List<OnnxTensor> tensors = List.of(
                weights("kernel", 6, 3, 3, 3),
                weights("shift", 6),
                weights("matrix", 6, 4),
                weights("bias", 4),
                OnnxTensor.of("zero", new float[] {0}),
                OnnxTensor.of("six", new float[] {6}),
                OnnxTensor.of("axes", new long[] {2, 3}, 2));
        return Model.of(
                17, Graph.of(nodes, tensors, List.of(ValueInfo.of("input_1", -1, side, side, 3)), List.of(outputs)));
    }

    @Test
    void channelsLastInputsAreTurned() {
        for (long side : new long[] {SIZE, -1}) {
            Path file = folder.resolve("keras" + side + ".onnx");
            random.setSeed(5);
            Model.write(file, model(side, ValueInfo.of("predictions", -1, 4)));
            random.setSeed(5);
            Model reference = model(side, ValueInfo.of(MAPS, -1, 6, -1, -1), ValueInfo.of(LOGITS, -1, 4));
            float[] last = numbers(2 * SIZE * SIZE * 3);
            try (Network network = OnnxNetwork.load(file, OpenSize.of(SIZE, SIZE), null);
                    OnnxRuntime maps = new OnnxRuntime(OnnxBytes.of(only(reference, 0)));
                    OnnxRuntime logits = new OnnxRuntime(OnnxBytes.of(only(reference, 1)));
                    Scope scope = Scope.open()) {
                Map<String, OnnxTensor> given = Map.of("input_1", OnnxTensor.of("input_1", last, 2, SIZE, SIZE, 3));
                Tensor images =
                        Tensor.of(last, 2, SIZE, SIZE, 3).permute(0, 3, 1, 2).contiguous();
                assertThat(network.input()).isEqualTo(new Network.ImageInput("input_1", 3, SIZE, SIZE));
                NumbersAgree.of(
                        network.logits(images).toDoubles(), logits.run(given).values(), 1e-5);
                PatchLayer layer = PatchLayer.last(network)
                        .flatMap(found -> PatchLayer.ofOwnGrid(network.cut(found.name())))
                        .orElseThrow();
                assertThat(layer.cut().layer().shape()).containsExactly(6, 4, 4);
                NumbersAgree.of(
                        layer.cut().lower(images).toDoubles(), maps.run(given).values(), 1e-5);
                assertThat(layer.readout()).as("pooling and a linear layer").isPresent();
            }
        }
    }

    private static Model only(Model model, int output) {
        Graph graph = model.graph();
        return model.with(Graph.of(
                graph.nodes(),
                graph.initialisers(),
                graph.inputs(),
                List.of(graph.outputs().get(output))));
    }
}
