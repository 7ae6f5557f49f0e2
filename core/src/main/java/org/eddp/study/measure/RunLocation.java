package org.eddp.study.measure;

import java.nio.file.Path;
import org.eddp.files.FileFailure;
import org.eddp.files.Json;
import org.eddp.files.Request;
import org.eddp.parts.WorkerContext;
import org.eddp.run.Run;

/**
 * Where a run is, for another process that sees the same files, and what it must be.
 *
 * @param run folder
 * @param features folder of the feature set
 * @param network file, null for where it was when the run was made
 * @param directionsDigest what the directions must be
 * @param featuresDigest what the features must be
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
     * Opens it, or gives it as it was opened before.
     *
     * @return belongs to the place, not to be closed
     * @throws FileFailure if it is not what it must be
     */
    Run open(WorkerContext place) {
        return place.kept(Run.class, this, () -> {
            Run.Options where = new Run.Options(
                    network == null ? null : Path.of(network),
                    Path.of(features),
                    null,
                    null,
                    place.workers().threads(),
                    Request.PROGRAM);
            Run opened = Run.open(Path.of(run), where, place.monitor());
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
