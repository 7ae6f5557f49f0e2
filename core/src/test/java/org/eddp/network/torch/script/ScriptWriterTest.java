package org.eddp.network.torch.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TorchScript written from Java is the same to PyTorch and to our reader, and a module can be put into a file. */
class ScriptWriterTest {
    private static final ImageInput INPUT = new ImageInput("x", 3, 1, 1);
    private static final String AFFINE = "def forward(self, x):\n    return x * self.scale + self.shift\n";

    @TempDir
    private Path folder;

    private static ScriptWriter affine(double scale, double shift) {
        return new ScriptWriter("Affine")
                .parameter("scale", Tensor.of(new double[] {scale}, DType.FLOAT32, 1))
                .buffer("shift", Tensor.of(new double[] {shift}, DType.FLOAT32, 1))
                .source(AFFINE);
    }

    /** relu(2 x - 1) inside a block, then - 3 x + 6. */
    private static ScriptWriter network() {
        ScriptWriter block = new ScriptWriter("Block")
                .module("0", affine(2, -1))
                .module("act", new ScriptWriter("ReLU").source("def forward(self, x):\n    return torch.relu_(x)\n"))
                .source("def forward(self, x):\n    return self.act.forward(getattr(self, \"0\").forward(x))\n");
        return new ScriptWriter("Net")
                .setting("extra", true)
                .module("block", block)
                .module("last", affine(-3, 5))
                .source("def forward(self, x):\n    y = self.last.forward(self.block.forward(x)).flatten(1)\n"
                        + "    return y + 1 if self.extra else y\n");
    }

    private static void expect(Path file, double... expected) {
        try (Scope scope = Scope.open();
                Network network = ScriptNetwork.load(file, INPUT)) {
            Tensor images = Tensor.of(new double[] {0, 1, 2, 1, 1, 1}, DType.FLOAT32, 2, 3, 1, 1);
            assertThat(network.logits(images).narrow(0, 0, 1).toDoubles()).containsExactly(expected, within(1e-6));
            assertThat(Libtorch.run(file, images))
                    .containsExactly(network.logits(images).toDoubles(), within(1e-6));
        }
    }

    private Path saved(ScriptWriter writer) {
        Path file = folder.resolve("network.pt");
        try (Scope scope = Scope.open()) {
            writer.save(file);
        }
        return file;
    }

    private static void insert(Path network, String layer, String name, ScriptWriter inserted, Path file) {
        try (Network loaded = ScriptNetwork.load(network, INPUT)) {
            String value = loaded.cut(layer + "@channels-first").layer().file().value();
            ScriptNetwork.insert(network, INPUT, value, name, inserted, file);
        }
    }

    @Test
    void roundTrip() {
        expect(saved(network()), 6, 3, -3);
    }

    @Test
    void modulesPutInside() {
        Path file = saved(network());
        Path once = folder.resolve("once.pt");
        Path twice = folder.resolve("twice.pt");
        try (Scope scope = Scope.open()) {
            insert(file, "block.act", "correction", affine(1, 10), once);
            insert(once, "last", "correction", affine(2, 0), twice);
        }
        // -3 (relu(2 x - 1) + 10) + 5 + 1, and that of 2 (...) + 1
        expect(once, -24, -27, -33);
        expect(twice, 2 * -25 + 1, 2 * -28 + 1, 2 * -34 + 1);
        try (Network network = ScriptNetwork.load(twice, INPUT)) {
            assertThat(network.layers())
                    .extracting(Network.Layer::name)
                    .contains("block.0", "block", "correction", "last", "correction2");
        }
    }

    @Test
    void unknownPlaceIsNamed() {
        Path file = saved(network());
        try (Scope scope = Scope.open()) {
            assertThatThrownBy(() -> ScriptNetwork.insert(file, INPUT, "block.1", "c", affine(1, 1), file))
                    .isInstanceOf(NetworkFailure.class)
                    .hasMessageContaining("block.1");
        }
    }

    @Test
    void namesAreChecked() {
        assertThatThrownBy(() -> new ScriptWriter("two words")).hasMessageContaining("'two words'");
        ScriptWriter writer = new ScriptWriter("Net").setting("a", true);
        assertThatThrownBy(() -> writer.module("a", writer)).hasMessageContaining("already has 'a'");
    }
}
