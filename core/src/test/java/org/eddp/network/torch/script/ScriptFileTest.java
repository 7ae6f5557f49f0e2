package org.eddp.network.torch.script;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.eddp.network.NetworkFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is not a TorchScript archive is refused with a sentence that helps, before the engine sees it. */
class ScriptFileTest {
    private static final byte[] SOME = "content".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    @Test
    void missingFile() {
        expect(folder.resolve("none.pt"), "no such file");
    }

    @Test
    void folder() {
        expect(folder, "it is a folder");
    }

    @Test
    void emptyFile() throws IOException {
        expect(write(new byte[0]), "it is empty");
    }

    @Test
    void pickle() throws IOException {
        expect(write(new byte[] {(byte) 0x80, 2, '}', 'q', 0, '.'}), "Python pickle", "torch.jit.trace");
    }

    @Test
    void somethingElse() throws IOException {
        expect(write("%PDF-1.7 and so on".getBytes(StandardCharsets.UTF_8)), "not a TorchScript archive");
    }

    @Test
    void checkpointOfWeights() throws IOException {
        Path file = zip(Map.of("net/data.pkl", SOME, "net/data/0", SOME, "net/version", SOME));
        expect(file, "checkpoint of weights only", "torch.jit.trace");
    }

    @Test
    void otherArchive() throws IOException {
        expect(zip(Map.of("word/document.xml", SOME)), "zip archive but not TorchScript");
    }

    @Test
    void cutShort() throws IOException {
        Path file = zip(Map.of("net/data.pkl", SOME, "net/code/a.py", SOME, "net/constants.pkl", SOME));
        byte[] whole = Files.readAllBytes(file);
        expect(write(Arrays.copyOf(whole, whole.length / 2)), "damaged or cut short", "again");
    }

    @Test
    void bomb() throws IOException {
        Path file = folder.resolve("bomb.pt");
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("net/data/0"));
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 64; i++) {
                zip.write(zeros);
            }
            zip.closeEntry();
        }
        expect(file, "would unpack to more than");
    }

    @Test
    void archiveWithNonsenseInside() throws IOException {
        Path file = zip(
                Map.of("net/data.pkl", SOME, "net/code/a.py", SOME, "net/constants.pkl", SOME, "net/version", SOME));
        assertThatThrownBy(() -> ScriptNetwork.load(file))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining(file.toString())
                .satisfies(e -> org.assertj.core.api.Assertions.assertThat(
                                e.getMessage().lines())
                        .hasSize(1));
    }

    private void expect(Path file, String... words) {
        assertThatThrownBy(() -> ScriptNetwork.load(file))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining(file.toString())
                .hasMessageContainingAll(words);
    }

    private Path write(byte[] content) throws IOException {
        return Files.write(folder.resolve("network.pt"), content);
    }

    private Path zip(Map<String, byte[]> entries) throws IOException {
        Path file = folder.resolve("network.zip.pt");
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        }
        return file;
    }
}
