package org.eddp.network.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Json;
import org.eddp.images.input.InputPreset;
import org.eddp.images.input.Preprocessing;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.ModelMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeclaredPreprocessingTest {
    private static final String CONFIG =
            "{\"image_mean\": [0.5, 0.5, 0.5], \"image_std\": [0.5, 0.5, 0.5], \"size\": 64}";

    @TempDir
    private Path folder;

    /** An ONNX file with notes, names and texts in turn. */
    private Path network(Path file, String... notes) throws IOException {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        for (int i = 0; i < notes.length; i += 2) {
            ByteArrayOutputStream entry = new ByteArrayOutputStream();
            CodedOutputStream out = CodedOutputStream.newInstance(entry);
            out.writeString(1, notes[i]);
            out.writeString(2, notes[i + 1]);
            out.flush();
            out = CodedOutputStream.newInstance(rest);
            out.writeByteArray(14, entry.toByteArray());
            out.flush();
        }
        Graph graph = new Graph("g", List.of(), List.of(), List.of(), List.of(), new byte[0]);
        Model model = new Model(8, "test", List.of(new Model.Opset("", 17)), graph, rest.toByteArray());
        Model.write(file, model);
        return file;
    }

    @Test
    void nothingIsMadeUp() throws IOException {
        assertThat(DeclaredPreprocessing.of(network(folder.resolve("a.onnx")))).isEmpty();
        Files.writeString(folder.resolve("config.json"), "{\"hidden_size\": 3}");
        assertThat(DeclaredPreprocessing.of(network(folder.resolve("a.onnx"), "author", "someone")))
                .isEmpty();
    }

    @Test
    void filesBesideAreRead() throws IOException {
        Path nested = Files.createDirectories(folder.resolve("onnx"));
        Path config = Files.writeString(folder.resolve("preprocessor_config.json"), CONFIG);
        for (Path file : List.of(network(folder.resolve("a.onnx")), network(nested.resolve("model.onnx")))) {
            DeclaredPreprocessing told = DeclaredPreprocessing.of(file).orElseThrow();
            assertThat(told.preprocessing().cropHeight()).isEqualTo(64);
            assertThat(told.source()).isEqualTo(config.toAbsolutePath().toString());
        }
        Path other = Files.createDirectories(folder.resolve("weights"));
        assertThat(DeclaredPreprocessing.of(network(other.resolve("model.onnx"))))
                .isEmpty();
    }

    @Test
    void notesInTheFileComeFirst() throws IOException {
        Files.writeString(folder.resolve("preprocessor_config.json"), CONFIG);
        Path file = network(folder.resolve("a.onnx"), "preprocessor_config", CONFIG.replace("64", "32"));
        DeclaredPreprocessing told = DeclaredPreprocessing.of(file).orElseThrow();
        assertThat(told.preprocessing().cropHeight()).isEqualTo(32);
        assertThat(told.source()).contains("note preprocessor_config");
        assertThatThrownBy(() -> DeclaredPreprocessing.of(network(folder.resolve("b.onnx"), "pretrained_cfg", "{")))
                .isInstanceOf(FileFailure.class)
                .hasMessageContainingAll("b.onnx", "pretrained_cfg");
    }

    @Test
    void ownNotesAreReadBack() throws IOException {
        Preprocessing own = InputPreset.CAFFE.preprocessing().withSize(96, 64);
        Model model =
                Model.read(network(folder.resolve("a.onnx"), "author", "someone", DeclaredPreprocessing.OWN, "old"));
        Path file = folder.resolve("b.onnx");
        Model.write(file, ModelMetadata.with(model, Map.of(DeclaredPreprocessing.OWN, Json.toText(own))));
        assertThat(DeclaredPreprocessing.of(file).orElseThrow().preprocessing()).isEqualTo(own);
        assertThat(ModelMetadata.read(file)).containsOnlyKeys("author", DeclaredPreprocessing.OWN);
        assertThatThrownBy(() -> DeclaredPreprocessing.of(folder.resolve("a.onnx")))
                .isInstanceOf(FileFailure.class)
                .hasMessageContaining(DeclaredPreprocessing.OWN);
    }

    @Test
    void notesOfTheStandardAreUnderstood() throws IOException {
        Path file = network(
                folder.resolve("a.onnx"),
                "Image.NominalPixelRange",
                "Normalized_1_1",
                "Image.BitmapPixelFormat",
                "Bgr8");
        assertThat(DeclaredPreprocessing.of(file).orElseThrow().preprocessing())
                .isEqualTo(InputPreset.KERAS.preprocessing().withChannels(Preprocessing.Channels.BGR));
        assertThatThrownBy(() ->
                        DeclaredPreprocessing.of(network(folder.resolve("b.onnx"), "Image.NominalPixelRange", "0_16")))
                .isInstanceOf(FileFailure.class)
                .hasMessageContainingAll("b.onnx", "0_16");
    }
}
