package org.eddp.study.repair;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.eddp.failure.InvalidInput;
import org.eddp.features.PatchLayer;
import org.eddp.files.Folders;
import org.eddp.images.input.Preprocessing;
import org.eddp.intervene.Correction;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.load.Networks;
import org.eddp.run.RunNetwork;

/** Writes a corrected network in the format of the original. */
final class CorrectedFile {
    private static final List<String> ENDINGS = List.of(".onnx", ".pt", ".pth", ".pt2");

    private CorrectedFile() {}

    /** Writes a network with a correction behind a layer, in the format of the original. */
    static void write(RunNetwork network, PatchLayer layer, Correction correction, Path out) {
        Path original = network.file();
        String ending = Networks.ending(network.format());
        String name = out.getFileName().toString().toLowerCase(Locale.ROOT);
        boolean other = ENDINGS.stream().anyMatch(known -> name.endsWith(known) && !fits(known, ending));
        if (other) {
            String format = ending.equals(".pt") ? "TorchScript" : ending.equals(".pt2") ? "torch.export" : "ONNX";
            throw new InvalidInput("the corrected network " + out + ": the original is " + format
                    + " and stays so; give a name that ends in " + ending);
        }
        if (out.toAbsolutePath().normalize().equals(original.toAbsolutePath().normalize())) {
            throw new InvalidInput("the corrected network " + out + " would replace the original; give another name");
        }
        if (out.toAbsolutePath().getParent() != null) {
            Folders.prepare("the folder", out.toAbsolutePath().getParent());
        }
        Preprocessing size = network.preprocessing();
        ImageInput images = new ImageInput("", 0, size.cropHeight(), size.cropWidth());
        correction.writeInto(original, images, layer, out);
    }

    private static boolean fits(String known, String ending) {
        return known.equals(ending) || (ending.equals(".pt") && known.equals(".pth"));
    }
}
