package org.eddp.network.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.torch.script.HandmadeTorchScript;
import org.eddp.tensor.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ways out of a network file that were found from outside, each made harmless: sizes are those the tensors have already, and what
 * would be written is a file of the test.
 */
class HostileTorchScriptTest {
    @TempDir
    private Path folder;

    private Path file(byte[] content) throws IOException {
        return Files.write(folder.resolve("net.pt"), content);
    }

    private void expectRefusal(byte[] content, String... words) throws IOException {
        Path file = file(content);
        assertThatThrownBy(() -> Networks.load(file))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining(file.toString())
                .satisfies(e -> assertThat(e.getMessage()).contains(words))
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
    }

    @Test
    void withoutThemItIsFine() throws IOException {
        Path file = file(HandmadeTorchScript.with("return " + HandmadeTorchScript.RESULT));
        try (Scope scope = Scope.open();
                Network network = Networks.load(file)) {
            assertThat(network.classes()).isEqualTo(4);
        }
    }

    /** With other sizes they leave a tensor behind that is larger than its memory. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "torch.empty([4, 3], out=weight)",
                "torch.zeros([4, 3], out=weight)",
                "torch.arange(12, out=weight)",
                "torch.add(weight, weight, out=weight)",
                "torch.mm(weight, torch.ones([3, 3]), out=weight)",
                "torch.index_select(weight, 0, torch.arange(4), out=weight)",
                "torch.cat([weight], 0, out=weight)",
            })
    void tensorsAreNotWrittenToAsOutputs(String call) throws IOException {
        String operator = call.substring("torch.".length(), call.indexOf('('));
        expectRefusal(
                HandmadeTorchScript.with("y = " + call, "return " + HandmadeTorchScript.RESULT), operator, "line");
    }

    @Test
    void severalOutputsAreRefusedToo() throws IOException {
        expectRefusal(
                HandmadeTorchScript.with(
                        "v, i = torch.max(weight, 1, max=torch.empty([4]), max_values=torch.arange(4))",
                        "return " + HandmadeTorchScript.RESULT),
                "max",
                "line");
    }

    /** A branch that is not taken is never run, and one that is taken is refused. */
    @Test
    void nothingIsWritten() throws IOException {
        Path made = folder.resolve("made.bin");
        String save = "torch.save(x, \"" + made + "\")";
        expectRefusal(HandmadeTorchScript.with(save, "return " + HandmadeTorchScript.RESULT), "save");
        Path file = file(HandmadeTorchScript.with(
                "if torch.gt(torch.size(x, 0), 1000000):",
                "  " + save,
                "else:",
                "  pass",
                "return " + HandmadeTorchScript.RESULT));
        try (Scope scope = Scope.open();
                Network network = Networks.load(file)) {
            assertThat(network.classes()).isEqualTo(4);
        } catch (NetworkFailure e) {
            assertThat(e).hasMessageContaining("save");
        }
        assertThat(made).doesNotExist();
    }

    /** libtorch would read it as a flatbuffer, whose methods it runs while it reads. */
    @Test
    void anArchiveIsNothingElseBesides() throws IOException {
        byte[] fine = HandmadeTorchScript.with("return " + HandmadeTorchScript.RESULT);
        expectRefusal(HandmadeTorchScript.behind(HandmadeTorchScript.latin("PK\3\4PTMF"), fine), "net.pt");
        byte[] marked = fine.clone();
        System.arraycopy(HandmadeTorchScript.latin("PTMF"), 0, marked, 4, 4);
        expectRefusal(marked, "net.pt");
    }

    @Test
    void anArchiveBeginsWithItsFirstEntry() throws IOException {
        byte[] fine = HandmadeTorchScript.with("return " + HandmadeTorchScript.RESULT);
        expectRefusal(
                HandmadeTorchScript.behind(HandmadeTorchScript.latin("PK\3\4" + "\0".repeat(60)), fine), "net.pt");
    }

    @Test
    void entriesDoNotOverlap() throws IOException {
        expectRefusal(
                HandmadeTorchScript.overlapping(HandmadeTorchScript.with("return " + HandmadeTorchScript.RESULT)),
                "net.pt");
    }
}
