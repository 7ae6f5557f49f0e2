package org.eddp.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.eddp.features.FeatureSet;
import org.eddp.files.FileFailure;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/** The statistics of a run's concepts: read from the run if they are there, else computed from its features and kept. */
final class StoredStatistics {
    private static final String NAME = "concepts.safetensors";

    private StoredStatistics() {}

    /** Statistics with at least the usual quantiles and the given ones. */
    static ConceptStatistics of(RunOptions options, double... levels) {
        Path file = options.folder().resolve(NAME);
        boolean own = ownFeatures(options);
        if (own && Files.exists(file) && isNewer(file, options.folder().resolve("directions.safetensors"))) {
            ConceptStatistics known = ConceptStatistics.read(file);
            if (known.concepts() == options.open().directions().concepts() && has(known, levels)) {
                return known;
            }
        }
        FeatureSet set = options.open().features(options.features());
        System.err.println("statistics of " + set.patches() + " patches ...");
        double[] wanted = DoubleStream.concat(Arrays.stream(ConceptStatistics.defaultLevels()), Arrays.stream(levels))
                .distinct()
                .sorted()
                .toArray();
        try (Scope scope = Scope.open();
                Workers workers = new Workers(options.threads())) {
            ConceptStatistics statistics =
                    ConceptStatistics.of(set, options.open().directions().detectors(), wanted, workers);
            if (own) {
                statistics.write(file);
            }
            return statistics;
        }
    }

    /** Digest of the list of images that statistics are of. */
    static String source(RunOptions options) {
        return options.features() == null
                ? options.open().provenance().listSha256()
                : options.open()
                        .features(options.features())
                        .info()
                        .provenance()
                        .listSha256();
    }

    /** Whether the features are those the run was learned from, perhaps at another place: only of those are statistics kept. */
    private static boolean ownFeatures(RunOptions options) {
        return source(options).equals(options.open().provenance().listSha256());
    }

    private static boolean has(ConceptStatistics statistics, double[] levels) {
        return Arrays.stream(levels)
                .allMatch(l -> Arrays.stream(statistics.levels()).anyMatch(k -> Math.abs(k - l) < 1e-12));
    }

    /** A run that was learned anew has other detectors. */
    private static boolean isNewer(Path file, Path than) {
        try {
            return Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(than)) >= 0;
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }
}
