package org.eddp.network.torch.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.eddp.network.Network;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scripted networks call the functions of torch.nn.functional, which branch on their arguments. */
class ScriptedFunctionTest {
    private static final String FUNCTIONS = """
            def relu(input: Tensor,
                inplace: bool=False) -> Tensor:
              if inplace:
                result = torch.relu_(input)
              else:
                result = torch.relu(input)
              return result
            def pool(input: Tensor) -> Tensor:
              size = torch.size(input)
              if torch.lt(torch.len(size), 4):
                ops.prim.RaiseException("too few dimensions")
              else:
                pass
              return torch.mean(input, [2, 3])
            """;

    @TempDir
    private Path folder;

    /** Replaces operations in the program of a file by calls of functions beside it. */
    private static void callFunctions(Path file) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(file, Map.of("compressionMethod", "STORED"))) {
            Path root = zip.getPath("/");
            Path code;
            try (Stream<Path> paths = Files.walk(root)) {
                code = paths.filter(p -> p.endsWith("code/__torch__.py"))
                        .findFirst()
                        .orElseThrow();
            }
            String program = Files.readString(code);
            assertThat(program).contains("torch.relu(", "torch.mean(");
            Files.writeString(
                    code,
                    program.replaceAll("torch\\.relu\\((\\w+)\\)", "__torch__.functional.relu($1, True, )")
                            .replaceAll("torch\\.mean\\((\\w+), \\[2, 3\\]\\)", "__torch__.functional.pool($1, )"));
            Path functions =
                    Files.createDirectories(code.resolveSibling("__torch__")).resolve("functional.py");
            Files.write(functions, FUNCTIONS.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void functionsAreLookedInto() throws IOException {
        Blocks blocks = new Blocks(3);
        Path file = folder.resolve("network.pt");
        try (Scope scope = Scope.open()) {
            new ScriptWriter("Net")
                    .module("conv", blocks.conv(3, 4, 3, 2, 1, 1))
                    .module("act", Blocks.stateless("ReLU", "torch.relu(x)"))
                    .module("pool", Blocks.stateless("Pool", "torch.mean(x, [2, 3])"))
                    .source("def forward(self, x):\n"
                            + "    return self.pool.forward(self.act.forward(self.conv.forward(x)))\n")
                    .save(file);
            callFunctions(file);
            try (Network network = ScriptNetwork.load(file)) {
                assertThat(network.layers())
                        .extracting(Network.Layer::name, Network.Layer::activation)
                        .containsExactly(
                                org.assertj.core.groups.Tuple.tuple("conv", Activation.IDENTITY),
                                org.assertj.core.groups.Tuple.tuple("act", Activation.RELU));
                Tensor images = blocks.weights(1, 2, 3, 8, 8);
                Network.Cut cut = network.cut("conv");
                Tensor features = cut.lower(images);
                double[] before = features.toDoubles();
                assertThat(cut.upper(features).toDoubles())
                        .containsExactly(network.logits(images).toDoubles(), within(1e-5));
                assertThat(features.toDoubles()).containsExactly(before);
            }
        }
    }
}
