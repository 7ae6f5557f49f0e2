package org.eddp.tensor.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.bytedeco.javacpp.PointerScope;
import org.eddp.tensor.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramCheckTest {
    @TempDir
    private Path folder;

    /** They go to the terminal as they are, control characters included. */
    @Test
    void warningsAreDropped() {
        Path file = folder.resolve("net.pt");
        try (Scope scope = Scope.open()) {
            new ScriptWriter("Net")
                    .source("def forward(self, x):\n    if x.size(0) > 0:\n        torch.warn(\"beep\", 2)\n"
                            + "    return torch.mean(x, [2, 3])\n")
                    .save(file);
            try (ScriptModule module = ScriptModule.load(file);
                    PointerScope pointers = new PointerScope()) {
                assertThat(module.torch().get_method("forward").graph().toString())
                        .contains("aten::mean")
                        .doesNotContain("aten::warn");
            }
        }
    }
}
