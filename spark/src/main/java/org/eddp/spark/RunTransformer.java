package org.eddp.spark;

import org.apache.spark.ml.param.Param;
import org.eddp.run.Run;

/**
 * A transformer that uses the concepts of a run. Without a parameter, the network is that of the run at its old path;
 * another network is refused.
 *
 * @param <T> the transformer itself
 */
public abstract class RunTransformer<T extends RunTransformer<T>> extends ImageTransformer<T> {
    private static final long serialVersionUID = 1L;

    private final Param<String> run;

    RunTransformer(String uid) {
        super(uid);
        run = text(
                "run",
                "folder of a finished run: a path that all machines see, or the name of an archive sent with"
                        + " --archives",
                null);
    }

    /** Folder of the run. */
    public final Param<String> run() {
        return run;
    }

    public final String getRun() {
        return value(run);
    }

    public final T setRun(String folder) {
        return with(run, folder);
    }

    /** The names of the concepts, in the order of the vectors; read from the run. */
    public final String[] conceptNames() {
        try (Run opened = place().open()) {
            return opened.conceptNames().all().stream().map(Object::toString).toArray(String[]::new);
        }
    }

    final RunFiles place() {
        parseGrid(getGrid());
        return new RunFiles(required(run), getNetwork(), getGrid());
    }
}
