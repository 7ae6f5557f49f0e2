package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.eddp.network.torch.script.ScriptWriter;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole process that is inside of a long call of the engine: it ends when it is told to. */
@Tag("slow")
class StoppedAtOnceTest {
    /** It takes two seconds; a machine may be busy. Before, it was a minute. */
    private static final int PATIENCE_SECONDS = 40;

    private static final int UNDER_WAY_SECONDS = 300;

    @TempDir
    private Path folder;

    private Process process;

    @AfterEach
    void end() {
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** One convolution that takes half a minute for a batch of pictures of 512 x 512. */
    private void network() {
        try (Scope scope = Scope.open()) {
            ScriptWriter conv = new ScriptWriter("Conv")
                    .parameter("weight", Tensor.of(new float[64 * 3 * 63 * 63], 64, 3, 63, 63))
                    .source("def forward(self, x):\n    return torch.conv2d(x, self.weight, None, [1, 1], [31, 31])\n");
            new ScriptWriter("Net")
                    .module("conv", conv)
                    .source("def forward(self, x):\n    return torch.mean(self.conv.forward(x), [2, 3])\n")
                    .save(folder.resolve("net.pt"));
        }
    }

    private void start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.awt.headless=true",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output.txt").toFile());
        process = builder.start();
    }

    private String output() throws IOException {
        return Files.readString(folder.resolve("output.txt"), StandardCharsets.UTF_8);
    }

    private void await(BooleanSupplier condition) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(UNDER_WAY_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(process.isAlive()).as(output()).isTrue();
            assertThat(System.nanoTime()).as(output()).isLessThan(end);
            Thread.sleep(50);
        }
        Thread.sleep(2000); // and into the call
    }

    private void stop() throws InterruptedException, IOException {
        List<ProcessHandle> others = process.descendants().toList();
        process.toHandle().destroy();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as(output())
                .isTrue();
        assertThat(process.exitValue()).isEqualTo(143);
        assertThat(output()).contains("stopped").doesNotContain("\tat ").doesNotContain("SIGSEGV");
        for (ProcessHandle other : others) {
            other.onExit()
                    .completeOnTimeout(null, PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .join();
            assertThat(other.isAlive()).isFalse();
        }
    }

    @Test
    void whileFeaturesAreComputed() throws IOException, InterruptedException {
        network();
        for (int i = 0; i < 4; i++) {
            TinyRun.picture(folder.resolve("pictures").resolve(i + ".png"), i);
        }
        start(
                "features",
                "--network",
                "net.pt",
                "--layer",
                "conv",
                "--images",
                "pictures",
                "--preprocess",
                "plain",
                "--resize",
                "512",
                "--crop",
                "512x512",
                "--out",
                "set");
        await(() -> Files.isDirectory(folder.resolve("set")));
        stop();
    }
}
