package org.eddp.network.torch.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.load.Networks;
import org.eddp.network.torch.TorchArchive;
import org.eddp.network.torch.TorchArchiveWriter;
import org.eddp.tensor.DType;
import org.eddp.tensor.LayerOperations;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Views;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExportFileTest {
    @TempDir
    Path folder;

    /** A program that computes with the number of images: a class token in front of the pixels, then the mean. */
    static TinyExport numbers() {
        return new TinyExport(-2, 3, 8, 8)
                .weight("token", 1, 1, 3)
                .weight("fc.weight", 5, 3)
                .call(
                        "",
                        "torch.ops.aten.sym_size.int",
                        "{\"as_sym_int\": {\"as_name\": \"n\"}}",
                        "x",
                        TinyExport.whole(0))
                .call(
                        "",
                        "_operator.mul",
                        "{\"as_sym_int\": {\"as_name\": \"mul\"}}",
                        "{\"as_sym_int\": {\"as_name\": \"n\"}}",
                        TinyExport.whole(64))
                .node("", "permute.default", "permute", "x", TinyExport.ints(0, 2, 3, 1))
                .node(
                        "",
                        "reshape.default",
                        "rows",
                        "permute",
                        "{\"as_sym_ints\": [{\"as_name\": \"mul\"}, {\"as_int\": 3}]}")
                .node(
                        "",
                        "view.default",
                        "tokens",
                        "rows",
                        "{\"as_sym_ints\": [{\"as_name\": \"n\"}, {\"as_int\": 64}, {\"as_int\": 3}]}")
                .node(
                        "",
                        "expand.default",
                        "token",
                        "p_token",
                        "{\"as_sym_ints\": [{\"as_name\": \"n\"}, {\"as_int\": -1}, {\"as_int\": -1}]}")
                .node(
                        "",
                        "cat.default",
                        "cat",
                        "{\"as_tensors\": [{\"name\": \"token\"}, {\"name\": \"tokens\"}]}",
                        TinyExport.whole(1))
                .node("block", "gelu.default", "gelu", "cat")
                .node("", "mean.dim", "mean", "gelu", TinyExport.ints(1))
                .node("fc", "linear.default", "linear", "mean", "p_fc_weight")
                .output("linear");
    }

    /** A program that writes into parts of a constant. */
    static TinyExport masked() {
        return new TinyExport(1, 3, 8, 8)
                .weight("fc.weight", 5, 3)
                .node("", "new_zeros.default", "zeros", "x", TinyExport.ints(8, 8))
                .node(
                        "",
                        "slice.Tensor",
                        "part",
                        "zeros",
                        TinyExport.whole(0),
                        TinyExport.whole(-3),
                        TinyExport.whole(Long.MAX_VALUE))
                .node("", "fill_.Scalar", "filled", "part", TinyExport.real(2))
                .node("", "mul.Tensor", "mul", "x", "zeros")
                .node("", "mean.dim", "mean", "mul", TinyExport.ints(2, 3))
                .node("fc", "linear.default", "linear", "mean", "p_fc_weight")
                .output("linear");
    }

    private static Tensor images(int count) {
        Random random = new Random(5);
        double[] values = random.doubles(count * 3L * 8 * 8, -1, 1).toArray();
        return Tensor.of(values, DType.FLOAT32, count, 3, 8, 8);
    }

    private static void agree(Tensor found, Tensor expected) {
        assertThat(found.shape()).isEqualTo(expected.shape());
        double[] a = found.toDoubles();
        double[] b = expected.toDoubles();
        for (int i = 0; i < a.length; i++) {
            assertThat(a[i]).isCloseTo(b[i], within(1e-5));
        }
    }

    private static Tensor residual(TinyExport export, Tensor x) {
        long[] one = {1, 1};
        Tensor first = LayerOperations.convolution(
                        x, weight(export, "conv1.weight"), weight(export, "conv1.bias"), one, one, one, 1)
                .relu();
        Tensor second = LayerOperations.convolution(first, weight(export, "layer.conv.weight"), null, one, one, one, 1)
                .plus(first)
                .relu();
        Tensor pooled = Views.mean(second, new long[] {2, 3}, false);
        return pooled.mm(weight(export, "fc.weight").t()).plus(weight(export, "fc.bias"));
    }

    private static Tensor weight(TinyExport export, String name) {
        return export.weight(name).decode(DType.FLOAT32);
    }

    @Test
    void runsAnExportedProgram() {
        for (long batch : new long[] {1, -2}) {
            TinyExport export = TinyExport.residual(batch, 3, 8, 8);
            Path file = export.write(folder.resolve("net" + batch + ".pt2"));
            try (Network network = Networks.load(file);
                    Scope scope = Scope.open()) {
                assertThat(network.format()).isEqualTo("torch.export");
                assertThat(network.classes()).isEqualTo(5);
                assertThat(network.input().height()).isEqualTo(8);
                assertThat(network.layers().stream().map(Network.Layer::name)).contains("relu", "layer", "pool");
                agree(network.logits(images(3)), residual(export, images(3)));
                Network.Cut cut = network.cut("layer");
                agree(cut.upper(cut.lower(images(2))), residual(export, images(2)));
            }
        }
    }

    @Test
    void readsFilesOfOlderVersions() throws IOException {
        TinyExport export = TinyExport.residual(1, 3, 8, 8);
        Path file = Files.write(folder.resolve("old.pt2"), export.legacy());
        try (Network network = Networks.load(file);
                Scope scope = Scope.open()) {
            agree(network.logits(images(3)), residual(export, images(3)));
        }
    }

    @Test
    void computesWithTheNumberOfImages() {
        TinyExport export = numbers();
        Path file = export.write(folder.resolve("numbers.pt2"));
        try (Network network = Networks.load(file);
                Scope scope = Scope.open()) {
            Tensor x = images(3);
            Tensor tokens = Views.reshape(x.permute(0, 2, 3, 1), 3, 64, 3);
            Tensor all = Views.concatenate(1, Views.expand(weight(export, "token"), 3, 1, 3), tokens);
            Tensor mean = Views.mean(LayerOperations.gelu(all, false), new long[] {1}, false);
            agree(network.logits(x), mean.mm(weight(export, "fc.weight").t()));
        }
    }

    @Test
    void followsWhatIsWrittenIntoParts() {
        TinyExport export = masked();
        Path file = export.write(folder.resolve("masked.pt2"));
        try (Network network = Networks.load(file);
                Scope scope = Scope.open()) {
            double[] mask = new double[64];
            Arrays.fill(mask, 40, 64, 2);
            Tensor x = images(2);
            Tensor mean = Views.mean(x.times(Tensor.of(mask, DType.FLOAT32, 8, 8)), new long[] {2, 3}, false);
            agree(network.logits(x), mean.mm(weight(export, "fc.weight").t()));
        }
    }

    @Test
    void openSizesAreThoseAskedFor() {
        Path file = TinyExport.residual(-2, 3, -8, -9).write(folder.resolve("open.pt2"));
        try (Network open = Networks.load(file);
                Network sized = Networks.load(file, 8, 8)) {
            assertThat(open.input().height()).isZero();
            assertThat(open.input().width()).isZero();
            assertThat(sized.cut("layer").layer().shape()).containsExactly(4, 8, 8);
        }
    }

    @Test
    void namesOneOfSeveralOutputs() {
        Path file = TinyExport.residual(1, 3, 8, 8).output("flatten").write(folder.resolve("two.pt2"));
        assertThatThrownBy(() -> Networks.load(file))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("linear (d0 x 5), flatten (d0 x 4)");
        for (String output : new String[] {"flatten", "1"}) {
            try (Network network = Networks.load(file, output)) {
                assertThat(network.classes()).isEqualTo(4);
            }
        }
    }

    @Test
    void refusesUnknownOperatorsByName() {
        Path file = TinyExport.residual(1, 3, 8, 8)
                .node("", "from_file.default", "loaded", "linear")
                .output("loaded")
                .write(folder.resolve("unknown.pt2"));
        assertThatThrownBy(() -> Networks.load(file))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("unknown.pt2")
                .hasMessageContaining("torch.ops.aten.from_file.default")
                .hasMessageContaining("not supported");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cond", "while_loop", "map_impl"})
    void refusesLoopsAndBranches(String operator) {
        TinyExport export = new TinyExport(1, 3, 8, 8);
        export.call("", "torch.ops.higher_order." + operator, "{\"as_tensor\": {\"name\": \"y\"}}", "x", "x")
                .tensor("y", 1, 3)
                .output("y");
        Path file = export.write(folder.resolve("loops.pt2"));
        assertThatThrownBy(() -> Networks.load(file))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("torch.ops.higher_order." + operator)
                .hasMessageContaining("not an operator of PyTorch's own");
    }

    @Test
    void refusesFormsThatWriteToAnArgument() {
        Path file = TinyExport.residual(1, 3, 8, 8)
                .call(
                        "",
                        "torch.ops.aten.empty.out",
                        "{\"as_tensor\": {\"name\": \"e\"}}",
                        TinyExport.ints(1L << 61),
                        "p_fc_weight")
                .output("e")
                .write(folder.resolve("out.pt2"));
        assertThatThrownBy(() -> Networks.load(file))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("empty");
    }

    @Test
    void refusesWeightsThatAreTooShort() throws IOException {
        TinyExport export = TinyExport.residual(1, 3, 8, 8);
        byte[] bytes = export.bytes();
        String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
        int place = text.indexOf("model_weights_config.json");
        int size = text.indexOf("{\"as_int\": 4}", place);
        bytes[size + 11] = '9';
        Path file = Files.write(folder.resolve("short.pt2"), bytes);
        assertThatThrownBy(() -> Networks.load(file))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("conv1.weight");
    }

    /** A node that runs a part of the program, which has these nodes. */
    private static String part(String nodes) {
        return "{\"target\": \"torch.ops.higher_order.wrap_with_set_grad_enabled\", \"inputs\": [{\"name\": \"g\","
                + " \"kind\": 1, \"arg\": {\"as_graph\": {\"name\": \"g\", \"graph\": {\"inputs\": [], \"outputs\": [],"
                + " \"nodes\": [" + nodes + "]}}}}], \"outputs\": [], \"metadata\": {}}";
    }

    private Path withNodesBefore(String nodes) throws IOException {
        TinyExport export = TinyExport.residual(1, 3, 8, 8);
        String json = export.json();
        assertThat(json).contains("\"nodes\": [");
        return Files.write(
                folder.resolve("parts.pt2"),
                export.archive(json.replace("\"nodes\": [", "\"nodes\": [" + nodes + ", ")));
    }

    @Test
    void partsOfTheProgramNestToALimitedDepth() throws IOException {
        String nested = "";
        for (int i = 0; i < 16; i++) {
            nested = part(nested);
        }
        try (Network network = Networks.load(withNodesBefore(nested))) {
            assertThat(network.classes()).isEqualTo(5);
        }
        Path deeper = withNodesBefore(part(nested));
        assertThatThrownBy(() -> Networks.load(deeper))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("parts.pt2")
                .hasMessageContaining("nested more than 16 deep");
    }

    /** Each of 30,000 parts sets the names of 1,000 numbers aside. */
    @Test
    void partsOfTheProgramAreCalledALimitedNumberOfTimes() throws IOException {
        StringBuilder nodes = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            nodes.append("{\"target\": \"_operator.add\", \"inputs\": [{\"name\": \"a\", \"kind\": 1, \"arg\":"
                    + " {\"as_int\": 1}}, {\"name\": \"b\", \"kind\": 1, \"arg\": {\"as_int\": 1}}], \"outputs\":"
                    + " [{\"as_sym_int\": {\"as_name\": \"n" + i + "\"}}], \"metadata\": {}}, ");
        }
        Path file = withNodesBefore(nodes + String.join(", ", Collections.nCopies(30_000, part(""))));
        assertThatThrownBy(() -> Networks.load(file))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("parts.pt2")
                .hasMessageContaining("calls parts of itself too often");
    }

    /** All weights are one entry, in ever other orders. */
    @Test
    void weightsDoNotRepeatTheSameNumbers() throws IOException {
        TinyExport export = TinyExport.residual(1, 3, 8, 8);
        String text = new String(export.bytes(), StandardCharsets.ISO_8859_1);
        String config = text.substring(text.indexOf("{\"config\": {\"conv1.weight"));
        String before = config.substring(config.indexOf("\"sizes\""), config.indexOf("\"requires_grad\""));
        String huge = "\"sizes\": [{\"as_int\": 134217728}, {\"as_int\": 1}, {\"as_int\": 1}, {\"as_int\": 1}], ";
        Path file = repacked(export, before, huge);
        assertThatThrownBy(() -> Networks.load(file))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("conv1.weight")
                .hasMessageContaining("repeat the same numbers too often");
    }

    /** The file with the first weight of another shape, all of whose strides are 0. */
    private Path repacked(TinyExport export, String before, String after) throws IOException {
        TorchArchive archive = TorchArchive.of("net", ByteBuffer.wrap(export.bytes()));
        Path file = folder.resolve("repeated.pt2");
        try (OutputStream out = Files.newOutputStream(file)) {
            TorchArchiveWriter writer = new TorchArchiveWriter(out, "net/");
            for (String name : archive.names()) {
                String content = StandardCharsets.ISO_8859_1
                        .decode(archive.bytes(name, Integer.MAX_VALUE))
                        .toString();
                if (name.endsWith("weights_config.json")) {
                    content = content.replaceFirst(Pattern.quote(before), Matcher.quoteReplacement(after))
                            .replaceFirst("\"strides\": \\[.*?\\]", "\"strides\": [0, 0, 0, 0]");
                }
                writer.add(name, ByteBuffer.wrap(content.getBytes(StandardCharsets.ISO_8859_1)));
            }
            writer.finish();
        }
        return file;
    }
}
