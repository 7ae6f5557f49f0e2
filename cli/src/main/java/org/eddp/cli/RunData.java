package org.eddp.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSetInfo;
import org.eddp.features.Origin;
import org.eddp.files.Digests;

/** What run.json says of the features a run was made from, and where they lay. */
final class RunData {
    private RunData() {}

    /**
     * The entry {@code data} of run.json.
     *
     * @param classes the images were restricted to, or null
     */
    static Map<String, Object> of(FeatureSet set, List<Integer> classes) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("provenance", set.info().provenance());
        data.put(
                "features",
                Digests.of(String.join(
                        "",
                        set.info().shards().stream()
                                .map(FeatureSetInfo.Shard::features)
                                .toList())));
        data.put("classes", classes);
        return data;
    }

    /**
     * Writes origin.json of a run.
     *
     * @param network given by the user, or null for where it was when the features were extracted
     */
    static void writeOrigin(Path run, Path features, Path network) {
        Origin origin = Origin.read(features);
        Origin.write(run, network != null ? network : path(origin.network()), path(origin.images()), features);
    }

    private static Path path(String known) {
        return known == null ? null : Path.of(known);
    }
}
