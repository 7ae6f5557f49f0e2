package org.eddp.network.torch.script;

import java.util.function.Function;

/** One small network per way in which networks are built. All take three channels and know five classes. */
enum SmallNetworks {
    RESIDUAL(b -> b.classifier("layer1", Blocks.sequence(b.conv(3, 6, 3, 2, 1, 1), b.residual(6), b.residual(6)))),
    CONCATENATION(b -> b.classifier(
            "mixed",
            new ScriptWriter("Inception")
                    .module("stem", Blocks.sequence(b.conv(3, 4, 3, 2, 1, 1), Blocks.relu()))
                    .module("branch1", b.conv(4, 3, 1, 1, 0, 1))
                    .module("branch3", b.conv(4, 3, 3, 1, 1, 1))
                    .module("relu", Blocks.relu())
                    .source("""
                    def forward(self, x):
                        x = self.stem.forward(x)
                        y = torch.cat([self.branch1.forward(x), self.branch3.forward(x)], 1)
                        return self.relu.forward(y)
                    """))),
    DEPTHWISE(b -> b.classifier(
            "features",
            Blocks.sequence(
                    b.conv(3, 6, 3, 2, 1, 1),
                    b.norm(6),
                    Blocks.stateless("ReLU6", "torch.hardtanh_(x, 0., 6.)"),
                    b.conv(6, 6, 3, 1, 1, 6),
                    b.norm(6),
                    Blocks.stateless("ReLU6", "torch.clamp(x, 0, 6)")))),
    SQUEEZE_EXCITE(b -> b.classifier(
            "features",
            Blocks.sequence(
                    b.conv(3, 6, 3, 2, 1, 1),
                    Blocks.stateless("SiLU", "torch.silu_(x)"),
                    b.squeezeExcite(6),
                    b.conv(6, 6, 1, 1, 0, 1),
                    Blocks.stateless("Swish", "x * torch.sigmoid(x)"),
                    Blocks.stateless("Dropout", "torch.dropout(x, 0.5, self.training)")))),
    ODD_POOLING(b -> b.classifier(
            "features",
            Blocks.sequence(
                    b.conv(3, 6, 5, 1, 0, 1),
                    Blocks.stateless("MaxPool2d", "torch.max_pool2d(x, [3, 3], [2, 2], [1, 1], [1, 1], True)"),
                    Blocks.reluInPlace(),
                    b.conv(6, 6, 3, 1, 1, 2),
                    Blocks.stateless("AvgPool2d", "torch.avg_pool2d(x, [3, 2], [2, 1], [1, 0], False, False)")))),
    TRANSFORMER(b -> new ScriptWriter("VisionTransformer")
            .module(
                    "embed",
                    new ScriptWriter("PatchEmbed")
                            .module("proj", b.conv(3, 8, 4, 4, 0, 1))
                            .source(
                                    "def forward(self, x):\n    return self.proj.forward(x).flatten(2).transpose(1, 2)\n"))
            .module("blocks", Blocks.sequence(b.encoder(8), b.encoder(8)))
            .module("norm", b.layerNorm(8))
            .module("head", b.linear(8, 5))
            .source("""
                    def forward(self, x):
                        x = self.norm.forward(self.blocks.forward(self.embed.forward(x)))
                        return self.head.forward(torch.mean(x, [1]))
                    """)),
    /** Branches on a setting, hands a layer over inside a tuple, and calls a method other than forward. */
    BRANCHES(b -> b.classifier(
            "body",
            new ScriptWriter("Body")
                    .setting("deep", true)
                    .module("first", b.conv(3, 6, 3, 2, 1, 1))
                    .module("second", Blocks.sequence(b.conv(6, 6, 3, 1, 1, 1), Blocks.relu()))
                    .module("third", b.conv(6, 6, 1, 1, 0, 1))
                    .source("""
                    def stem(self, x):
                        y = torch.relu(self.first.forward(x))
                        return y, x
                    def forward(self, x):
                        y, image = self.stem(x)
                        if self.deep and not self.training:
                            y = self.second.forward(y)
                        else:
                            y = self.third.forward(y)
                        return torch.relu(y)
                    """)));

    private final Function<Blocks, ScriptWriter> recipe;

    SmallNetworks(Function<Blocks, ScriptWriter> recipe) {
        this.recipe = recipe;
    }

    /** The network; its weights belong to the open scope. */
    ScriptWriter writer() {
        return recipe.apply(new Blocks(ordinal() + 1L));
    }
}
