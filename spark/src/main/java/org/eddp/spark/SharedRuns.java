package org.eddp.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.eddp.files.FileFailure;
import org.eddp.run.Results;
import org.eddp.run.Run;

/**
 * The runs used by tasks of this process, cached while they do not change. There are many tasks, and checking the
 * network of a run takes a second for a large file. Their own networks are never loaded, see {@link SharedNetworks}.
 */
final class SharedRuns {
    private static final Map<RunFiles, Known> OPEN = new HashMap<>();

    private SharedRuns() {}

    /** A run as it was at some time. */
    private record Known(String stamp, Run run) {}

    static synchronized Run of(RunFiles place) {
        Run found = place.open();
        String stamp = stamp(found);
        Known known = OPEN.get(place);
        if (known == null || !known.stamp().equals(stamp)) {
            known = new Known(stamp, complete(found));
            OPEN.put(place, known);
        }
        return known.run();
    }

    /** A run loads its parts on demand, which is not thread-safe, so everything that tasks need is loaded here. */
    private static Run complete(Run run) {
        run.network().file();
        run.directions();
        run.digest();
        run.classNames();
        return run;
    }

    private static String stamp(Run run) {
        Path file = run.path(Results.DIRECTIONS);
        try {
            return Files.size(file) + " " + Files.getLastModifiedTime(file);
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }
}
