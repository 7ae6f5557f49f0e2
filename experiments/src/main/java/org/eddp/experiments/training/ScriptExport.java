package org.eddp.experiments.training;

import java.nio.file.Path;
import org.eddp.experiments.training.TrainedNetwork.Architecture;
import org.eddp.network.torch.script.ScriptWriter;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/** The network as a TorchScript file: one submodule per stage, those of a residual block inside the block. */
final class ScriptExport {
    private final Architecture architecture;
    private final FoldedWeights weights;

    ScriptExport(Architecture architecture, FoldedWeights weights) {
        this.architecture = architecture;
        this.weights = weights;
    }

    void write(Path file) {
        try (Scope scope = Scope.open()) {
            ScriptWriter root = new ScriptWriter("Network");
            StringBuilder program = new StringBuilder("def forward(self, x):\n");
            for (Stage stage : architecture.stages()) {
                if (!(stage instanceof Stage.Dropout)) {
                    root.module(stage.name(), module(stage));
                    program.append("    x = self.").append(stage.name()).append(".forward(x)\n");
                }
            }
            root.source(program.append("    return x\n").toString()).save(file);
        }
    }

    private ScriptWriter module(Stage stage) {
        if (stage instanceof Stage.Residual residual) {
            return block(residual);
        }
        String body = stage.apply(new BodyBackend(), "x");
        ScriptWriter module = new ScriptWriter(stage.getClass().getSimpleName());
        if (weights.kernels().containsKey(stage.name())) {
            float[] bias = weights.biases().get(stage.name());
            module.parameter("weight", weights.kernels().get(stage.name()).tensor());
            module.parameter("bias", Tensor.of(bias, bias.length));
        }
        return module.source("def forward(self, x):\n    return " + body + "\n");
    }

    private ScriptWriter block(Stage.Residual residual) {
        ScriptWriter block = new ScriptWriter("Residual")
                .module("conv1", module(residual.first()))
                .module("relu1", module(new Stage.Relu("relu1")))
                .module("conv2", module(residual.second()))
                .module("relu2", module(new Stage.Relu("relu2")));
        if (residual.changesShape()) {
            block.module("skip", module(residual.skip()));
        }
        String skip = residual.changesShape() ? "self.skip.forward(x)" : "x";
        return block.source("def forward(self, x):\n"
                + "    y = self.conv2.forward(self.relu1.forward(self.conv1.forward(x)))\n"
                + "    return self.relu2.forward(y + " + skip + ")\n");
    }

    /** The TorchScript code of a module with one operation. */
    private static final class BodyBackend implements Backend<String> {
        @Override
        public String convolution(Stage.Convolution c, String x) {
            return "torch.conv2d(" + x + ", self.weight, self.bias, " + pair(c.stride()) + ", " + pair(c.padding())
                    + ")";
        }

        @Override
        public String relu(String name, String x) {
            return "torch.relu(" + x + ")";
        }

        @Override
        public String add(String name, String left, String right) {
            return left + " + " + right;
        }

        @Override
        public String maxPool(Stage.MaxPool p, String x) {
            return "torch.max_pool2d(" + x + ", " + pair(p.kernel()) + ", " + pair(p.stride()) + ")";
        }

        @Override
        public String averagePool(String name, String x) {
            return "torch.flatten(torch.adaptive_avg_pool2d(" + x + ", [1, 1]), 1)";
        }

        @Override
        public String linear(Stage.Linear linear, String x) {
            return "torch.addmm(self.bias, " + x + ", torch.t(self.weight))";
        }

        private static String pair(int length) {
            return "[" + length + ", " + length + "]";
        }
    }
}
