package org.eddp.network.torch.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program that does more than compute is refused by operator and place before any of it has run. */
class HostileProgramsTest {
    @TempDir
    private Path folder;

    private final Blocks blocks = new Blocks(13);

    /** A classifier that would be fine without {@code statement}. */
    private ScriptWriter with(String statement) {
        return new ScriptWriter("Net")
                .module("conv", blocks.conv(3, 5, 3, 2, 1, 1))
                .source("def forward(self, x):\n    " + statement.replace("\n", "\n    ")
                        + "\n    return torch.mean(self.conv.forward(x), [2, 3])\n");
    }

    private void expectRefusal(ScriptWriter writer, String... words) {
        Path file = folder.resolve("network.pt");
        writer.save(file);
        assertThatThrownBy(() -> Networks.load(file))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining(file.toString())
                .hasMessageContainingAll(words)
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
    }

    @Test
    void withoutTheStatementItIsFine() {
        Path file = folder.resolve("network.pt");
        try (Scope scope = Scope.open()) {
            with("y = x.size(0)").save(file);
            try (Network network = Networks.load(file)) {
                assertThat(network.classes()).isEqualTo(5);
            }
        }
    }

    @Test
    void nothingIsWritten() {
        Path made = folder.resolve("made.bin");
        try (Scope scope = Scope.open()) {
            expectRefusal(
                    with("torch.save(x, \"" + made + "\")"), "aten::save", "Net.forward", "code/__torch__.py line");
        }
        assertThat(made).doesNotExist();
    }

    @Test
    void noOtherFileIsChanged() throws IOException {
        byte[] content = new byte[4096];
        Path other = Files.write(folder.resolve("other.bin"), content);
        try (Scope scope = Scope.open()) {
            expectRefusal(
                    with("x = x + torch.fill_(torch.from_file(\"" + other + "\", True, 100), 7).sum()"),
                    "aten::from_file");
        }
        assertThat(other).hasBinaryContent(content);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "print(x)                                                 | prim::Print",
                "torch.manual_seed(3)                                     | aten::manual_seed",
                "x = torch.as_strided(x, [1, 3, 8, 8], [1, 1, 1, 1], 0)   | aten::as_strided",
                "x = torch.quantize_per_tensor(x, 0.1, 10, 13)            | aten::quantize_per_tensor",
                "x = x.resize_([1, 3, 99, 99])                            | aten::resize_",
                "x = x.cuda()                                             | aten::cuda",
            })
    void otherOperatorsAreRefusedByName(String statement, String operator) {
        try (Scope scope = Scope.open()) {
            expectRefusal(with(statement), operator, "Net.forward", "code/__torch__.py line");
        }
    }

    @Test
    void branchesLoopsMethodsAndSubmodulesAreLookedInto() {
        String save = "torch.save(x, \"" + folder.resolve("made.bin") + "\")\n";
        try (Scope scope = Scope.open()) {
            expectRefusal(with("if x.size(0) > 1000000:\n    " + save), "aten::save", "Net.forward");
            expectRefusal(
                    with("for i in range(x.size(0)):\n    if i > 3:\n        " + save), "aten::save", "Net.forward");
            expectRefusal(
                    with("self.note(x)").source("def note(self, x) -> int:\n    " + save + "    return 3\n"),
                    "aten::save",
                    "Net.note");
            expectRefusal(
                    with("y = self.spy.forward(x)")
                            .module(
                                    "spy",
                                    new ScriptWriter("Spy")
                                            .source("def forward(self, x):\n    " + save + "    return x\n")),
                    "aten::save",
                    "Spy.forward");
        }
        assertThat(folder.resolve("made.bin")).doesNotExist();
    }
}
