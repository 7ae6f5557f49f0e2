package org.eddp.study.measure;

import java.util.Arrays;
import org.eddp.features.FeatureSet;
import org.eddp.files.FileFailure;
import org.eddp.files.RemoteFiles;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.files.json.Json;
import org.eddp.influence.InfluenceOptions;
import org.eddp.influence.InfluenceRows;
import org.eddp.parts.PartialResult.PartialResultOrder;
import org.eddp.parts.Work;
import org.eddp.parts.WorkerContext;
import org.eddp.run.Run;

/**
 * Scores and tests concepts of a run; a unit is a concept.
 *
 * @param json a {@link Description}
 * @param samples the patches of every concept, packed; null to score only
 */
record InfluenceOrder(String json, byte[] samples) implements PartialResultOrder<InfluenceRows> {
    private static final long serialVersionUID = 1L;

    /**
     * The inputs.
     *
     * @param run with the features of the samples
     * @param asked folder of another feature set to measure on; null for that of the run
     * @param askedDigest its expected digest; null with it
     * @param options how
     */
    record Description(
            RunLocation run,
            @Json.MayBeNull String asked,
            @Json.MayBeNull String askedDigest,
            InfluenceOptions options) {
        static Description of(Run run, FeatureSet asked, InfluenceOptions options) {
            boolean own = asked == run.features();
            return new Description(
                    RunLocation.of(run),
                    own ? null : RunLocation.absolute(asked.folder()),
                    own ? null : asked.digest(),
                    options);
        }

        FeatureSet open(Run opened) {
            if (asked == null) {
                return opened.features();
            }
            FeatureSet set = FeatureSet.open(RemoteFiles.parse(asked));
            if (!set.digest().equals(askedDigest)) {
                throw new FileFailure("the features in " + asked
                        + " are not those that the work was described with; give them to every process alike");
            }
            return set;
        }
    }

    static InfluenceOrder of(Run run, FeatureSet asked, InfluenceOptions options, long[][] samples) {
        return new InfluenceOrder(
                Json.toText(Description.of(run, asked, options)), samples == null ? null : PackedSamples.pack(samples));
    }

    @Override
    public String title() {
        return "influence of concepts";
    }

    @Override
    public Work<InfluenceRows> open(WorkerContext place) {
        Description about = Json.fromText("a description of work", json, Description.class);
        Run run = about.run().open(place);
        return new InfluenceWork(
                run,
                about.open(run),
                about.options(),
                samples == null ? null : PackedSamples.unpack(samples),
                place.workers(),
                place.monitor());
    }

    @Override
    public InfluenceRows read(SafetensorsFile content) {
        return InfluenceRows.read(content);
    }

    /** Equal requests are equal, also if they were sent twice. */
    @Override
    public boolean equals(Object other) {
        return other instanceof InfluenceOrder order
                && json.equals(order.json)
                && Arrays.equals(samples, order.samples);
    }

    @Override
    public int hashCode() {
        return json.hashCode() + 31 * Arrays.hashCode(samples);
    }

    @Override
    public String toString() {
        return json + " with " + (samples == null ? 0 : samples.length) + " bytes of samples";
    }
}
