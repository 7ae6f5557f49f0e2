package org.eddp.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.eddp.baselines.BaselineMethod;
import org.eddp.baselines.BaselineOptions;
import org.eddp.directions.Directions;
import org.eddp.features.FeatureExtraction.Origin;
import org.eddp.features.FeatureSet;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.Folders;
import org.eddp.files.RemoteFiles;
import org.eddp.files.Version;
import org.eddp.files.json.Json;

/** Writes the files that make a folder a finished run. */
public final class NewRun {
    private NewRun() {}

    /**
     * Makes a folder ready for directions. A finished run stays until there is another to take its place.
     *
     * @param resume keep a finished run or a checkpoint
     */
    static void prepare(Path folder, boolean resume) {
        Folders.prepare(folder);
        if (!resume) {
            noteFormerResults(folder);
            delete(folder.resolve(Results.CHECKPOINT));
        }
    }

    /**
     * A command that was killed may leave a result without a note of its directions. Records that such results belong
     * to the directions that are replaced now.
     */
    private static void noteFormerResults(Path folder) {
        Path directions = folder.resolve(Results.DIRECTIONS.name());
        if (!Files.exists(directions)) {
            return;
        }
        ResultLog known = ResultLog.read(folder);
        ResultLog noted = known;
        for (Result<?> result : Results.NOTED) {
            if (Files.exists(folder.resolve(result.name()))
                    && known.of(result.name()).isEmpty()) {
                noted = noted.with(result.name(), new Result.Made(null, Digests.of(directions)));
            }
        }
        if (!noted.equals(known)) {
            noted.write(folder);
        }
    }

    /**
     * Writes a run of another method; it can be used like a learned one.
     *
     * @param folder created if needed
     * @param data description of the features, as JSON values
     */
    public static void write(
            Path folder,
            BaselineMethod method,
            BaselineOptions options,
            Map<String, Object> data,
            BaselineMethod.Fit fit) {
        prepare(folder, false);
        finish(
                folder,
                fit.directions(),
                digest -> new RunFile.BaselineRun(
                        Version.current(), method.label(), options, data, fit.details(), fit.concepts(), digest));
    }

    /**
     * Writes a run of directions that were trained elsewhere.
     *
     * @param folder created if needed
     * @param share of the patches on which every detector fires, if thresholds were chosen so; otherwise null
     */
    public static void write(
            Path folder,
            RunFile.ImportedRun.Imported imported,
            Double share,
            Map<String, Object> data,
            Directions directions) {
        prepare(folder, false);
        finish(folder, directions, digest -> new RunFile.ImportedRun(Version.current(), imported, share, data, digest));
    }

    /**
     * Writes directions, then {@code run.json}: its presence means "finished". The former {@code run.json} is deleted
     * first. So readers never take the new directions for those of the former run, even if this method fails.
     *
     * @param run makes the content of {@code run.json} from the digest of the directions
     */
    static void finish(Path folder, Directions directions, Function<String, RunFile> run) {
        delete(folder.resolve(Results.RUN));
        Path file = folder.resolve(Results.DIRECTIONS.name());
        Results.DIRECTIONS.write(file, directions);
        Json.writeSealed(folder.resolve(Results.RUN), run.apply(Digests.of(file)));
        delete(folder.resolve(Results.CHECKPOINT));
        delete(folder.resolve(Results.BEGUN));
    }

    /**
     * The description of features of a network in {@code run.json}.
     *
     * @param classes the images were restricted to, or null
     */
    public static Map<String, Object> data(FeatureSet set, List<Integer> classes) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("provenance", set.info().provenance());
        data.put("features", set.digest());
        data.put("classes", classes);
        return data;
    }

    /**
     * Writes where the parts of a run are.
     *
     * @param network given by the user, or null for its path when the features were extracted
     */
    public static void writeOrigin(Path run, FeatureSet features, Path network) {
        Origin origin = features.origin();
        Origin.write(run, network != null ? network : path(origin.network()), path(origin.images()), features.folder());
    }

    private static Path path(String known) {
        return known == null ? null : RemoteFiles.parse(known);
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw FileFailure.writing(file, e);
        }
    }
}
