package org.eddp.intervene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import org.eddp.features.PatchLayer;
import org.eddp.files.FileFailure;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.script.ScriptFailure;
import org.eddp.tensor.script.ScriptModule;
import org.eddp.tensor.script.ScriptWriter;

/**
 * Puts a correction into a TorchScript file: a submodule {@code correction} behind the layer, which everything that read the
 * layer reads instead. Corrected files can be corrected again.
 */
public final class ScriptCorrection {
    private static final String NAME = "correction";
    private static final int MOST = 100;

    private ScriptCorrection() {}

    /**
     * Writes the corrected network, in one step.
     *
     * @param network the file that {@code layer} is of; not modified
     * @param layer the layer the correction was made for
     * @param file to create or replace
     * @throws NetworkFailure if the file cannot take it
     */
    public static void write(Path network, PatchLayer layer, Correction correction, Path file) {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try (Scope scope = Scope.open();
                ScriptModule module = ScriptModule.load(network)) {
            insert(module, layer, correction, part, 1);
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (ScriptFailure e) {
            throw new NetworkFailure(
                    "cannot put a correction behind layer "
                            + layer.cut().layer().name() + " of " + network + ": " + e.getMessage(),
                    e);
        } catch (IOException e) {
            throw FileFailure.writing(file, e);
        } finally {
            discard(part);
        }
    }

    private static void insert(ScriptModule module, PatchLayer layer, Correction correction, Path file, int number) {
        String name = number == 1 ? NAME : NAME + number;
        try {
            module.saveWithInserted(layer.cut().layer().name(), name, program(layer, correction), file);
        } catch (ScriptFailure e) {
            if (number == MOST || !String.valueOf(e.getMessage()).contains("already has '" + name + "'")) {
                throw e;
            }
            insert(module, layer, correction, file, number + 1);
        }
    }

    private static void discard(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            throw FileFailure.writing(part, e);
        }
    }

    private static ScriptWriter program(PatchLayer layer, Correction correction) {
        boolean maps = layer.cut().layer().shape().length == 3;
        int width = layer.width();
        ScriptWriter writer = new ScriptWriter("Correction");
        StringBuilder source = new StringBuilder("def forward(self, x):\n");
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
        return writer.source(source.append("    return x\n").toString());
    }

    /** 0 for the tokens that stand for no patch, 1 for the others. */
    private static Tensor patches(PatchLayer layer) {
        int tokens = layer.extraTokens() + layer.grid().cells();
        double[] mask = new double[tokens];
        Arrays.fill(mask, layer.extraTokens(), tokens, 1);
        return Tensor.of(mask, DType.FLOAT32, 1, tokens, 1);
    }

    /** In brackets, for a negative number may follow a minus; Java's digits are Python's too. */
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
