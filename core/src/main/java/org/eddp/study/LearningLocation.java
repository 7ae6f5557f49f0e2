package org.eddp.study;

import java.nio.file.Path;
import org.eddp.directions.step.TiledStep.StepLocation;
import org.eddp.features.CachedFeatures;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.files.FileFailure;
import org.eddp.files.RemoteFiles;
import org.eddp.files.json.Json;
import org.eddp.parts.WorkerContext;
import org.eddp.study.measure.RunLocation;

/**
 * The features and the head of learning, for another process that sees the same files.
 *
 * @param json a {@link Description}
 */
record LearningLocation(String json) implements StepLocation {
    private static final long serialVersionUID = 1L;

    /**
     * Where they lie.
     *
     * @param features folder of the feature set
     * @param featuresDigest expected digest of the features
     * @param network file of the network, null for its path when the features were made
     * @param head whether the head is needed
     * @param memory bytes of features that a process holds at most
     */
    record Description(
            String features,
            String featuresDigest,
            @Json.MayBeNull String network,
            boolean head,
            long memory) {}

    static LearningLocation of(FeatureSet set, Path network, boolean head, long memory) {
        return new LearningLocation(Json.toText(new Description(
                RunLocation.absolute(set.folder()),
                set.digest(),
                network == null ? null : RunLocation.absolute(network),
                head,
                memory)));
    }

    @Override
    public Opened open(WorkerContext place) {
        Description asked = Json.fromText("a description of where to learn", json, Description.class);
        FeatureSet set = FeatureSet.open(RemoteFiles.parse(asked.features()));
        if (!set.digest().equals(asked.featuresDigest())) {
            set.close();
            throw new FileFailure("the features in " + asked.features()
                    + " are not those that the work was described with; give them to every process alike");
        }
        Path network = asked.network() == null ? null : RemoteFiles.parse(asked.network());
        HeadSource heads = new HeadSource(set, network, place.monitor());
        return new OpenedFiles(set, new CachedFeatures(set, asked.memory()), heads, asked.head() ? heads.head() : null);
    }

    private record OpenedFiles(FeatureSet set, CachedFeatures cached, HeadSource heads, Head head) implements Opened {
        @Override
        public FeatureSource features() {
            return cached;
        }

        @Override
        public void close() {
            cached.close();
            heads.close();
            set.close();
        }
    }
}
