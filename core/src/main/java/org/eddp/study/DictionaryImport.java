package org.eddp.study;

import java.nio.file.Path;
import java.util.List;
import org.eddp.dictionaries.ArrayNames;
import org.eddp.dictionaries.Dictionary;
import org.eddp.dictionaries.DictionaryDirections;
import org.eddp.dictionaries.DictionaryFormat;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.files.Digests;
import org.eddp.files.FolderLock;
import org.eddp.files.Request;
import org.eddp.metrics.Clustering;
import org.eddp.monitor.Monitor;
import org.eddp.run.NewRun;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.RunFile.ImportedRun.Imported;
import org.eddp.study.measure.Splits;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/** Directions that were trained elsewhere, as a run that every later study takes. */
public final class DictionaryImport {
    private DictionaryImport() {}

    /**
     * What is read, and how.
     *
     * @param files that hold the arrays
     * @param format of the files, by name
     * @param names of the arrays where they are not the usual ones
     * @param subtractBias whether the encoder subtracts the decoder's bias from the features; null for what the format does
     * @param largest only so many units fire on a patch; null for what the file says
     * @param share of the patches on which every detector fires; null for the dictionary's own thresholds
     * @param network file of the network; null for where it was
     * @param threads number of threads; results do not depend on it
     * @param request what the run says it was made by
     */
    public record Options(
            List<Path> files,
            String format,
            ArrayNames names,
            Boolean subtractBias,
            Integer largest,
            Double share,
            Path network,
            int threads,
            Request request) {
        public Options {
            files = List.copyOf(files);
            DictionaryFormat.named(format);
            if (files.isEmpty()) {
                throw new IllegalArgumentException("no file to import; name at least one");
            }
            if (share != null && !(share > 0 && share < 1)) {
                throw new IllegalArgumentException("share = " + share + " of the patches must be within 0 .. 1");
            }
        }

        /** A file of a format, everything else as usual. */
        public static Options of(String format, Path... files) {
            int all = Runtime.getRuntime().availableProcessors();
            return new Options(List.of(files), format, ArrayNames.USUAL, null, null, null, null, all, Request.PROGRAM);
        }
    }

    /**
     * A finished run.
     *
     * @param concepts number of direction pairs
     * @param derived what the files do not say and follows from the features
     * @param clustering how the detectors divide the patches
     */
    public record Result(int concepts, List<String> derived, Clustering clustering) {}

    /** Reads a dictionary and writes the run. */
    public static Result run(FeatureSet set, Path folder, Options options, Monitor monitor) {
        DictionaryFormat format = DictionaryFormat.named(options.format());
        Dictionary dictionary = format.read(
                options.files(),
                new DictionaryFormat.Request(set.width(), options.names(), options.subtractBias(), options.largest()));
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
                    format.label(),
                    options.files().stream()
                            .map(file -> String.valueOf(file.getFileName()))
                            .toList(),
                    options.files().stream().map(Digests::of).toList(),
                    made.derived());
            NewRun.writeOrigin(folder, set, options.network());
            NewRun.write(
                    folder, imported, made.share(), NewRun.data(set, null), made.directions()); // says it is finished
            try (Run run = Run.open(folder, Run.Options.of(options.threads(), options.request()), Monitor.NONE)) {
                run.note(Results.DIRECTIONS, options.request().command());
            }
            return new Result(
                    dictionary.units(),
                    made.derived(),
                    Clustering.of(source, made.directions().detectors(), workers));
        }
    }
}
