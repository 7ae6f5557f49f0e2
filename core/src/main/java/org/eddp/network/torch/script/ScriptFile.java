package org.eddp.network.torch.script;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eddp.files.FileFailure;
import org.eddp.network.NetworkFailure;
import org.eddp.network.torch.TorchArchive;

/** Distinguishes TorchScript files from other files of PyTorch. */
final class ScriptFile {
    private static final String EXPORT = "export the network with torch.onnx.export or torch.export.save";
    private static final int HEAD = 8;
    private static final long MOST_TEXT = 64L << 20;

    private ScriptFile() {}

    /**
     * Opens a file.
     *
     * @throws NetworkFailure if it is not a TorchScript archive
     */
    static ScriptProgram open(Path file) {
        byte[] start = start(file);
        if (start.length == 0) {
            throw failure(file, "it is empty; copy or export it again");
        }
        if (start.length >= 2 && (start[0] & 0xff) == 0x80 && start[1] >= 0 && start[1] <= 5) {
            throw failure(file, "it is a Python pickle, as an old torch.save wrote it; " + EXPORT);
        }
        if (!TorchArchive.looksLike(start)) {
            throw failure(file, "it is not a TorchScript archive; " + EXPORT);
        }
        if (new String(start, 4, start.length - 4, java.nio.charset.StandardCharsets.ISO_8859_1).equals("PTMF")) {
            throw failure(file, "it is for PyTorch's mobile interpreter; " + EXPORT);
        }
        TorchArchive archive = TorchArchive.open(file);
        boolean code = archive.names().stream().anyMatch(name -> name.startsWith("code/"));
        if (archive.has("model.json")) {
            throw failure(file, "it is of the form that PyTorch 1.0 wrote; " + EXPORT);
        }
        if (archive.has("data.pkl") && !code) {
            throw failure(file, weightsOnly(archive) + "; " + EXPORT);
        }
        if (!archive.has("data.pkl") || !archive.has("constants.pkl")) {
            throw failure(file, "it is a zip archive but not TorchScript (no data.pkl and constants.pkl); " + EXPORT);
        }
        return new ScriptProgram(archive);
    }

    /** A whole model names classes of its author; a state dict names tensors and dictionaries only. */
    private static String weightsOnly(TorchArchive archive) {
        String model = ScriptPickle.foreignClass(archive.parsed("data.pkl", MOST_TEXT));
        return model == null
                ? "it is a checkpoint of weights only, without the program that uses them"
                : "it is a whole model saved by torch.save, which needs the Python program that defines " + model;
    }

    private static byte[] start(Path file) {
        if (Files.isDirectory(file)) {
            throw failure(file, "it is a folder, not a file; give the .pt file itself");
        }
        if (!Files.exists(file)) {
            throw failure(file, "there is no such file; check the path");
        }
        if (!Files.isRegularFile(file)) {
            throw failure(file, "it is not a regular file; give the .pt file itself");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(HEAD);
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    private static NetworkFailure failure(Path file, String reason) {
        return new NetworkFailure("cannot load network " + file + ": " + reason);
    }
}
