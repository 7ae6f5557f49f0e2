package org.eddp.study.measure;

import java.nio.file.Path;
import org.eddp.files.FileFailure;
import org.eddp.files.RemoteFiles;
import org.eddp.files.json.Json;
import org.eddp.parts.WorkerContext;
import org.eddp.run.Run;

/**
 * The location of a run for another process that sees the same files, with expected digests.
 *
 * @param run folder
 * @param features folder of the feature set
 * @param network file, null for its path when the run was made
 *
 * @param directionsDigest expected digest of the directions
 * @param featuresDigest expected digest of the features
 */
public record RunLocation(
        String run, String features, @Json.MayBeNull String network, String directionsDigest, String featuresDigest) {
    public static RunLocation of(Run run) {
        Path network = run.options().network();
        return new RunLocation(
                absolute(run.folder()),
                absolute(run.features().folder()),
                network == null ? null : absolute(network),
                run.digest(),
                run.features().digest());
    }

    public static String absolute(Path file) {
        return file.toAbsolutePath().normalize().toString();
    }

    /**
     * Opens it, or returns the open run.
     *
     * @return owned by the context, not to be closed
     * @throws FileFailure if a digest differs
     */
    Run open(WorkerContext place) {
        return place.kept(Run.class, this, () -> {
            Run.Options where = Run.Options.DEFAULT
                    .withNetwork(network == null ? null : RemoteFiles.parse(network))
                    .withFeatures(RemoteFiles.parse(features))
                    .withThreads(place.workers().threads());
            Run opened = Run.open(RemoteFiles.parse(run), where, place.monitor());
            if (!opened.digest().equals(directionsDigest)
                    || !opened.features().digest().equals(featuresDigest)) {
                opened.close();
                throw new FileFailure("the directions in " + run + " or the features in " + features
                        + " are not those that the work was described with; give both to every process alike");
            }
            return opened;
        });
    }
}
