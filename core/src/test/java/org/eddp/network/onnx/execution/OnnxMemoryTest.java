package org.eddp.network.onnx.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.javacpp.Pointer;
import org.eddp.network.Network;
import org.eddp.network.TrialLimits;
import org.eddp.network.onnx.file.Model;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.testkit.FreshProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Native memory: weights go when the network is closed, values go when they have been read. */
@Tag("slow")
class OnnxMemoryTest {
    private static final int HEAP_MEGABYTES = 96;

    /** Loads, uses and closes networks, and prints the resident bytes after the warm-up and at the end. */
    public static final class Rounds {
        private static final int WARM_UP = 60;
        private static final int MEASURED = 200;

        public static void main(String[] args) throws IOException {
            Path file = Files.createTempFile("network", ".onnx");
            TinyOnnx net = new TinyOnnx()
                    .conv(3, 64, 3, 2)
                    .node("Relu")
                    .conv(64, 256, 3, 2)
                    .node("Relu");
            Model.write(file, net.head(256, 5).model(13, -1, 16));
            for (int i = 0; i <= WARM_UP + MEASURED; i++) {
                round(file);
                if (i == WARM_UP || i == WARM_UP + MEASURED) {
                    System.out.println("resident " + Pointer.physicalBytes());
                }
            }
            Files.delete(file);
        }

        /** Allocates more than a megabyte: kept each time, it would show at once. */
        private static void round(Path file) {
            try (Scope scope = Scope.open();
                    Network network = OnnxNetwork.load(file)) {
                Tensor images = Tensor.zeros(DType.FLOAT32, 2, 3, 16, 16);
                Network.Cut cut = network.cut(network.layers().get(1).name());
                network.logits(images);
                Autograd.differentiate(x -> cut.upper(cut.lower(x)), images);
            }
        }
    }

    @Test
    void doesNotGrowWithUse() throws Exception {
        assertThat(FreshProcess.growth(Rounds.class, HEAP_MEGABYTES))
                .as("bytes grown over 200 rounds")
                .isLessThan(32L << 20);
    }

    /** Runs many layers in a row, and prints the resident bytes before and at the last but one. */
    public static final class Deep {
        static final int LAYERS = 60;
        static final int BYTES = 4 * 16 * 3 * 224 * 224;

        public static void main(String[] args) throws IOException {
            Path file = Files.createTempFile("network", ".onnx");
            TinyOnnx net = new TinyOnnx();
            for (int i = 0; i < LAYERS; i++) {
                net.node("Neg");
            }
            Model.write(file, net.head(3, 5).model(13, -1, 224));
            Model model = Model.read(file);
            ExecutableGraph circuit = Compiler.compile(
                    model.graph(),
                    13,
                    TinyOnnx.IMAGE,
                    model.graph().outputs().get(0).name(),
                    DType.FLOAT32,
                    new TrialBudget(TrialLimits.ofEnvironment()));
            StepSequence program =
                    new StepSequence(circuit.constants(), circuit.steps(), circuit.input(), circuit.output());
            try (Scope scope = Scope.open()) {
                Tensor images = Tensor.zeros(DType.FLOAT32, 16, 3, 224, 224);
                long[] most = {0};
                program.run(images.narrow(0, 0, 1)); // the engine loads what it needs for this
                System.out.println("resident " + Pointer.physicalBytes());
                program.run(images, (slot, value) -> most[0] = Math.max(most[0], Pointer.physicalBytes()));
                System.out.println("resident " + most[0]);
            }
            Files.delete(file);
        }
    }

    @Test
    void releasesValuesThatHaveBeenRead() throws Exception {
        // all values together are 60; what the allocator keeps for later varies with the machine
        assertThat(FreshProcess.growth(Deep.class, HEAP_MEGABYTES))
                .as("bytes at the peak")
                .isLessThan(25L * Deep.BYTES);
    }
}
