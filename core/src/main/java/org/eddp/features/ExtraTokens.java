package org.eddp.features;

import java.nio.file.Files;
import java.nio.file.Path;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Json;

/**
 * Content of {@code tokens-NNNNN.json}: the description of {@code tokens-NNNNN.npy} of a shard.
 *
 * <p>It is a separate file because most layers have no such tokens.
 *
 * @param perImage tokens of an image that are not patches
 * @param sha256 of {@code tokens-NNNNN.npy}
 */
record ExtraTokens(int perImage, String sha256) {
    ExtraTokens {
        if (perImage < 0) {
            throw new InvalidInput("perImage is " + perImage + ", it must not be negative");
        }
    }

    /** Those of a shard; 0 tokens if it has none. */
    static ExtraTokens of(Path folder, FeatureSet.Info.Shard shard) {
        Path file = folder.resolve(shard.tokensInfo());
        return Files.exists(file) ? Json.read(file, ExtraTokens.class) : new ExtraTokens(0, null);
    }
}
