package org.eddp.network.load;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.Inputs;
import org.eddp.files.LocalCopies;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.Network.OpenSize;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.execution.OnnxNetwork;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.torch.TorchArchive;
import org.eddp.network.torch.export.ExportFile;
import org.eddp.network.torch.script.ScriptNetwork;

/**
 * Loads a network from a file of any supported format. The content decides the format, not the name. A remote file is
 * copied to this machine once.
 */
public final class Networks {
    private static final int HEAD = 512;

    private Networks() {}

    /**
     * Loads a network with one output.
     *
     * @throws NetworkFailure if the file is not a network that can be run here; the message says why and what to do
     * @throws FileFailure if the file cannot be read
     */
    public static Network load(Path file) {
        return load(file, null);
    }

    /**
     * Loads a network.
     *
     * @param output which of several outputs has the logits: its name in an ONNX file, its name or number (from 0) in a
     *     TorchScript file; null if there is only one
     */
    public static Network load(Path place, String output) {
        Path file = LocalCopies.shared().of(place);
        byte[] head = head(file);
        if (head.length == 0) {
            throw new NetworkFailure(file + " is empty; copy it again or export the network again");
        }
        if (isArchive(head)) {
            return isExport(file) ? ExportFile.load(file, null, output) : ScriptNetwork.load(file, null, output);
        }
        String other = otherKind(head);
        if (other != null) {
            throw new NetworkFailure(file + " is " + other);
        }
        return OnnxNetwork.load(file, () -> told(file), output);
    }

    /** The size that is written beside a network, to try it on where its file leaves the size open; null if none is. */
    private static OpenSize told(Path file) {
        return DeclaredPreprocessing.of(file)
                .map(DeclaredPreprocessing::preprocessing)
                .map(how -> new OpenSize(how.cropHeight(), how.cropWidth(), false))
                .orElse(null);
    }

    /**
     * Loads a network for images of a size: shapes of layers are those for such images, also where the file leaves the size
     * of its input open.
     *
     * @param output which of several outputs has the logits, null if there is only one
     * @throws NetworkFailure if the file is not a network that can be run here, or takes images of another size
     */
    public static Network load(Path place, int height, int width, String output) {
        Path file = LocalCopies.shared().of(place);
        boolean onnx = isOnnx(file) && otherKind(head(file)) == null;
        Network loaded = onnx ? OnnxNetwork.load(file, OpenSize.of(height, width), output) : load(file, output);
        return fit(loaded, file, height, width, output);
    }

    /** The same for a network with one output. */
    public static Network load(Path file, int height, int width) {
        return load(file, height, width, null);
    }

    /** The same for a network with one output that is loaded already, which is closed if another one takes its place. */
    public static Network fit(Network loaded, Path file, int height, int width) {
        return fit(loaded, file, height, width, null);
    }

    /** The same for a network that is loaded already, which is closed if another one takes its place. */
    public static Network fit(Network loaded, Path place, int height, int width, String output) {
        Path file = LocalCopies.shared().of(place);
        Network network = loaded;
        ImageInput input = network.input();
        boolean script = isTorchScript(file); // which says nothing about sizes: any may be tried
        if (script && network instanceof OnnxNetwork made && made.takes(height, width)) {
            return network;
        }
        if (script || input.height() == 0 || input.width() == 0) {
            network.close();
            ImageInput sized = new ImageInput(input.name(), input.channels(), height, width);
            network = isOnnx(file)
                    ? OnnxNetwork.load(file, OpenSize.of(height, width), output)
                    : isExport(file) ? ExportFile.load(file, sized, output) : ScriptNetwork.load(file, sized, output);
        }
        ImageInput found = network.input();
        if ((found.height() > 0 && found.height() != height) || (found.width() > 0 && found.width() != width)) {
            network.close();
            throw new NetworkFailure(file + " takes images of " + found.height() + " x " + found.width() + ", not of "
                    + height + " x " + width);
        }
        return network;
    }

    /** Digest of a network: of its file, and of the files beside it that hold its weights. */
    public static String digest(Path place) {
        Path file = LocalCopies.shared().of(place);
        String own = Digests.of(file);
        byte[] head = head(file);
        List<Path> beside = isArchive(head) || otherKind(head) != null ? List.of() : Model.weightFiles(file);
        if (beside.isEmpty()) {
            return own;
        }
        return Digests.of(own + beside.stream().map(Digests::of).collect(Collectors.joining()));
    }

    /**
     * The graph that a file of PyTorch is translated into, with the logits as its only output.
     *
     * @param height of the images
     * @param width of the images
     * @param output which of several outputs has the logits, null if there is only one
     */
    public static Model translated(Path file, int height, int width, String output) {
        ImageInput images = new ImageInput("", 0, height, width);
        return isTorchExport(file) ? ExportFile.graph(file, images, output) : ScriptNetwork.graph(file, images, output);
    }

    /** The file extension of a format, as given by {@link Network#format}. */
    public static String ending(String format) {
        return format.startsWith("TorchScript") ? ".pt" : format.startsWith("torch.export") ? ".pt2" : ".onnx";
    }

    /** Whether a file is ONNX by its content, as far as it is a network. */
    public static boolean isOnnx(Path file) {
        return !isArchive(head(file));
    }

    /** Whether a file is TorchScript by its content. */
    public static boolean isTorchScript(Path file) {
        return isArchive(head(file)) && !isExport(file);
    }

    /** Whether a file was written by {@code torch.export.save}, by its content. */
    public static boolean isTorchExport(Path file) {
        return isArchive(head(file)) && isExport(file);
    }

    private static boolean isArchive(byte[] head) {
        return TorchArchive.looksLike(head);
    }

    private static boolean isExport(Path file) {
        try {
            return ExportFile.isIn(TorchArchive.open(file));
        } catch (NetworkFailure e) {
            return false; // the reader of TorchScript reports the error
        }
    }

    private static byte[] head(Path file) {
        if (Files.isDirectory(file)) {
            throw new NetworkFailure(file + " is a folder; give the name of an ONNX, torch.export or TorchScript file");
        }
        try (InputStream in = Inputs.stream(file)) {
            return in.readNBytes(HEAD);
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    private static String otherKind(byte[] head) {
        String advice = "; export the whole network with torch.onnx.export or torch.export.save";
        if (head.length > 1 && (head[0] & 0xff) == 0x80 && head[1] >= 2 && head[1] <= 5) {
            return "a Python pickle: weights without the network" + advice;
        }
        if (startsWith(head, "\u0089HDF")) {
            return "an HDF5 file, as Keras writes it; convert the network to ONNX with tf2onnx";
        }
        if (head.length > 8 && head[8] == '{' && head[7] == 0 && head[6] == 0 && head[5] == 0) {
            return "a safetensors file: weights without the network" + advice;
        }
        if (startsWith(head, "\u001f\u008b")) {
            return "compressed; unpack it first (gunzip)";
        }
        return isText(head) ? "a text file, not a network" + advice : null;
    }

    private static boolean startsWith(byte[] head, String magic) {
        return new String(head, StandardCharsets.ISO_8859_1).startsWith(magic);
    }

    private static boolean isText(byte[] head) {
        for (byte b : head) {
            if (b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t') {
                return false;
            }
        }
        return true;
    }
}
