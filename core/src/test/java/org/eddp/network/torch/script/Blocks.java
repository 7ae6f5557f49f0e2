package org.eddp.network.torch.script;

import java.util.Random;
import org.eddp.tensor.Tensor;

/** Building blocks of small TorchScript networks with seeded weights. Weights belong to the open scope. */
final class Blocks {
    private final Random random;

    Blocks(long seed) {
        random = new Random(seed);
    }

    Tensor weights(double spread, long... shape) {
        int count = 1;
        for (long length : shape) {
            count *= (int) length;
        }
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) (random.nextGaussian() * spread);
        }
        return Tensor.of(values, shape);
    }

    /** A module without weights. */
    static ScriptWriter stateless(String kind, String expression) {
        return new ScriptWriter(kind).source("def forward(self, x):\n    return " + expression + "\n");
    }

    static ScriptWriter relu() {
        return stateless("ReLU", "torch.relu(x)");
    }

    static ScriptWriter reluInPlace() {
        return stateless("ReLU", "torch.relu_(x)");
    }

    ScriptWriter conv(int in, int out, int kernel, int stride, int padding, int groups) {
        double spread = 1.4 / Math.sqrt(in / (double) groups * kernel * kernel);
        return new ScriptWriter("Conv2d")
                .parameter("weight", weights(spread, out, in / groups, kernel, kernel))
                .parameter("bias", weights(0.1, out))
                .source(String.format(
                        "def forward(self, x):%n    return torch.conv2d(x, self.weight, self.bias, [%d, %d], [%d, %d],"
                                + " [1, 1], %d)%n",
                        stride, stride, padding, padding, groups));
    }

    /** Branches on its mode, as scripted batch normalisation does. */
    ScriptWriter norm(int width) {
        return new ScriptWriter("BatchNorm2d")
                .parameter("weight", weights(0.2, width).plus(1))
                .parameter("bias", weights(0.2, width))
                .buffer("running_mean", weights(0.2, width))
                .buffer("running_var", weights(0.2, width).abs().plus(0.8))
                .source("""
                        def forward(self, x):
                            if self.training:
                                self.running_mean.add_(1)
                            return torch.batch_norm(x, self.weight, self.bias, self.running_mean, self.running_var,
                                                    self.training, 0.1, 1e-5, True)
                        """);
    }

    ScriptWriter layerNorm(int width) {
        return new ScriptWriter("LayerNorm")
                .parameter("weight", weights(0.2, width).plus(1))
                .parameter("bias", weights(0.2, width))
                .source(String.format(
                        "def forward(self, x):%n    return torch.layer_norm(x, [%d], self.weight, self.bias, 1e-5)%n",
                        width));
    }

    ScriptWriter linear(int in, int out) {
        return new ScriptWriter("Linear")
                .parameter("weight", weights(1 / Math.sqrt(in), out, in))
                .parameter("bias", weights(0.1, out))
                .source("def forward(self, x):\n    return torch.linear(x, self.weight, self.bias)\n");
    }

    static ScriptWriter sequence(ScriptWriter... modules) {
        ScriptWriter sequence = new ScriptWriter("Sequential");
        StringBuilder source = new StringBuilder("def forward(self, x):\n");
        for (int i = 0; i < modules.length; i++) {
            sequence.module(Integer.toString(i), modules[i]);
            source.append(String.format("    x = getattr(self, \"%d\").forward(x)%n", i));
        }
        return sequence.source(source + "    return x\n");
    }

    /** Two convolutions and a skip connection, with operations in place and one ReLU called twice. */
    ScriptWriter residual(int width) {
        return new ScriptWriter("BasicBlock")
                .module("conv1", conv(width, width, 3, 1, 1, 1))
                .module("bn1", norm(width))
                .module("relu", reluInPlace())
                .module("conv2", conv(width, width, 3, 1, 1, 1))
                .module("bn2", norm(width))
                .source("""
                        def forward(self, x):
                            out = self.relu.forward(self.bn1.forward(self.conv1.forward(x)))
                            out = self.bn2.forward(self.conv2.forward(out))
                            out += x
                            return self.relu.forward(out)
                        """);
    }

    ScriptWriter squeezeExcite(int width) {
        return new ScriptWriter("SqueezeExcitation")
                .module("fc1", conv(width, 2, 1, 1, 0, 1))
                .module("fc2", conv(2, width, 1, 1, 0, 1))
                .source("""
                        def forward(self, x):
                            scale = torch.adaptive_avg_pool2d(x, [1, 1])
                            scale = torch.relu(self.fc1.forward(scale))
                            return torch.sigmoid(self.fc2.forward(scale)) * x
                        """);
    }

    /** Self-attention with two heads; returns its weights as well. */
    ScriptWriter attention(int width) {
        return new ScriptWriter("Attention")
                .module("qkv", linear(width, 3 * width))
                .module("proj", linear(width, width))
                .source(String.format("""
                        def forward(self, x):
                            n = x.size(0)
                            t = x.size(1)
                            qkv = self.qkv.forward(x).reshape([n, t, 3, 2, %d]).permute([2, 0, 3, 1, 4])
                            q, k, v = torch.unbind(qkv)
                            w = torch.softmax(torch.matmul(q, k.transpose(-2, -1)) * 0.5, -1)
                            y = torch.matmul(w, v).transpose(1, 2).reshape([n, t, %d])
                            return self.proj.forward(y), w
                        """, width / 2, width));
    }

    ScriptWriter encoder(int width) {
        return new ScriptWriter("EncoderBlock")
                .module("norm1", layerNorm(width))
                .module("attn", attention(width))
                .module("norm2", layerNorm(width))
                .module(
                        "mlp",
                        sequence(
                                linear(width, 2 * width), stateless("GELU", "torch.gelu(x)"), linear(2 * width, width)))
                .source("""
                        def forward(self, x):
                            a, w = self.attn.forward(self.norm1.forward(x))
                            x = x + a
                            return x + self.mlp.forward(self.norm2.forward(x))
                        """);
    }

    /** Maps with six channels, global average pooling and a linear layer. */
    ScriptWriter classifier(String name, ScriptWriter maps) {
        return new ScriptWriter("Net")
                .module(name, maps)
                .module("fc", linear(6, 5))
                .source(String.format("""
                        def forward(self, x):
                            x = self.%s.forward(x)
                            return self.fc.forward(torch.flatten(torch.adaptive_avg_pool2d(x, [1, 1]), 1))
                        """, name));
    }
}
