package org.eddp.study;

import java.nio.file.Path;
import java.util.Locale;
import org.eddp.features.PatchLayer;
import org.eddp.files.Folders;
import org.eddp.images.Preprocessing;
import org.eddp.intervene.Correction;
import org.eddp.network.Network.ImageInput;
import org.eddp.run.RunNetwork;

/** Writes a corrected network in the format of the original. */
final class CorrectedFile {
    private CorrectedFile() {}

    /** Writes a network with a correction behind a layer, in the format of the original. */
    static void write(RunNetwork network, PatchLayer layer, Correction correction, Path out) {
        Path original = network.file();
        boolean script = network.format().startsWith("TorchScript");
        String name = out.getFileName().toString().toLowerCase(Locale.ROOT);
        if (script ? name.endsWith(".onnx") : name.endsWith(".pt") || name.endsWith(".pth")) {
            throw new IllegalArgumentException("the corrected network " + out + ": the original is "
                    + (script
                            ? "TorchScript and stays so; give a name that ends in .pt"
                            : "ONNX and stays so; give a name that ends in .onnx"));
        }
        if (out.toAbsolutePath().normalize().equals(original.toAbsolutePath().normalize())) {
            throw new IllegalArgumentException(
                    "the corrected network " + out + " would replace the original; give another name");
        }
        if (out.toAbsolutePath().getParent() != null) {
            Folders.prepare("the folder", out.toAbsolutePath().getParent());
        }
        Preprocessing size = network.preprocessing();
        ImageInput images = new ImageInput("", 0, size.cropHeight(), size.cropWidth());
        correction.writeInto(original, images, layer, out);
    }
}
