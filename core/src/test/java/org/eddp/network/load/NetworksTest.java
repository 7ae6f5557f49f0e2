package org.eddp.network.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eddp.Pipes;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Json;
import org.eddp.files.python.PythonArrays;
import org.eddp.names.ClassNames;
import org.eddp.names.SimilarNames;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are not networks, and names that do not exist. */
class NetworksTest {
    @TempDir
    Path folder;

    private Path file(byte[] content) throws IOException {
        return Files.write(folder.resolve("some.onnx"), content);
    }

    @ParameterizedTest
    @CsvSource({
        "8002637468, pickle",
        "894844460d0a1a0a00, HDF5",
        "1f8b080000000000, gunzip",
        "3c68746d6c3e, text",
        "10000000000000007b22, safetensors"
    })
    void saysWhatAFileIs(String hex, String kind) throws IOException {
        byte[] content = new byte[hex.length() / 2];
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
        }
        assertThatThrownBy(() -> Networks.load(file(content)))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContainingAll("some.onnx", kind);
    }

    @Test
    void tellsArchivesFromOnnxByContent() {
        assertThatThrownBy(() -> Networks.load(file("PK\3\4nothing".getBytes(StandardCharsets.US_ASCII))))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("archive");
        assertThatThrownBy(() -> Networks.load(file(new byte[] {8, 7, 58, 100})))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("ONNX");
    }

    @Test
    void refusesWhatIsNotThere() {
        assertThatThrownBy(() -> Networks.load(file(new byte[0]))).hasMessageContaining("empty");
        assertThatThrownBy(() -> Networks.load(folder)).isInstanceOf(NetworkFailure.class);
        assertThatThrownBy(() -> Networks.load(folder.resolve("none"))).isInstanceOf(FileFailure.class);
    }

    @Test
    void offersTheNearestNamesFirst() {
        List<String> names = List.of("layer1", "layer2.0", "layer4", "layer4.1.conv2", "fc", "stem");
        assertThat(SimilarNames.of("layer4.1.conv1", names)).first().isEqualTo("layer4.1.conv2");
        assertThat(SimilarNames.of("Layer4", names)).first().isEqualTo("layer4");
        assertThat(SimilarNames.of("x", names)).hasSize(5);
    }

    /** They would never end. */
    @Test
    @Timeout(20)
    void pipesAndDevicesAreRefused() throws IOException {
        Path pipe = Pipes.make(folder.resolve("net.pt"));
        List<Path> places = new ArrayList<>(List.of(pipe));
        if (Files.exists(Path.of("/dev/zero"))) {
            places.add(Path.of("/dev/zero"));
            places.add(Files.createSymbolicLink(folder.resolve("zero.onnx"), Path.of("/dev/zero")));
        }
        for (Path place : places) {
            List<ThrowingCallable> readers = List.of(
                    () -> Networks.load(place),
                    () -> Networks.load(place, 8, 8),
                    () -> Networks.digest(place),
                    () -> Networks.isTorchScript(place),
                    () -> Model.read(place),
                    () -> ClassNames.read(place),
                    () -> Digests.of(place),
                    () -> Json.readTree(place),
                    () -> PythonArrays.read(List.of(place)));
            for (ThrowingCallable reader : readers) {
                assertThatThrownBy(reader)
                        .isInstanceOf(RuntimeException.class)
                        .hasMessageContainingAll(place.toString(), "a device or a pipe", "regular file");
            }
        }
    }
}
