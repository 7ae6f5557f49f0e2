package org.eddp.cli;

import java.nio.file.Path;
import java.util.Locale;
import org.eddp.features.PatchLayer;
import org.eddp.files.Folders;
import org.eddp.intervene.Correction;

/** Writes a corrected network in the format of the original. */
final class CorrectedFile {
    private CorrectedFile() {}

    /**
     * Writes it.
     *
     * @param script whether the original is TorchScript, else it is ONNX
     */
    static void write(Path network, boolean script, PatchLayer layer, Correction correction, Path out) {
        String name = out.getFileName().toString().toLowerCase(Locale.ROOT);
        if (script ? name.endsWith(".onnx") : name.endsWith(".pt") || name.endsWith(".pth")) {
            throw new IllegalArgumentException("--out " + out + ": the network is "
                    + (script
                            ? "TorchScript and stays so; give a name that ends in .pt"
                            : "ONNX and stays so; give a name" + " that ends in .onnx"));
        }
        if (out.toAbsolutePath().normalize().equals(network.toAbsolutePath().normalize())) {
            throw new IllegalArgumentException("--out " + out + " is the network itself; give another name");
        }
        if (out.toAbsolutePath().getParent() != null) {
            Folders.prepare("--out", out.toAbsolutePath().getParent());
        }
        correction.writeInto(network, layer, out);
    }
}
