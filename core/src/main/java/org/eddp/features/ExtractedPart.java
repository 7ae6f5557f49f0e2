package org.eddp.features;

import java.nio.file.Path;
import java.util.List;
import org.eddp.parts.Part;

/**
 * A finished part of a feature set.
 *
 * @param part which
 * @param folder where it is
 * @param shards number of shards of the whole set
 * @param own those of the part
 */
public record ExtractedPart(Part part, Path folder, int shards, List<FeatureSet.Info.Shard> own) {
    public ExtractedPart {
        own = List.copyOf(own);
    }

    /** Number of images with features. */
    public int images() {
        return own.stream().mapToInt(FeatureSet.Info.Shard::images).sum();
    }
}
