package org.eddp.study;

import java.nio.file.Path;
import java.util.List;
import org.eddp.dictionaries.Dictionary;
import org.eddp.dictionaries.DictionaryDirections;
import org.eddp.dictionaries.DictionaryFormat;
import org.eddp.dictionaries.DictionaryFormat.ArrayNames;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.files.Digests;
import org.eddp.files.FolderLock;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.metrics.Metrics.Clustering;
import org.eddp.monitor.Monitor;
import org.eddp.run.NewRun;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.RunFile.ImportedRun.Imported;
import org.eddp.study.measure.Splits;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/** Directions that were trained elsewhere, as a run that all studies can use. */
public final class DictionaryImport {
    private DictionaryImport() {}

    /**
     * Options of the import.
     *
     * @param files that hold the arrays
     * @param format of the files
     * @param names of the arrays where they are not the usual ones
     * @param subtractBias whether the encoder subtracts the decoder's bias from the features; null for the default of
     *     the format
     * @param largest only so many units fire on a patch; null for the value in the file
     * @param share of the patches on which every detector fires; null for the dictionary's own thresholds
     * @param network file of the network; null for its old path
     * @param threads number of threads; results do not depend on it
     * @param request the origin recorded in the run
     */
    public record Options(
            List<Path> files,
            DictionaryFormat format,
            ArrayNames names,
            Boolean subtractBias,
            Integer largest,
            Double share,
            Path network,
            int threads,
            Request request) {
        public Options {
            files = List.copyOf(files);
            if (files.isEmpty()) {
                throw new InvalidInput("no file to import; name at least one");
            }
            if (share != null && !(share > 0 && share < 1)) {
                throw new InvalidInput("share = " + share + " of the patches must be within 0 .. 1");
            }
        }

        /** A file of a format, everything else as usual. */
        public static Options of(DictionaryFormat format, Path... files) {
            int all = Runtime.getRuntime().availableProcessors();
            return new Options(List.of(files), format, ArrayNames.USUAL, null, null, null, null, all, Request.PROGRAM);
        }

        /** The same with {@code names} changed. */
        public Options withNames(ArrayNames changed) {
            return new Options(files, format, changed, subtractBias, largest, share, network, threads, request);
        }

        /** The same with {@code subtractBias} changed. */
        public Options withSubtractBias(Boolean changed) {
            return new Options(files, format, names, changed, largest, share, network, threads, request);
        }

        /** The same with {@code largest} changed. */
        public Options withLargest(Integer changed) {
            return new Options(files, format, names, subtractBias, changed, share, network, threads, request);
        }

        /** The same with {@code share} changed. */
        public Options withShare(Double changed) {
            return new Options(files, format, names, subtractBias, largest, changed, network, threads, request);
        }

        /** The same with {@code network} changed. */
        public Options withNetwork(Path changed) {
            return new Options(files, format, names, subtractBias, largest, share, changed, threads, request);
        }

        /** The same with {@code threads} changed. */
        public Options withThreads(int changed) {
            return new Options(files, format, names, subtractBias, largest, share, network, changed, request);
        }

        /** The same with {@code request} changed. */
        public Options withRequest(Request changed) {
            return new Options(files, format, names, subtractBias, largest, share, network, threads, changed);
        }
    }

    /**
     * A finished run.
     *
     * @param concepts number of direction pairs
     * @param derived parts that were derived from the features
     * @param clustering how the detectors divide the patches
     */
    public record Result(int concepts, List<String> derived, Clustering clustering) {}

    /** Reads a dictionary and writes the run. */
    public static Result run(FeatureSet set, Path folder, Options options, Monitor monitor) {
        Dictionary dictionary = options.format()
                .read(
                        options.files(),
                        new DictionaryFormat.Request(
                                set.width(), options.names(), options.subtractBias(), options.largest()));
        set.verify();
        try (FolderLock lock = FolderLock.take(folder);
                Scope scope = Scope.open();
                Workers workers = new Workers(options.threads())) {
            FeatureSource source = set.inMemory(Splits.IN_MEMORY);
            DictionaryDirections made;
            try (Monitor.Stage stage = monitor.stage("import", 1000)) {
                made = DictionaryDirections.of(dictionary, source, options.share(), workers, stage);
            }
            Imported imported = new Imported(
                    options.format().label(),
                    options.files().stream()
                            .map(file -> String.valueOf(file.getFileName()))
                            .toList(),
                    options.files().stream().map(Digests::of).toList(),
                    made.derived());
            NewRun.writeOrigin(folder, set, options.network());
            NewRun.write(
                    folder,
                    imported,
                    made.share(),
                    NewRun.data(set, null),
                    made.directions()); // marks the run as finished
            try (Run run = Run.open(
                    folder,
                    Run.Options.DEFAULT.withThreads(options.threads()).withRequest(options.request()),
                    Monitor.NONE)) {
                run.note(Results.DIRECTIONS, options.request().command());
            }
            return new Result(
                    dictionary.units(),
                    made.derived(),
                    Clustering.of(source, made.directions().detectors(), workers));
        }
    }
}
