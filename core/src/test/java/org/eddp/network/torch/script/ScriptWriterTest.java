package org.eddp.network.torch.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TorchScript written from Java is read back as it was, and a module can be put into one that was read. */
class ScriptWriterTest {
    private static final String AFFINE = "def forward(self, x):\n    return x * self.scale + self.shift\n";

    @TempDir
    private Path folder;

    private static ScriptWriter affine(double scale, double shift) {
        return new ScriptWriter("Affine")
                .parameter("scale", Tensor.of(new double[] {scale}, DType.FLOAT32, 1))
                .buffer("shift", Tensor.of(new double[] {shift}, DType.FLOAT32, 1))
                .source(AFFINE);
    }

    /** relu(2 x - 1) inside a block, then - 3 x + 5, then the first again. */
    private static ScriptWriter network() {
        ScriptWriter block = new ScriptWriter("Block")
                .module("0", affine(2, -1))
                .module("act", new ScriptWriter("ReLU").source("def forward(self, x):\n    return torch.relu_(x)\n"))
                .source("def forward(self, x):\n    return self.act.forward(getattr(self, \"0\").forward(x))\n");
        return new ScriptWriter("Net")
                .setting("extra", true)
                .module("block", block)
                .module("last", affine(-3, 5))
                .source("def forward(self, x):\n    y = self.last.forward(self.block.forward(x))\n"
                        + "    return y + 1 if self.extra else y\n");
    }

    private static double[] run(Path file, double... x) {
        try (Scope scope = Scope.open();
                ScriptModule module = ScriptModule.load(file)) {
            return module.forward().apply(Tensor.of(x, DType.FLOAT32, x.length)).toDoubles();
        }
    }

    @Test
    void roundTrip() {
        Path file = folder.resolve("network.pt");
        try (Scope scope = Scope.open()) {
            network().save(file);
        }
        assertThat(run(file, 0, 1, 2)).containsExactly(new double[] {6, 3, -3}, within(1e-6));
        try (ScriptModule module = ScriptModule.load(file)) {
            assertThat(module.kind()).isEqualTo("Net");
        }
    }

    @Test
    void modulePutInside() {
        Path file = folder.resolve("network.pt");
        Path changed = folder.resolve("changed.pt");
        try (Scope scope = Scope.open()) {
            network().save(file);
            try (ScriptModule module = ScriptModule.load(file)) {
                module.saveWithInserted("block.act", "correction", affine(1, 10), changed);
                ScriptFunction untouched = module.forward();
                assertThat(untouched
                                .apply(Tensor.of(new double[] {2}, DType.FLOAT32, 1))
                                .item())
                        .isEqualTo(-3);
            }
        }
        // -3 (relu(2 x - 1) + 10) + 6
        assertThat(run(changed, 0, 1, 2)).containsExactly(new double[] {-24, -27, -33}, within(1e-6));
        try (ScriptModule module = ScriptModule.load(changed);
                ScriptGraph graph = ScriptGraph.of(module, null, false)) {
            assertThat(graph.places())
                    .extracting(ScriptGraph.Place::name)
                    .containsExactly("block.0", "block.act", "correction", "last");
        }
    }

    @Test
    void modulePutInsideTwice() {
        Path file = folder.resolve("network.pt");
        Path once = folder.resolve("once.pt");
        Path twice = folder.resolve("twice.pt");
        try (Scope scope = Scope.open()) {
            network().save(file);
            try (ScriptModule module = ScriptModule.load(file)) {
                module.saveWithInserted("block.0", "first", affine(1, 1), once);
            }
            try (ScriptModule module = ScriptModule.load(once)) {
                assertThatThrownBy(() -> module.saveWithInserted("last", "first", affine(1, 1), twice))
                        .hasMessageContaining("already has 'first'");
                module.saveWithInserted("last", "second", affine(2, 0), twice);
            }
        }
        // 2 (-3 relu(2 x - 1 + 1) + 5) + 1
        assertThat(run(twice, 0, 1)).containsExactly(new double[] {11, -1}, within(1e-6));
    }

    @Test
    void unknownPlaceIsNamed() {
        Path file = folder.resolve("network.pt");
        try (Scope scope = Scope.open()) {
            network().save(file);
            try (ScriptModule module = ScriptModule.load(file)) {
                assertThatThrownBy(() -> module.saveWithInserted("block.1", "c", affine(1, 1), file))
                        .isInstanceOf(ScriptFailure.class)
                        .hasMessageContaining("block.1");
            }
        }
    }

    @Test
    void programThatDoesNotCompile() {
        assertThatThrownBy(() -> new ScriptWriter("Bad")
                        .source("def forward(self, x):\n    return x + self.missing\n")
                        .save(folder.resolve("bad.pt")))
                .isInstanceOf(ScriptFailure.class)
                .hasMessageContaining("missing");
    }

    @Test
    void namesAreChecked() {
        assertThatThrownBy(() -> new ScriptWriter("two words")).hasMessageContaining("'two words'");
        ScriptWriter writer = new ScriptWriter("Net").setting("a", true);
        assertThatThrownBy(() -> writer.module("a", writer)).hasMessageContaining("already has 'a'");
    }
}
