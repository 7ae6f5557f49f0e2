package org.eddp.network.torchscript;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.ZipException;
import org.eddp.files.FileFailure;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.script.ScriptFailure;
import org.eddp.tensor.script.ScriptModule;
import org.eddp.tensor.script.ScriptWriter;

/**
 * TorchScript files on disk: looked at before the engine does, which would allocate whatever they declare, and copied with
 * something put in.
 */
final class ScriptFile {
    static final String EXPORT = "export the network with torch.jit.trace(model.eval(), example).save(...)";
    private static final int MOST_INSERTED = 100;

    private ScriptFile() {}

    /** @throws NetworkFailure if the file is anything but a TorchScript archive */
    static void check(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw failure(file, "it is a folder, not a file; give the .pt file itself");
            }
            if (!Files.exists(file)) {
                throw failure(file, "there is no such file; check the path");
            }
            checkStart(file);
            ScriptArchive.check(file);
        } catch (ZipException e) {
            throw failure(
                    file, "its archive is damaged or cut short (" + e.getMessage() + "); copy or export it again");
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    private static void checkStart(Path file) throws IOException {
        byte[] start;
        try (InputStream in = Files.newInputStream(file)) {
            start = in.readNBytes(4);
        }
        if (start.length == 0) {
            throw failure(file, "it is empty; copy or export it again");
        }
        if (start.length >= 2 && (start[0] & 0xff) == 0x80 && start[1] >= 0 && start[1] <= 5) {
            throw failure(file, "it is a Python pickle (weights saved by an old torch.save); " + EXPORT);
        }
        if (start.length < 4 || start[0] != 'P' || start[1] != 'K') {
            throw failure(file, "it is not a TorchScript archive; " + EXPORT);
        }
    }

    /** See {@link ScriptNetwork#insert}. */
    static void insert(Path network, String layer, String name, ScriptWriter inserted, Path file) {
        check(network);
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try (ScriptModule module = ScriptModule.load(network)) {
            insert(module, layer, name, 1, inserted, part);
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (ScriptFailure e) {
            throw new NetworkFailure(
                    "cannot put a " + name + " behind layer " + layer + " of " + network + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw FileFailure.writing(file, e);
        } finally {
            discard(part);
        }
    }

    private static void insert(
            ScriptModule module, String layer, String name, int number, ScriptWriter inserted, Path file) {
        String numbered = number == 1 ? name : name + number;
        try {
            module.saveWithInserted(layer, numbered, inserted, file);
        } catch (ScriptFailure e) {
            if (number == MOST_INSERTED || !String.valueOf(e.getMessage()).contains("already has '" + numbered + "'")) {
                throw e;
            }
            insert(module, layer, name, number + 1, inserted, file);
        }
    }

    private static void discard(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            throw FileFailure.writing(part, e);
        }
    }

    static NetworkFailure failure(Path file, String reason) {
        return new NetworkFailure("cannot load network " + file + ": " + reason);
    }
}
