package org.eddp.intervene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.eddp.features.Grid;
import org.eddp.features.PatchLayer;
import org.eddp.files.json.Json;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.load.Networks;
import org.eddp.network.torch.export.TinyExport;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Corrected files of {@code torch.export} predict what the correction in the process predicts. */
class ExportCorrectionTest {
    private static final int WIDTH = 6;

    @TempDir
    private Path folder;

    /** {@code layer} makes maps, or four tokens of which the first stands for no patch. */
    private Path network(boolean maps, Activation activation) {
        return export(maps, activation).write(folder.resolve("network.pt2"));
    }

    private static TinyExport export(boolean maps, Activation activation) {
        TinyExport export = new TinyExport(-2, 3, 8, 8).weight("fc.weight", 4, WIDTH);
        long[] shape = maps ? new long[] {-2, WIDTH, 6, 6} : new long[] {-2, 4, WIDTH};
        if (maps) {
            export.weight("layer.weight", WIDTH, 3, 3, 3)
                    .node("layer", "conv2d.default", "made", "x", "p_layer_weight");
        } else {
            export.weight("layer.weight", WIDTH, 48)
                    .node("", "reshape.default", "tokens", "x", TinyExport.ints(-1, 4, 48))
                    .tensor("tokens", -2, 4, 48)
                    .node("layer", "linear.default", "made", "tokens", "p_layer_weight");
        }
        String last = switch (activation) {
            case IDENTITY -> "made";
            case RELU -> "relu_";
            case RELU6 -> "hardtanh_";
            case SILU -> "silu_";
        };
        switch (activation) {
            case IDENTITY -> {}
            case RELU6 ->
                export.node("layer", "hardtanh_.default", last, "made", TinyExport.real(0), TinyExport.real(6));
            default -> export.node("layer", last + ".default", last, "made");
        }
        return export.tensor("made", shape)
                .tensor(last, shape)
                .node("", "mean.dim", "mean", last, maps ? TinyExport.ints(2, 3) : TinyExport.ints(1))
                .tensor("mean", -2, WIDTH)
                .node("fc", "linear.default", "linear", "mean", "p_fc_weight")
                .tensor("linear", -2, 4)
                .output("linear");
    }

    /** PyTorch refuses convolutions of half precision by weights of single precision. */
    @Test
    void layersOfHalfPrecisionAreConverted() throws IOException {
        TinyExport export = export(true, Activation.RELU);
        String half = export.json().replace("\"relu_\": {\"dtype\": 7", "\"relu_\": {\"dtype\": 6");
        Path file = Files.write(folder.resolve("half.pt2"), export.archive(half));
        Path out = folder.resolve("out.pt2");
        try (Scope scope = Scope.open();
                Network network = Networks.load(file)) {
            String name = network.layers().get(network.layers().size() - 1).name();
            PatchLayer layer = PatchLayer.of(network.cut(name), null);
            Correction correction = RandomCorrections.correction(WIDTH, Activation.RELU);
            correction.writeInto(file, null, layer, out);
            Tensor images = CorrectedFiles.numbers(9, 2, 3, 8, 8);
            try (Network fixed = Networks.load(out)) {
                assertThat(fixed.logits(images).toDoubles())
                        .containsExactly(CorrectedFiles.corrected(layer, correction, images), within(1e-2));
            }
        }
        JsonNode graph = program(out).at("/graph_module/graph");
        assertThat(graph.at("/tensor_values/correction_single/dtype").asInt()).isEqualTo(7);
        assertThat(graph.at("/tensor_values/correction_own_type/dtype").asInt()).isEqualTo(6);
        String reader = "";
        for (JsonNode node : graph.path("nodes")) {
            if (node.path("target").asString().endsWith("mean.dim")) {
                reader = node.at("/inputs/0/arg/as_tensor/name").asString();
            }
        }
        assertThat(reader).isEqualTo("correction_own_type");
    }

    private static JsonNode program(Path file) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            ZipEntry entry = zip.stream()
                    .filter(one -> one.getName().endsWith("models/model.json"))
                    .findFirst()
                    .orElseThrow();
            return Json.parse(
                    file, "its program", new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private void corrects(boolean maps, Grid grid, Activation activation) {
        try (Scope scope = Scope.open()) {
            new CorrectedFiles(
                            Networks::load,
                            (file, layer, correction, out) -> correction.writeInto(file, null, layer, out),
                            network -> network.layers()
                                    .get(network.layers().size() - 1)
                                    .name())
                    .check(network(maps, activation), WIDTH, grid, activation);
        }
    }

    @ParameterizedTest
    @EnumSource(Activation.class)
    void mapsWithAnyActivation(Activation activation) {
        corrects(true, null, activation);
    }

    @Test
    void tokensOfWhichOneIsNoPatch() {
        corrects(false, new Grid(1, 3), Activation.RELU);
    }

    @Test
    void aFileWithoutTheLayerIsRefused() {
        Path file = network(true, Activation.RELU);
        Path other = TinyExport.residual(1, 3, 8, 8).write(folder.resolve("other.pt2"));
        try (Network original = Networks.load(other)) {
            PatchLayer layer = PatchLayer.of(original.cut("layer"), null);
            Correction correction = RandomCorrections.correction(4, Activation.RELU);
            assertThatThrownBy(() -> correction.writeInto(file, null, layer, folder.resolve("out.pt2")))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContaining("network.pt2");
            assertThat(folder.resolve("out.pt2")).doesNotExist();
        }
    }
}
