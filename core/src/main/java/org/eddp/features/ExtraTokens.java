package org.eddp.features;

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
    static final ExtraTokens NONE = new ExtraTokens(0, null);

    ExtraTokens {
        if (perImage < 0) {
            throw new InvalidInput("perImage is " + perImage + ", it must not be negative");
        }
    }

    /** Those of a shard that has some. */
    static ExtraTokens of(Path folder, FeatureSet.Info.Shard shard) {
        return Json.read(folder.resolve(shard.tokensInfo()), ExtraTokens.class);
    }
}
