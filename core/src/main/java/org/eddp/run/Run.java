package org.eddp.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.eddp.directions.Directions;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureExtraction.Origin;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSet.Provenance;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.FileNames;
import org.eddp.files.FolderLock;
import org.eddp.files.RemoteFiles;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.labels.ConceptNames;
import org.eddp.monitor.Monitor;
import org.eddp.names.ClassNames;
import org.eddp.run.Result.Made;
import org.eddp.tensor.Workers;
import org.eddp.words.GivenNames;
import org.eddp.words.WordNames;

/**
 * A finished run: its directions, their inputs, and all results. Parts are loaded on first use and kept until the run
 * is closed.
 *
 * <p>Several threads may use the parts and results of one run, and explain or edit images, at the same time. Only one
 * thread at a time may write results into it.
 *
 * <p>Network and features are opened at their old paths unless the {@link Options} give others, and refused if they
 * have changed.
 */
public final class Run implements AutoCloseable {
    private final Path folder;
    private final Options options;
    private final Monitor monitor;
    private final Origin origin;
    private final String opened;
    private final RunNetwork network;
    private final RunResults results;
    private RunFile file;
    private Provenance provenance;
    private Directions directions;
    private String digest;
    private FeatureSet features;
    private ClassNames classNames;
    private ConceptNames conceptNames;
    private Workers workers;

    private Run(Path folder, Options options, Monitor monitor) {
        this.folder = folder;
        this.options = options;
        this.monitor = monitor;
        origin = Origin.read(folder);
        opened = RunFolder.stamp(folder);
        network = new RunNetwork(this);
        results =
                new RunResults(folder, options, this::digest, () -> directions().concepts());
    }

    /** Opens a finished run with {@link Options#DEFAULT}. */
    public static Run open(Path folder) {
        return open(folder, Options.DEFAULT, Monitor.NONE);
    }

    /**
     * Opens a finished run.
     *
     * @param monitor receives remarks about the run and its inputs
     * @throws RunFailure.NotFinished if there is none
     */
    public static Run open(Path folder, Options options, Monitor monitor) {
        if (!RunFolder.awaitFinished(folder)) {
            throw new RunFailure.NotFinished(
                    folder + " is not a finished run: it has no " + Results.RUN + "; make one");
        }
        return new Run(folder, options, monitor);
    }

    /** Whether a folder holds a finished run. */
    public static boolean isFinished(Path folder) {
        return RunFolder.isFinished(folder);
    }

    /** Its folder. */
    public Path folder() {
        return folder;
    }

    /** Name of the folder. */
    public String name() {
        return FileNames.last(folder);
    }

    /** The options it was opened with. */
    public Options options() {
        return options;
    }

    /** How the directions were made. */
    public synchronized RunFile file() {
        if (file == null) {
            file = RunFile.read(folder.resolve(Results.RUN));
        }
        return file;
    }

    /** Whether its features come from a network. */
    boolean isOfNetwork() {
        return RunFile.provenance(folder.resolve(Results.RUN)).isPresent();
    }

    /** Where the features come from. */
    public synchronized Provenance provenance() {
        if (provenance == null) {
            provenance = RunFile.provenance(folder.resolve(Results.RUN))
                    .orElseThrow(() ->
                            new FileFailure(folder + " was not made from the features of a network (its " + Results.RUN
                                    + " names none), so this is not available for it; use a run that was"
                                    + " learned from a feature set"));
        }
        return provenance;
    }

    /** The direction pairs. */
    public synchronized Directions directions() {
        if (directions == null) {
            Directions read = Results.DIRECTIONS.read(path(Results.DIRECTIONS));
            requireUnchanged();
            digest();
            directions = read;
        }
        return directions;
    }

    /** Digest of the directions: identifies their results. */
    public synchronized String digest() {
        if (digest == null) {
            String found = Digests.of(path(Results.DIRECTIONS));
            requireUnchanged();
            requireOwn(found);
            digest = found;
        }
        return digest;
    }

    /** Refuses directions or a {@code run.json} copied from another run. */
    private void requireOwn(String found) {
        if (!RunFile.directions(folder.resolve(Results.RUN)).equals(found)) {
            requireUnchanged();
            throw new FileFailure(path(Results.DIRECTIONS) + " does not belong to " + Results.RUN
                    + " beside it, which has another digest of the directions: one of the two is damaged or of another"
                    + " run; restore both from one run, or learn it again");
        }
    }

    /** Refuses files of a run that has replaced the opened one. */
    private void requireUnchanged() {
        if (!opened.equals(RunFolder.stamp(folder))) {
            throw new FileFailure(
                    "the run " + folder + " was replaced by another while it was read; repeat the command");
        }
    }

    /** The feature set it was learned from, or another of the same layer of the same network. */
    public synchronized FeatureSet features() {
        if (features == null) {
            features = openFeatures(
                    RunFailure.MissingPart.Part.FEATURES.place(folder, options.features(), origin.features()));
        }
        return features;
    }

    /** Whether the feature set is available for {@link #features}. */
    public boolean hasFeatures() {
        return options.features() != null || (origin.features() != null && RemoteFiles.exists(origin.features()));
    }

    private FeatureSet openFeatures(Path place) {
        FeatureSet set = FeatureSet.open(place);
        Provenance own = provenance();
        Provenance other = set.info().provenance();
        if (!other.networkSha256().equals(own.networkSha256()) || !other.layer().equals(own.layer())) {
            throw new FileFailure("the features are of layer " + other.layer() + " of " + other.network()
                    + ", but the run " + folder + " is of layer " + own.layer() + " of " + own.network()
                    + "; extract features of the same layer of the same network");
        }
        if (!other.preprocessing().sameValues(own.preprocessing())) {
            throw new FileFailure("the features were made with " + other.preprocessing() + ", but those of the run "
                    + folder + " with " + own.preprocessing() + "; scale, mean, deviation and channels must agree");
        }
        return set;
    }

    /** The images of its feature set. */
    public RunPictures pictures() {
        return new RunPictures(
                RunFailure.MissingPart.Part.IMAGES.place(folder, options.images(), origin.images()), features());
    }

    /** The images of another feature set of the same layer. */
    public RunPictures pictures(FeatureSet set) {
        return new RunPictures(
                RunFailure.MissingPart.Part.IMAGES.place(
                        folder, null, set.origin().images()),
                set);
    }

    /** The network it was made with, cut at its layer; loaded on first use. */
    public RunNetwork network() {
        return network;
    }

    /** The names of the classes. */
    public synchronized ClassNames classNames() {
        if (classNames == null) {
            classNames = RunClassNames.of(this);
        }
        return classNames;
    }

    /** Keeps the names of the classes in the run, so that they need not be given again. */
    public void keepClassNames() {
        RunClassNames.keep(this);
    }

    /**
     * Whether names are of as many classes as its network has.
     *
     * @return true also if the number of classes is not known, because neither features nor network are available
     */
    public boolean fits(ClassNames names) {
        OptionalInt classes = RunClassNames.classes(this);
        return classes.isEmpty() || names.fit(classes.getAsInt());
    }

    /** The names of its concepts. */
    public synchronized ConceptNames conceptNames() {
        if (conceptNames == null) {
            for (Result<?> names : List.of(Results.LABELS, Results.WORDS, Results.GIVEN_NAMES)) {
                if (isStale(names)) {
                    monitor.remark(path(names)
                            + " names the concepts of other directions, from before the run was learned again;"
                            + " label it again");
                }
            }
            conceptNames = new ConceptNames(
                    directions().concepts(),
                    read(Results.LABELS).orElse(null),
                    read(Results.WORDS).map(WordNames::closest).orElse(Map.of()),
                    read(Results.GIVEN_NAMES).map(GivenNames::byNumber).orElse(Map.of()));
        }
        return conceptNames;
    }

    /** Invalidates the cached names, so that the next use reads them again: another process may have changed them. */
    public synchronized void forgetNames() {
        conceptNames = null;
    }

    /** Threads for work on it. */
    public synchronized Workers workers() {
        if (workers == null) {
            workers = new Workers(options.threads());
        }
        return workers;
    }

    /** The path of a result. */
    public Path path(Result<?> result) {
        return results.path(result);
    }

    /** The path of another file of the run, such as {@link Results#REPORT}. */
    public Path path(String name) {
        return folder.resolve(name);
    }

    /** Whether there is a result, made from the directions that the run has now. */
    public boolean has(Result<?> result) {
        return results.has(result);
    }

    /** Whether there is a result, but one of other directions than the run has now. */
    public boolean isStale(Result<?> result) {
        return results.isStale(result);
    }

    /** A result of the directions that the run has now, if there is one. */
    public <T> Optional<T> read(Result<T> result) {
        return results.read(result);
    }

    /**
     * The result in another file than its own, such as one of many explanations.
     *
     * @return empty if it is of other directions
     */
    public <T> Optional<T> read(Result<T> result, Path place) {
        return results.read(result, place);
    }

    /** All files of a result of which there may be many, in the order of their names. */
    public List<Path> files(Result<?> result) {
        return results.files(result);
    }

    /** How a result of the directions that the run has now was made, as far as that is known. */
    public Optional<Made> made(Result<?> result) {
        return results.made(result);
    }

    /** Writes a result of the directions that the run has now. */
    public <T> void write(Result<T> result, T value, String madeBy) {
        try (FolderLock lock = writing()) {
            result.write(path(result), value);
            note(result, madeBy);
        }
    }

    /** The lock for writing into the run. Take it before the work, not only before the result is written. */
    public FolderLock writing() {
        return writing(folder);
    }

    /**
     * Takes the lock for writing into a folder. If the folder of the run was moved or deleted, writing a result must not create
     * it again.
     *
     * @param place in the run, or anywhere else
     * @throws FileFailure if the folder of the run is gone
     */
    public FolderLock writing(Path place) {
        Path own = folder.toAbsolutePath().normalize();
        if (place.toAbsolutePath().normalize().startsWith(own) && !Files.exists(own)) {
            throw new FileFailure("the run " + folder + " was taken away; put it back and give the command again");
        }
        return FolderLock.take(place);
    }

    /** Records the origin of an existing result. */
    public void note(Result<?> result, String madeBy) {
        results.note(result, madeBy);
        if (result == Results.LABELS || result == Results.WORDS || result == Results.GIVEN_NAMES) {
            forgetNames();
        }
    }

    /** Writes a result that contains its origin to a separate file, as one of many explanations, or beside the run. */
    public <T> void write(Result<T> result, Path place, T value) {
        results.write(result, place, value);
    }

    /** Records the circumstances of results, once for all of them. */
    public void noteCircumstances(Path place) {
        results.noteCircumstances(place);
    }

    Monitor monitor() {
        return monitor;
    }

    Path networkPlace() {
        return RunFailure.MissingPart.Part.NETWORK.place(folder, options.network(), origin.network());
    }

    /** Closes what was opened for it: network and threads. */
    @Override
    public void close() {
        network.close();
        if (features != null) {
            features.close();
        }
        if (workers != null) {
            workers.close();
        }
    }

    /**
     * The locations of the inputs of a run, and the request that uses it.
     *
     * @param network file of the network; null for its path when the run was made
     * @param features feature set; null for its old path
     * @param images folder of the images of the feature set; null for its old path
     * @param classNames file with the name of class k in line k, or a word that {@link ClassNames#read} knows; null for
     *     the names that were given before, or else ImageNet's if the network has its classes
     * @param threads number of threads; results do not depend on it
     * @param request the origin recorded in new results
     */
    public record Options(Path network, Path features, Path images, Path classNames, int threads, Request request) {
        /** All inputs at their old paths, all cores, used by a program. */
        public static final Options DEFAULT =
                new Options(null, null, null, null, Runtime.getRuntime().availableProcessors(), Request.PROGRAM);

        public Options {
            if (threads < 1) {
                throw new InvalidInput("threads = " + threads + " must be at least 1");
            }
        }

        /** The same with names of classes, see {@link #classNames}. */
        public Options withClassNames(Path changed) {
            return new Options(network, features, images, changed, threads, request);
        }

        /** The same with {@code network} changed. */
        public Options withNetwork(Path changed) {
            return new Options(changed, features, images, classNames, threads, request);
        }

        /** The same with {@code features} changed. */
        public Options withFeatures(Path changed) {
            return new Options(network, changed, images, classNames, threads, request);
        }

        /** The same with {@code images} changed. */
        public Options withImages(Path changed) {
            return new Options(network, features, changed, classNames, threads, request);
        }

        /** The same with {@code threads} changed. */
        public Options withThreads(int changed) {
            return new Options(network, features, images, classNames, changed, request);
        }

        /** The same with {@code request} changed. */
        public Options withRequest(Request changed) {
            return new Options(network, features, images, classNames, threads, changed);
        }

        /** The origin recorded in new results. */
        public String command() {
            return request.command();
        }
    }
}
