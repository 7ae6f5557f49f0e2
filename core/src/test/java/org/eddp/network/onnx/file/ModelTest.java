package org.eddp.network.onnx.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.eddp.files.FileFailure;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.execution.OnnxNetwork;
import org.eddp.network.onnx.execution.TinyOnnx;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.network.onnx.file.OnnxTensor.ElementType;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file format: round trips, ways to write the same, weights outside, and damage. */
class ModelTest {
    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("network.onnx");
    }

    private static byte[] bytes(Model model) {
        return ModelWriter.model(model).toByteArray();
    }

    @Test
    void writesWhatItReads() throws IOException {
        Model model = TinyOnnx.transformer().model(17, -1, 16);
        Model.write(file(), model);
        byte[] first = Files.readAllBytes(file());
        Model.write(file(), Model.read(file()));
        assertThat(Files.readAllBytes(file())).isEqualTo(first);
        assertThat(first).isEqualTo(bytes(model));
    }

    @Test
    void keepsFieldsItDoesNotKnow() throws IOException {
        byte[] note = field(out -> out.writeString(6, "a note"));
        byte[] subgraph = field(out -> out.writeByteArray(6, new byte[0]));
        Attribute branch = new Attribute("then_branch", null, concat(subgraph, field(out -> out.writeInt32(20, 5))));
        Node node = new Node("n", "If", "", List.of("x"), List.of("y"), List.of(branch), note);
        Graph graph = new Graph("g", List.of(node), List.of(), List.of(), List.of(), note);
        Model model = new Model(8, "someone", List.of(new Model.Opset("", 13)), graph, note);
        Model.write(file(), model);
        Model read = Model.read(file());
        assertThat(read.rest()).isEqualTo(note);
        assertThat(read.graph().rest()).isEqualTo(note);
        assertThat(read.graph().nodes().get(0).rest()).isEqualTo(note);
        assertThat(read.graph().nodes().get(0).attributes().get(0).value()).isNull();
        assertThat(bytes(read)).isEqualTo(bytes(model));
    }

    private interface Part {
        void writeTo(CodedOutputStream out) throws IOException;
    }

    private static byte[] field(Part part) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        part.writeTo(out);
        out.flush();
        return bytes.toByteArray();
    }

    private static byte[] concat(byte[] a, byte[] b) {
        byte[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    /** A model with one weight, the message of which is given. */
    private OnnxTensor readWeight(byte[] tensor) throws IOException {
        byte[] graph = field(out -> out.writeByteArray(5, tensor));
        Files.write(file(), field(out -> out.writeByteArray(7, graph)));
        return Model.read(file()).graph().initialisers().get(0);
    }

    private double[] decoded(OnnxTensor tensor) {
        try (Scope scope = Scope.open()) {
            return TensorDecoder.decode(tensor, DType.FLOAT32).toDoubles();
        }
    }

    @Test
    void readsEveryWayToWriteNumbers() throws IOException {
        assertThat(decoded(readWeight(field(out -> {
                    out.writeInt64(1, 2);
                    out.writeInt32(2, ElementType.FLOAT.code());
                    out.writeFloat(4, 1.5f);
                    out.writeFloat(4, -2);
                }))))
                .containsExactly(1.5, -2);
        ByteBuffer packed = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putFloat(1.5f)
                .putFloat(-2);
        assertThat(decoded(readWeight(field(out -> {
                    out.writeByteArray(1, new byte[] {2});
                    out.writeInt32(2, ElementType.FLOAT.code());
                    out.writeByteArray(4, packed.array());
                }))))
                .containsExactly(1.5, -2);
        assertThat(decoded(readWeight(field(out -> {
                    out.writeInt64(1, 3);
                    out.writeInt32(2, ElementType.INT32.code());
                    out.writeInt32(5, -7);
                    out.writeInt32(5, 8);
                    out.writeInt32(5, 9);
                }))))
                .containsExactly(-7, 8, 9);
        assertThat(decoded(readWeight(field(out -> {
                    out.writeInt64(1, 1);
                    out.writeInt32(2, ElementType.DOUBLE.code());
                    out.writeDouble(10, 0.25);
                }))))
                .containsExactly(0.25);
        assertThat(decoded(readWeight(field(out -> {
                    out.writeInt64(1, 4);
                    out.writeInt32(2, ElementType.FLOAT16.code());
                    out.writeInt32(5, 0x3c00);
                    out.writeInt32(5, 0xc000);
                    out.writeInt32(5, 0x0001);
                    out.writeInt32(5, 0x7c00);
                }))))
                .containsExactly(1, -2, Math.scalb(1.0, -24), Double.POSITIVE_INFINITY);
        assertThat(decoded(readWeight(field(out -> {
                    out.writeInt64(1, 2);
                    out.writeInt32(2, ElementType.BFLOAT16.code());
                    out.writeByteArray(9, new byte[] {(byte) 0x80, 0x3f, 0x20, (byte) 0xc0});
                }))))
                .containsExactly(1, -2.5);
    }

    @Test
    void refusesWeightsWhoseShapeLies() {
        assertThatThrownBy(() -> readWeight(field(out -> {
                    out.writeInt64(1, 1L << 40);
                    out.writeInt64(1, 1L << 40);
                    out.writeInt32(2, 1);
                    out.writeString(8, "big");
                })))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("'big'");
        assertThatThrownBy(() -> readWeight(field(out -> {
                    out.writeInt64(1, 1000);
                    out.writeInt32(2, 1);
                    out.writeByteArray(9, new byte[8]);
                })))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("4000 bytes and has 8");
        assertThatThrownBy(() -> readWeight(field(out -> {
                    out.writeInt64(1, -1);
                    out.writeInt32(2, 1);
                })))
                .isInstanceOf(NetworkFailure.class);
    }

    private Model withOutsideWeight(String location, String offset, String length) throws IOException {
        byte[] tensor = field(out -> {
            out.writeInt64(1, 2);
            out.writeInt32(2, 1);
            out.writeString(8, "w");
            for (String[] entry : new String[][] {{"location", location}, {"offset", offset}, {"length", length}}) {
                out.writeByteArray(13, field(inner -> {
                    inner.writeString(1, entry[0]);
                    inner.writeString(2, entry[1]);
                }));
            }
            out.writeInt32(14, 1);
        });
        byte[] graph = field(out -> out.writeByteArray(5, tensor));
        Files.write(file(), field(out -> out.writeByteArray(7, graph)));
        return Model.read(file());
    }

    @Test
    void readsWeightsFromAFileBesideIt() throws IOException {
        ByteBuffer data = ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0)
                .putFloat(3)
                .putFloat(4);
        Files.write(folder.resolve("weights.bin"), data.array());
        OnnxTensor weight = withOutsideWeight("weights.bin", "4", "8")
                .graph()
                .initialisers()
                .get(0);
        assertThat(decoded(weight)).containsExactly(3, 4);
        assertThatThrownBy(() -> withOutsideWeight("weights.bin", "8", "8")).hasMessageContaining("has only 12");
        assertThatThrownBy(() -> withOutsideWeight("weights.bin", "4", "12")).isInstanceOf(NetworkFailure.class);
        assertThatThrownBy(() -> withOutsideWeight("weights.bin", "-4", "8")).isInstanceOf(NetworkFailure.class);
        assertThatThrownBy(() -> withOutsideWeight("missing.bin", "0", "8")).hasMessageContaining("missing");
    }

    @Test
    void doesNotFollowNamesOutOfTheFolder() throws IOException {
        Path secret = Files.createDirectories(folder.resolve("elsewhere")).resolve("secret.bin");
        Files.write(secret, new byte[8]);
        Path inner = Files.createDirectories(folder.resolve("inner"));
        Files.createSymbolicLink(inner.resolve("link.bin"), secret);
        Path here = inner.resolve("network.onnx");
        for (String name : List.of("../elsewhere/secret.bin", secret.toString(), "link.bin", "")) {
            assertThatThrownBy(() -> withOutsideWeight(name, "0", "8")).isInstanceOf(NetworkFailure.class);
            Files.copy(file(), here, StandardCopyOption.REPLACE_EXISTING);
            assertThatThrownBy(() -> Model.read(here)).isInstanceOf(NetworkFailure.class);
        }
    }

    @Test
    void refusesTruncatedFiles() throws IOException {
        byte[] whole = bytes(TinyOnnx.depthwise().model(12, -1, 16));
        for (int length = 0; length < whole.length; length += 1 + length / 40) {
            Files.write(file(), Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> OnnxNetwork.load(file()).close())
                    .as("%d of %d bytes", length, whole.length)
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContaining("network.onnx");
        }
    }

    /** Damage is refused with a message or goes unnoticed (a weight has another value); nothing else happens. */
    @Test
    void survivesDamagedFiles() throws IOException {
        Random random = new Random(11);
        int refused = 0;
        for (Model model : List.of(
                TinyOnnx.depthwise().model(12, -1, 16), TinyOnnx.transformer().model(17, -1, 16))) {
            byte[] whole = bytes(model);
            for (int i = 0; i < 120; i++) {
                byte[] damaged = whole.clone();
                for (int k = 0; k < 1 + i % 4; k++) {
                    damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
                }
                Files.write(file(), damaged);
                try (Network network = OnnxNetwork.load(file())) {
                    assertThat(network.classes()).isPositive();
                } catch (NetworkFailure e) {
                    assertThat(e.getMessage()).contains("network.onnx");
                    refused++;
                }
            }
        }
        assertThat(refused).isGreaterThan(40);
    }

    @Test
    void refusesWhatIsNoFile() {
        assertThatThrownBy(() -> Model.read(folder)).isInstanceOf(NetworkFailure.class);
        assertThatThrownBy(() -> Model.read(folder.resolve("none"))).isInstanceOf(FileFailure.class);
    }

    @Test
    void refersToGivenDataOnly() {
        OnnxTensor tensor = OnnxTensor.of("w", new float[] {1, 2}, 2);
        tensor.data().getFloat();
        assertThat(tensor.data().remaining()).isEqualTo(8);
        assertThat(tensor.external()).isEqualTo(Map.of());
    }
}
