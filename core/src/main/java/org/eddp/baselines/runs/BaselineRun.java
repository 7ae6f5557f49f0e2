package org.eddp.baselines.runs;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eddp.directions.RunFolder;
import org.eddp.files.Folders;
import org.eddp.files.Json;
import org.eddp.files.Version;
import org.eddp.labels.Concept;

/**
 * Content of {@code run.json} of a baseline.
 *
 * @param eddp version that wrote it
 * @param method name of the method
 * @param options of the method
 * @param data what the features are; {@code provenance} where they come from a network
 * @param details numbers about the fit
 * @param concepts what each direction was taught, null for methods without supervision
 */
public record BaselineRun(
        String eddp,
        String method,
        BaselineOptions options,
        Map<String, Object> data,
        Map<String, Object> details,
        List<Concept> concepts) {
    private static final String NAME = "run.json";

    /**
     * Writes a run folder, created if needed, that later commands take as they take a learned one. Results of a former run in it
     * go.
     *
     * @param data what the features are; values as JSON takes them
     */
    public static void write(
            Path folder, BaselineMethod method, BaselineOptions options, Map<String, Object> data, BaselineFit fit) {
        RunFolder.forgetResults(Folders.prepare(folder));
        fit.directions().write(folder.resolve("directions.safetensors"));
        Json.write(
                folder.resolve(NAME),
                new BaselineRun(Version.current(), method.label(), options, data, fit.details(), fit.concepts()));
    }

    /** Reads {@code run.json} of a baseline; of a learned run, {@code method} and {@code concepts} are null. */
    public static BaselineRun read(Path folder) {
        return Json.readTolerantly(folder.resolve(NAME), BaselineRun.class);
    }
}
