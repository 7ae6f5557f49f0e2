package org.eddp.directions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.Folders;
import org.eddp.files.Json;
import org.eddp.files.Safetensors;
import org.eddp.files.SafetensorsFile;
import org.eddp.files.Version;
import org.eddp.learning.CheckpointStore;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.Learned;
import org.eddp.learning.Learned.LossCurve;
import org.eddp.learning.LearningState;

/**
 * The folder of one run: {@code run.json}, {@code directions.safetensors} and, while learning, {@code checkpoint}.
 *
 * <p>A fingerprint of the options and of the data ties the three together: a checkpoint or a finished run of other
 * options is refused by name, never silently continued. Nothing in here depends on the clock or on the machine, so two
 * runs of the same options have the same bytes.
 */
public final class RunFolder implements CheckpointStore {
    private static final String FINGERPRINT = "fingerprint";
    private static final String RUN = "run.json";
    /** What later commands say of the directions in a folder, and would no longer be true of others. */
    private static final List<String> OF_A_RUN = List.of(
            "labels.json", "metrics.json", "linear-or.json", "influence.safetensors", "influence.json", "report.html");

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
     * @param data what the features are, for {@code run.json} and the fingerprint; values as JSON takes them
     * @param resume continue from a checkpoint, and keep a finished run, if there is one
     * @param checkpointSeconds time between checkpoints
     */
    public RunFolder(
            Path folder, LearnOptions options, Map<String, Object> data, boolean resume, double checkpointSeconds) {
        this.folder = Folders.prepare(folder);
        this.options = options;
        this.data = data;
        this.resume = resume;
        intervalNanos = (long) (checkpointSeconds * 1e9);
        fingerprint = Digests.of(Json.toText(options) + Json.toText(data) + Version.current());
        if (!resume) {
            delete(folder.resolve(RUN)); // or a later --resume would find an older run and take it for this one
            delete(checkpoint());
            forgetResults(folder);
        }
    }

    /** Deletes what later commands said of the directions in a folder, which is about to get others. */
    public static void forgetResults(Path folder) {
        OF_A_RUN.forEach(name -> delete(folder.resolve(name)));
    }

    /**
     * Content of {@code run.json}.
     *
     * @param fingerprint of version, options and data
     * @param chosenStart which random start of step (a) was kept, from 1
     * @param outcome every loss at the end of step (d)
     * @param history every loss along the way
     */
    public record Run(
            String eddp,
            String fingerprint,
            LearnOptions options,
            Map<String, Object> data,
            int chosenStart,
            Map<String, Outcome> outcome,
            List<LossCurve> history) {}

    /** A final loss against its target, if it has one. */
    public record Outcome(double value, Double target, Boolean met) {}

    /** The finished run in this folder, or null if there is none or it must not be resumed. */
    public Learned finished() {
        Path file = folder.resolve(RUN);
        if (!resume || !Files.exists(file)) {
            return null;
        }
        Run run = Json.read(file, Run.class);
        checkFingerprint(file, run.fingerprint());
        Directions directions = Directions.read(folder.resolve("directions.safetensors"));
        return new Learned(directions, run.chosenStart() - 1, run.history());
    }

    /** Writes the result and removes the checkpoint. {@code run.json} comes last: its presence means "finished". */
    public void finish(Learned learned) {
        learned.directions().write(folder.resolve("directions.safetensors"));
        Run run = new Run(
                Version.current(),
                fingerprint,
                options,
                data,
                learned.bestRestart() + 1,
                outcome(learned.curves()),
                learned.curves());
        Json.write(folder.resolve(RUN), run);
        delete(checkpoint());
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw FileFailure.writing(file, e);
        }
    }

    private static Map<String, Outcome> outcome(List<LossCurve> curves) {
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

    private Path checkpoint() {
        return folder.resolve("checkpoint");
    }

    @Override
    public LearningState load() {
        if (!resume || !Files.exists(checkpoint())) {
            return null;
        }
        SafetensorsFile file = Safetensors.read(checkpoint());
        checkFingerprint(checkpoint(), file.metadata().get(FINGERPRINT));
        return LearningState.of(file);
    }

    @Override
    public boolean due() {
        return System.nanoTime() - lastSave >= intervalNanos;
    }

    @Override
    public void save(LearningState state) {
        Safetensors.write(checkpoint(), state.toFile().note(FINGERPRINT, fingerprint));
        lastSave = System.nanoTime();
    }

    private void checkFingerprint(Path file, String found) {
        if (!fingerprint.equals(found)) {
            throw new FileFailure("cannot resume from " + file
                    + ": it was made with other options, other data or another version of eddp; repeat the command"
                    + " that made it, or start anew in another --out folder");
        }
    }
}
