package org.eddp.network.torch.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.javacpp.Pointer;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.testkit.FreshProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Using a network for a long time takes no more memory than using it for a short time. */
@Tag("slow")
class ScriptMemoryTest {
    private static final long TOLERANCE_BYTES = 16L << 20;

    /** Runs both halves and their gradients, and prints the resident bytes after the warm-up and at the end. */
    public static final class Program {
        private static final int WARM_UP = 100;
        private static final int MEASURED = 400;

        public static void main(String[] args) throws IOException {
            Path file = Files.createTempFile("network", ".pt");
            try (Scope scope = Scope.open()) {
                SmallNetworks.RESIDUAL.writer().save(file);
            }
            try (Scope scope = Scope.open();
                    Network network = ScriptNetwork.load(file, new ImageInput("x", 3, 40, 40))) {
                Tensor images = new Blocks(1).weights(1, 4, 3, 40, 40);
                Network.Cut cut = network.cut("layer1.1");
                for (int i = 0; i <= WARM_UP + MEASURED; i++) {
                    step(network, cut, images);
                    if (i == WARM_UP || i == WARM_UP + MEASURED) {
                        System.out.println("resident " + Pointer.physicalBytes());
                    }
                }
            } finally {
                Files.delete(file);
            }
        }

        /** Allocates half a megabyte: kept each time, it would show at once. */
        private static void step(Network network, Network.Cut cut, Tensor images) {
            try (Scope scope = Scope.open()) {
                network.logits(images);
                cut.upper(cut.lower(images));
                Autograd.differentiate(x -> cut.upper(cut.lower(x)), images);
            }
        }
    }

    @Test
    void manyCallsDoNotGrowNativeMemory() throws Exception {
        assertThat(FreshProcess.growth(Program.class, 64))
                .as("bytes grown over 400 rounds")
                .isLessThan(TOLERANCE_BYTES);
    }
}
