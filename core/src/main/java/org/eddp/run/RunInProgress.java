package org.eddp.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.Version;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.files.json.Json;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.LearningResult;
import org.eddp.learning.LearningState;
import org.eddp.run.RunFile.LearnedRun;

/**
 * A run that is being learned: {@code checkpoint} until it is finished, then {@code directions.safetensors} and
 * {@code run.json}. A finished run in the same folder stays until then, so that readers find either the old run or the new one.
 *
 * <p>A fingerprint of the options and of the data ties the three together. A checkpoint or a finished run with other
 * options is rejected with a message that names the file; it is never silently continued. Nothing in these files depends on the
 * clock or on the machine, so two runs of the same options have the same bytes.
 */
public final class RunInProgress implements LearningState.Store {
    private static final String FINGERPRINT = "fingerprint";

    private final Path folder;
    private final LearnOptions options;
    private final Map<String, Object> data;
    private final String fingerprint;
    private final boolean resume;
    private final long intervalNanos;
    private long lastSave = System.nanoTime();

    /**
     * A run folder, created if needed.
     *
     * @param data description of the features as JSON values, for {@code run.json} and the fingerprint
     * @param resume continue from a checkpoint, and keep a finished run, if there is one
     * @param checkpointSeconds time between checkpoints
     */
    public RunInProgress(
            Path folder, LearnOptions options, Map<String, Object> data, boolean resume, double checkpointSeconds) {
        this.folder = folder;
        this.options = options;
        this.data = data;
        this.resume = resume;
        intervalNanos = (long) (checkpointSeconds * 1e9);
        fingerprint = Digests.of(Json.toText(options) + Json.toText(data) + Version.current());
        NewRun.prepare(folder, resume);
        if (!resume && Files.exists(folder.resolve(Results.RUN))) {
            Json.write(folder.resolve(Results.BEGUN), new Begun(fingerprint));
        }
    }

    /**
     * Content of {@code begun.json}, which exists while a finished run waits to be replaced. Without it, resuming would
     * mistake the old run for the new one.
     */
    private record Begun(String fingerprint) {}

    /** The finished run in this folder, or null if there is none or it must not be resumed. */
    public LearningResult finished() {
        Path file = folder.resolve(Results.RUN);
        if (!resume || !Files.exists(file)) {
            return null;
        }
        Path begun = folder.resolve(Results.BEGUN);
        if (Files.exists(begun)) {
            checkFingerprint(begun, Json.read(begun, Begun.class).fingerprint());
            return null;
        }
        LearnedRun run = Json.read(file, LearnedRun.class);
        checkFingerprint(file, run.fingerprint());
        return new LearningResult(
                Results.DIRECTIONS.read(folder.resolve(Results.DIRECTIONS.name())),
                run.chosenStart() - 1,
                run.history());
    }

    /** Writes the result and removes the checkpoint. */
    public void finish(LearningResult learned) {
        NewRun.finish(
                folder,
                learned.directions(),
                digest -> new LearnedRun(
                        Version.current(),
                        fingerprint,
                        options,
                        data,
                        learned.bestRestart() + 1,
                        LearnedRun.Outcome.of(learned.curves()),
                        learned.curves(),
                        digest));
    }

    private Path checkpoint() {
        return folder.resolve(Results.CHECKPOINT);
    }

    @Override
    public LearningState load() {
        if (!resume || !Files.exists(checkpoint())) {
            return null;
        }
        SafetensorsFile file = SafetensorsFile.read(checkpoint());
        checkFingerprint(checkpoint(), file.metadata().get(FINGERPRINT));
        return LearningState.of(file);
    }

    @Override
    public boolean due() {
        return System.nanoTime() - lastSave >= intervalNanos;
    }

    @Override
    public void save(LearningState state) {
        state.toFile().note(FINGERPRINT, fingerprint).write(checkpoint());
        lastSave = System.nanoTime();
    }

    private void checkFingerprint(Path file, String found) {
        if (!fingerprint.equals(found)) {
            throw new FileFailure("cannot resume from " + file
                    + ": it was made with other options, other data or another version of eddp; repeat the command"
                    + " that made it, or start in another folder");
        }
    }
}
