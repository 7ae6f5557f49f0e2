package org.eddp.run;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.eddp.features.Provenance;
import org.eddp.files.Json;

/** Content of {@code run.json}: how the directions of a run were made. Its presence means that the run is finished. */
public sealed interface RunFile permits LearnedRun, BaselineRun {
    /** Version that wrote it. */
    String eddp();

    /** What the features are; {@code provenance} and {@code features} where they come from a network. */
    Map<String, Object> data();

    /** Reads the file, also one of another version. */
    static RunFile read(Path file) {
        return Json.readTree(file).has("method")
                ? Json.readTolerantly(file, BaselineRun.class)
                : Json.readTolerantly(file, LearnedRun.class);
    }

    /** Where the features come from, if that is a network; reads {@code run.json} of any kind of run. */
    static Optional<Provenance> provenance(Path file) {
        NetworkData data = Json.readTolerantly(file, MadeFrom.class).data();
        return Optional.ofNullable(data).map(NetworkData::provenance);
    }

    /** The part of {@code run.json} that says what a run was made from. */
    record MadeFrom(NetworkData data) {}

    /**
     * Features of a network.
     *
     * @param provenance of the features
     * @param features digest of their values
     * @param classes the images were restricted to, or null
     */
    record NetworkData(Provenance provenance, String features, Object classes) {}
}
