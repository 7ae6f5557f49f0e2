package org.eddp.run;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eddp.baselines.BaselineOptions;
import org.eddp.features.FeatureSet.Provenance;
import org.eddp.files.json.Json;
import org.eddp.labels.Concept;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.LearningResult.LossCurve;
import tools.jackson.databind.JsonNode;

/** Content of {@code run.json}: how the directions of a run were made. Its presence means that the run is finished. */
public sealed interface RunFile {
    /** Description of the features; {@code provenance} and {@code features} if they come from a network. */
    Map<String, Object> data();

    /** Reads the file. */
    static RunFile read(Path file) {
        JsonNode content = Json.readTree(file);
        if (content.has("imported")) {
            return Json.read(file, ImportedRun.class);
        }
        return content.has("method") ? Json.read(file, BaselineRun.class) : Json.read(file, LearnedRun.class);
    }

    /** Where the features come from, if that is a network; reads {@code run.json} of any kind of run. */
    static Optional<Provenance> provenance(Path file) {
        NetworkData data = Json.readTolerantly(file, MadeFrom.class).data();
        return Optional.ofNullable(data).map(NetworkData::provenance);
    }

    /** Digest of the directions that the run was finished with; reads {@code run.json} of any kind of run. */
    static String directions(Path file) {
        return Json.readTolerantly(file, WithDirections.class).directions();
    }

    /** The part of {@code run.json} with the digest of its directions. */
    record WithDirections(String directions) {}

    /** The part of {@code run.json} with the origin of a run. */
    record MadeFrom(@Json.MayBeNull NetworkData data) {}

    /**
     * Features of a network.
     *
     * @param provenance of the features
     * @param features digest of their values
     * @param classes the images were restricted to, or null
     */
    record NetworkData(
            @Json.MayBeNull Provenance provenance,
            @Json.MayBeNull String features,
            @Json.MayBeNull Object classes) {}

    /**
     * A run whose directions another method gave.
     *
     * @param method its name
     * @param options of the method
     * @param details numbers about the fit
     * @param concepts the concept of each direction, null for methods without supervision
     */
    record BaselineRun(
            String eddp,
            String method,
            BaselineOptions options,
            @Json.MayHoldNulls Map<String, Object> data,
            @Json.MayHoldNulls Map<String, Object> details,
            @Json.MayBeNull @Json.MayHoldNulls List<Concept> concepts,
            String directions)
            implements RunFile {}

    /**
     * A run whose directions were trained elsewhere.
     *
     * @param imported their files
     * @param share of the patches on which every detector fires, if thresholds were chosen so; otherwise null
     */
    record ImportedRun(
            String eddp,
            Imported imported,
            @Json.MayBeNull Double share,
            @Json.MayHoldNulls Map<String, Object> data,
            String directions)
            implements RunFile {
        /**
         * Files of another program.
         *
         * @param format in which they were read
         * @param files their names
         * @param digests of their content, in the same order
         * @param derived the parts that were derived from the features, in words
         */
        public record Imported(String format, List<String> files, List<String> digests, List<String> derived) {}
    }

    /**
     * A run whose directions were learned.
     *
     * @param fingerprint of version, options and data
     * @param chosenStart which random start of step (a) was kept, from 1
     * @param outcome every loss at the end of step (d)
     * @param history every loss along the way
     */
    record LearnedRun(
            String eddp,
            String fingerprint,
            LearnOptions options,
            @Json.MayHoldNulls Map<String, Object> data,
            int chosenStart,
            Map<String, Outcome> outcome,
            List<LossCurve> history,
            String directions)
            implements RunFile {
        public LearnedRun {
            history = List.copyOf(history);
        }

        /** A final loss against its target, if it has one. */
        public record Outcome(
                double value,
                @Json.MayBeNull Double target,
                @Json.MayBeNull Boolean met) {
            static Map<String, Outcome> of(List<LossCurve> curves) {
                Map<String, Outcome> outcome = new LinkedHashMap<>();
                for (LossCurve curve : curves) {
                    if (curve.stage().equals("d")) {
                        double last = curve.values()[curve.values().length - 1];
                        Boolean met = curve.target() == null ? null : last <= curve.target();
                        outcome.put(curve.term(), new Outcome(last, curve.target(), met));
                    }
                }
                return outcome;
            }
        }
    }
}
