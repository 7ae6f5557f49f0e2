package org.eddp.run;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.eddp.features.FeatureSet;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Scope;

/** The statistics of a run's concepts: read from the run if they are there, else computed from its features and kept. */
public final class StoredStatistics {
    private static final int PARTS = 1000;

    private StoredStatistics() {}

    /** Statistics with at least the usual quantiles and the given ones. */
    public static ConceptStatistics of(Run run, Monitor monitor, double... levels) {
        return of(run, true, monitor, levels);
    }

    /** The same, kept in the run only if that is wanted. */
    public static ConceptStatistics of(Run run, boolean keep, Monitor monitor, double... levels) {
        boolean own = ownFeatures(run);
        if (own && run.made(Results.STATISTICS).isPresent()) {
            ConceptStatistics known = run.read(Results.STATISTICS).orElse(null);
            if (known != null && known.concepts() == run.directions().concepts() && has(known, levels)) {
                return known;
            }
        }
        FeatureSet set = run.features();
        monitor.remark("statistics of " + set.patches() + " patches ...");
        double[] wanted = DoubleStream.concat(Arrays.stream(ConceptStatistics.defaultLevels()), Arrays.stream(levels))
                .distinct()
                .sorted()
                .toArray();
        try (Scope scope = Scope.open();
                Monitor.Stage stage = monitor.stage("statistics", PARTS)) {
            ConceptStatistics statistics =
                    ConceptStatistics.of(set, run.directions().detectors(), wanted, run.workers(), stage);
            if (own && keep) {
                KeptResult.keep(run, Results.STATISTICS, statistics, "statistics of concepts are", monitor);
            }
            return statistics;
        }
    }

    /** Digest of the list of images that statistics are of. */
    public static String source(Run run) {
        return run.options().features() == null
                ? run.provenance().listSha256()
                : run.features().info().provenance().listSha256();
    }

    /** Whether the features are those the run was learned from, perhaps at another place: only of those are statistics kept. */
    private static boolean ownFeatures(Run run) {
        return source(run).equals(run.provenance().listSha256());
    }

    private static boolean has(ConceptStatistics statistics, double[] levels) {
        return Arrays.stream(levels)
                .allMatch(l -> Arrays.stream(statistics.levels()).anyMatch(k -> Math.abs(k - l) < 1e-12));
    }
}
