package org.eddp.network.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.torch.WholeNumbers.BatchNumber;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TorchGraphTest {
    private final TorchGraph graph = new TorchGraph(new ImageInput("images", 3, 4, 6), true);

    @AfterEach
    void close() {
        graph.close();
    }

    private Object call(String operator, Object... arguments) {
        return graph.call(operator, Arrays.asList(arguments), Map.of());
    }

    private TorchTensor tensor(String operator, Object... arguments) {
        return (TorchTensor) call(operator, arguments);
    }

    @Test
    void sizesThatDependOnTheImagesAreToldFromOthers() {
        TorchTensor images = graph.images();
        assertThat(images.size(0)).isEqualTo(new BatchNumber(1, 2));
        assertThat(images.size(3)).isEqualTo(6L);
        assertThat(call("size", images)).isEqualTo(List.of(new BatchNumber(1, 2), 3L, 4L, 6L));
        assertThat(call("numel", images)).isEqualTo(new BatchNumber(72, 144));
        TorchTensor rows = tensor("reshape", images, List.of(-1L, 6L));
        assertThat(rows.size(0)).isEqualTo(new BatchNumber(12, 24));
        TorchTensor rearranged = tensor("view", rows, List.of(4L, new BatchNumber(3, 6), 6L));
        assertThat(rearranged.size(1)).isEqualTo(new BatchNumber(3, 6));
    }

    @Test
    void aNumberThatIsNoMultipleOfTheImagesIsRefused() {
        assertThatThrownBy(() -> call("zeros", List.of(new BatchNumber(3, 4), 2L)))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("3 for one image and 4 for two");
    }

    @Test
    void nodesNameTheirModules() {
        graph.enter("layer4");
        graph.enter("layer4.1");
        TorchTensor relu = tensor("relu", graph.images());
        graph.leave();
        graph.leave();
        Node node = graph.model(relu).graph().nodes().get(0);
        assertThat(node.metadata().get("pkg.torch.onnx.name_scopes")).startsWith("['', 'layer4', 'layer4.1', '");
    }

    @Test
    void whatConstantsGiveIsComputedAtOnce() {
        TorchTensor weight = graph.constant(OnnxTensor.of("weight", new float[] {1, 2, 3}, 3));
        TorchTensor doubled = tensor("mul", tensor("view", weight, List.of(3L, 1L, 1L)), 2L);
        Model model = graph.model(tensor("mul", graph.images(), doubled));
        assertThat(model.graph().nodes()).hasSize(1);
        assertThat(graph.numbers(doubled)).containsExactly(2, 4, 6);
        assertThat(graph.numbers(graph.images())).isNull();
    }

    @Test
    void callsAreWrittenDown() {
        TorchTensor relu = tensor("relu_", graph.images());
        assertThat(relu).isSameAs(graph.images());
        assertThat(graph.calls()).hasSize(1);
        assertThat(graph.calls().get(0).operator()).isEqualTo("relu_");
        assertThat(graph.calls().get(0).values()).containsExactly(relu.value());
    }

    @Test
    void aTensorThatMayShareMemoryIsNotReadAfterItWasWritten() {
        TorchTensor turned = tensor("permute", graph.images(), List.of(0L, 2L, 3L, 1L));
        TorchTensor sum = tensor("add", turned, 1L);
        TorchTensor flat = tensor("reshape", sum, List.of(-1L, 72L));
        call("relu_", flat);
        assertThat(flat.rank()).isEqualTo(2);
        assertThatThrownBy(() -> call("relu", sum))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("may or may not share memory");
    }

    @Test
    void unknownOperatorsAndArgumentsAreRefusedByName() {
        assertThat(TorchGraph.knows("conv2d")).isTrue();
        for (String operator : List.of("save", "from_file", "set_", "resize_", "as_strided_", "empty_out")) {
            assertThat(TorchGraph.knows(operator)).isFalse();
            assertThatThrownBy(() -> call(operator, graph.images()))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContaining("operator " + operator);
        }
        assertThatThrownBy(() -> graph.call("empty", List.of(List.of(2L)), Map.of("out", graph.images())))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("out=Tensor");
        assertThatThrownBy(() -> call("batch_norm", graph.images(), null, null, null, null, true, 0.1, 1e-5, false))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("model.eval()");
    }

    @Test
    void stridesThatReachElsewhereAreRefused() {
        TorchTensor weight = graph.constant(OnnxTensor.of("weight", new float[] {1, 2, 3}, 3));
        assertThatThrownBy(() -> call("as_strided", weight, List.of(1000L), List.of(1L)))
                .isInstanceOf(NetworkFailure.class);
        assertThatThrownBy(() -> call("as_strided", weight, List.of(3L), List.of(1L), 5L))
                .isInstanceOf(NetworkFailure.class);
    }

    @Test
    void resultsThatAreTooLargeAreRefused() {
        TorchTensor weight = graph.constant(OnnxTensor.of("weight", new float[1000], 1000));
        assertThatThrownBy(() -> call("einsum", "a,b,c->abc", List.of(weight, weight, weight)))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("1000000000");
        assertThatThrownBy(() -> call("zeros", List.of(1L << 61))).isInstanceOf(NetworkFailure.class);
        assertThatThrownBy(() -> call("arange", 1L << 40)).isInstanceOf(NetworkFailure.class);
    }
}
