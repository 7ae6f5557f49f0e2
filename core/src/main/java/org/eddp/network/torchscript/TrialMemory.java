package org.eddp.network.torchscript;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.Json;
import org.eddp.files.Version;
import org.eddp.network.Network.ImageInput;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what trials found, one small file per network in a folder of the user. A folder that cannot be written to is no failure:
 * networks are tried again then.
 *
 * @param folder created when there is something to keep
 */
record TrialMemory(Path folder) {
    private static final Logger LOG = LoggerFactory.getLogger(TrialMemory.class);

    /** The file, the program that tried it, and what it was asked. */
    record Key(String name) {}

    /** In {@code EDDP_CACHE}, or where the system keeps such things. */
    static TrialMemory ofEnvironment() {
        String own = System.getenv("EDDP_CACHE");
        String caches = System.getenv("XDG_CACHE_HOME");
        Path folder = own != null && !own.isBlank()
                ? Path.of(own)
                : (caches != null && !caches.isBlank()
                                ? Path.of(caches)
                                : Path.of(System.getProperty("user.home"), ".cache"))
                        .resolve("eddp");
        return new TrialMemory(folder.resolve("trials"));
    }

    /** Changes with what counts as a place of a graph, since shapes are kept per place, and with how sizes are found. */
    private static final String PLACES = "modules and activations, no single patch";

    static Key key(Path file, ImageInput known, String output) {
        String asked = known == null ? "" : known.channels() + "x" + known.height() + "x" + known.width();
        return new Key(
                Digests.of(Digests.of(file) + " " + asked + " " + PLACES + " " + output + " " + Version.current()));
    }

    /** @return null if nothing is known */
    TrialFacts find(Key key) {
        Path file = file(key);
        if (!Files.isRegularFile(file)) {
            return null;
        }
        try {
            return Json.read(file, TrialFacts.class);
        } catch (FileFailure e) {
            LOG.debug("not remembered", e);
            return null;
        }
    }

    void keep(Key key, TrialFacts facts) {
        try {
            Files.createDirectories(folder);
            Json.write(file(key), facts);
        } catch (FileFailure | IOException e) {
            LOG.debug("not kept", e);
        }
    }

    private Path file(Key key) {
        return folder.resolve(key.name() + ".json");
    }
}
