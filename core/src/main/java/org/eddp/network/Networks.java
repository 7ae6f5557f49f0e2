package org.eddp.network;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eddp.files.FileFailure;
import org.eddp.network.onnx.OnnxNetwork;
import org.eddp.network.torchscript.ScriptNetwork;

/** Loads a network from a file of any kind this program knows, told by the content and not by the name. */
public final class Networks {
    private static final int HEAD = 512;

    private Networks() {}

    /**
     * Loads a network.
     *
     * @throws NetworkFailure if the file is no network that can be run here; the message says why and what to do
     * @throws FileFailure if the file cannot be read
     */
    public static Network load(Path file) {
        if (Files.isDirectory(file)) {
            throw new NetworkFailure(file + " is a folder; give the name of an ONNX or TorchScript file");
        }
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(HEAD);
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
        if (head.length == 0) {
            throw new NetworkFailure(file + " is empty; copy it again or export the network again");
        }
        if (startsWith(head, "PK\3\4")) {
            return ScriptNetwork.load(file);
        }
        String other = otherKind(head);
        if (other != null) {
            throw new NetworkFailure(file + " is " + other);
        }
        return OnnxNetwork.load(file);
    }

    private static String otherKind(byte[] head) {
        String advice = "; export the whole network with torch.onnx.export (ONNX) or torch.jit (TorchScript)";
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
