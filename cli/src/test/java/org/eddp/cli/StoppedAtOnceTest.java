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
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node;
import org.eddp.network.onnx.file.OnnxTensor;
import org.eddp.network.torch.script.ScriptWriter;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole processes that are inside of long work, of the engine and of the interpreter: they end when they are told to. */
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

    /** A network that calls an operator again and again while it is read. */
    private void endlessProgram() {
        try (Scope scope = Scope.open()) {
            ScriptWriter conv = new ScriptWriter("Conv")
                    .parameter("weight", Tensor.of(new float[5 * 3 * 3 * 3], 5, 3, 3, 3))
                    .source("def forward(self, x):\n    return torch.conv2d(x, self.weight, None, [2, 2])\n");
            new ScriptWriter("Net")
                    .module("conv", conv)
                    .source("def forward(self, x):\n    while torch.gt(torch.size(x, 0), 0):\n"
                            + "        x = torch.relu(x)\n"
                            + "    return torch.mean(self.conv.forward(x), [2, 3])\n")
                    .save(folder.resolve("net.pt"));
        }
    }

    /** A network whose only product takes many seconds for one image. */
    private void slowNetwork() {
        float[] kernels = new float[8 * 3 * 129 * 129];
        Model.write(
                folder.resolve("net.onnx"),
                Model.of(
                        17,
                        Graph.of(
                                List.of(
                                        Node.of(
                                                "conv",
                                                "Conv",
                                                List.of("x", "kernels"),
                                                List.of("maps"),
                                                Node.Attribute.of("pads", new long[] {64, 64, 64, 64}),
                                                Node.Attribute.of("dilations", new long[] {1, 1})),
                                        Node.of("pool", "GlobalAveragePool", List.of("maps"), List.of("pooled")),
                                        Node.of("flat", "Flatten", List.of("pooled"), List.of("logits"))),
                                List.of(OnnxTensor.of("kernels", kernels, 8, 3, 129, 129)),
                                List.of(Graph.ValueInfo.of("x", -1, 3, 224, 224)),
                                List.of(Graph.ValueInfo.of("logits", -1, 8)))));
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
        slowNetwork();
        for (int i = 0; i < 60; i++) {
            TinyRun.picture(folder.resolve("pictures").resolve(i + ".png"), i);
        }
        start(
                "features",
                "--network",
                "net.onnx",
                "--layer",
                "conv",
                "--images",
                "pictures",
                "--preprocess",
                "plain",
                "--resize",
                "224",
                "--crop",
                "224x224",
                "--out",
                "set");
        await(() -> Files.isDirectory(folder.resolve("set")));
        stop();
    }

    @Test
    void whileAProgramIsRead() throws IOException, InterruptedException {
        endlessProgram();
        start("network", "net.pt");
        await(() -> true);
        stop();
    }
}
