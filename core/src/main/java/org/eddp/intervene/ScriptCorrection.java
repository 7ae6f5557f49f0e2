package org.eddp.intervene;

import java.nio.file.Path;
import java.util.Arrays;
import org.eddp.features.PatchLayer;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.network.torch.script.ScriptNetwork;
import org.eddp.network.torch.script.ScriptWriter;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * A correction as a submodule {@code correction} of a TorchScript file, behind the layer. The rest of the file becomes
 * a sequence of operators without branches, for images of one size. Corrected files can be corrected again.
 */
final class ScriptCorrection {
    private static final String NAME = "correction";

    private ScriptCorrection() {}

    /**
     * Writes the corrected network, in one step.
     *
     * @param network the file that {@code layer} is of; not modified
     * @param images the size of images that the layer was taken from, null for the size that loading the file finds
     * @param layer the layer the correction was made for
     * @param file to create or replace
     * @throws NetworkFailure if the file cannot take it
     */
    static void write(Path network, ImageInput images, PatchLayer layer, Correction correction, Path file) {
        try (Scope scope = Scope.open()) {
            ScriptNetwork.insert(
                    network, images, layer.cut().layer().file().value(), NAME, program(layer, correction), file);
        }
    }

    private static ScriptWriter program(PatchLayer layer, Correction correction) {
        boolean maps = layer.cut().layer().shape().length == 3;
        int width = layer.width();
        ScriptWriter writer = new ScriptWriter("Correction");
        boolean turned = layer.cut().layer().turned();
        StringBuilder source = new StringBuilder("def forward(self, x):\n");
        if (turned) {
            source.append(maps ? "    x = x.permute([0, 3, 1, 2])\n" : "    x = x.transpose(1, 2)\n");
        }
        for (int i = 0; i < correction.suppressions().size(); i++) {
            Suppression s = correction.suppressions().get(i);
            long[] column = maps ? new long[] {1, width, 1, 1} : new long[] {width, 1};
            long[] row = maps ? new long[] {1, width, 1, 1} : new long[] {1, 1, width};
            writer.buffer("filter" + i, Tensor.of(s.filter(), DType.FLOAT32, column))
                    .buffer("direction" + i, Tensor.of(s.direction(), DType.FLOAT32, row));
            source.append(maps ? "    z = torch.conv2d(x, self.filter" : "    z = torch.matmul(x, self.filter")
                    .append(i)
                    .append(")\n    m = torch.sigmoid(z - ")
                    .append(number(s.threshold()))
                    .append(")\n    k = (z - ")
                    .append(number(s.target()))
                    .append(") * ")
                    .append(number(s.gain()))
                    .append("\n    removed = m * k * self.direction")
                    .append(i);
            if (layer.extraTokens() > 0) {
                source.append(" * self.patches");
            }
            source.append("\n    x = x - removed\n").append(activation(correction));
        }
        if (layer.extraTokens() > 0) {
            writer.buffer("patches", patches(layer));
        }
        if (turned) {
            source.append(maps ? "    x = x.permute([0, 2, 3, 1])\n" : "    x = x.transpose(1, 2)\n");
        }
        return writer.source(source.append("    return x\n").toString());
    }

    /** 0 for the tokens that are not patches, 1 for the others. */
    private static Tensor patches(PatchLayer layer) {
        int tokens = layer.extraTokens() + layer.grid().cells();
        double[] mask = new double[tokens];
        Arrays.fill(mask, layer.extraTokens(), tokens, 1);
        return Tensor.of(mask, DType.FLOAT32, 1, tokens, 1);
    }

    /** A number in brackets, because a negative one may follow a minus. Java writes digits as Python does. */
    private static String number(double value) {
        return "(" + value + ")";
    }

    private static String activation(Correction correction) {
        return switch (correction.activation()) {
            case IDENTITY -> "";
            case RELU -> "    x = torch.relu(x)\n";
            case RELU6 -> "    x = torch.clamp(x, 0., 6.)\n";
            case SILU -> "    x = x * torch.sigmoid(x)\n";
        };
    }
}
