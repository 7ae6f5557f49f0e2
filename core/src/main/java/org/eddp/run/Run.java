package org.eddp.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.eddp.directions.Directions;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSet.Provenance;
import org.eddp.features.Origin;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.FileNames;
import org.eddp.files.FolderLock;
import org.eddp.files.Request;
import org.eddp.labels.ConceptNames;
import org.eddp.monitor.Monitor;
import org.eddp.names.ClassNames;
import org.eddp.run.Result.Made;
import org.eddp.tensor.Workers;
import org.eddp.words.GivenNames;
import org.eddp.words.WordNames;

/**
 * A finished run: its directions, what they were made from, and every result that was made from them. What is asked for is
 * loaded once and kept until the run is closed.
 *
 * <p>Several threads may ask one run for its parts and results, and explain or edit images with it at the same time. Only one
 * thread at a time may write results into it.
 *
 * <p>Network and features are looked for where they were when the run was made unless the {@link Options} say otherwise,
 * and refused if they have changed since.
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
     * @param monitor told what is remarkable about the run and what it was made from
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

    /** On whose behalf it was opened. */
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
                    .orElseThrow(
                            () -> new FileFailure(
                                    folder + " was not made from the features of a network (its " + Results.RUN
                                            + " names none), so this is not available for it; use a run that was learned from a feature set"));
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

    /** Digest of the directions: tells results of these from results of others. */
    public synchronized String digest() {
        if (digest == null) {
            String found = Digests.of(path(Results.DIRECTIONS));
            requireUnchanged();
            requireOwn(found);
            digest = found;
        }
        return digest;
    }

    /** Directions or a {@code run.json} that were copied from another run are not taken for those of this one. */
    private void requireOwn(String found) {
        if (!RunFile.directions(folder.resolve(Results.RUN)).equals(found)) {
            requireUnchanged();
            throw new FileFailure(path(Results.DIRECTIONS) + " does not belong to " + Results.RUN
                    + " beside it, which has another digest of the directions: one of the two is damaged or of another run;"
                    + " restore both from one run, or learn it again");
        }
    }

    /** What is read now must belong to the run that was opened. */
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

    /** Whether the feature set is at hand, so that {@link #features} can be asked for. */
    public boolean hasFeatures() {
        return options.features() != null || (origin.features() != null && Files.exists(Path.of(origin.features())));
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

    /** The network it was made with, cut at its layer; loaded when it is first asked for something. */
    public RunNetwork network() {
        return network;
    }

    /** What the classes of the network are called. */
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
     * @return true also if the number of classes is not known, because neither features nor network are at hand
     */
    public boolean fits(ClassNames names) {
        OptionalInt classes = RunClassNames.classes(this);
        return classes.isEmpty() || names.fit(classes.getAsInt());
    }

    /** What its concepts are called. */
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

    /** Where a result is, or would be. */
    public Path path(Result<?> result) {
        return results.path(result);
    }

    /** Where something else is that results come with, such as {@link Results#REPORT}. */
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

    /** The right to write into the run: who is going to takes it before the work, not only before its result. */
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

    /** Notes what made a result that is there. */
    public void note(Result<?> result, String madeBy) {
        results.note(result, madeBy);
        if (result == Results.LABELS || result == Results.WORDS || result == Results.GIVEN_NAMES) {
            forgetNames();
        }
    }

    /**
     * Writes a result that says itself how it was made to a file of its own, as one of many explanations, or beside the
     * run.
     */
    public <T> void write(Result<T> result, Path place, T value) {
        results.write(result, place, value);
    }

    /** Notes beside results how they were asked for; once is enough for all of them. */
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
     * Where the things are that a run was made from, and on whose behalf it is used.
     *
     * @param network file of the network; null for where it was when the run was made
     * @param features feature set; null for where it was
     * @param images folder of the images of the feature set; null for where it was
     * @param classNames file with the name of class k in line k, or a word that {@link ClassNames#read} knows; null for the names
     *     that were given before, or else ImageNet's if the network has its classes
     * @param threads number of threads; results do not depend on it
     * @param request what new results say they were made by
     */
    public record Options(Path network, Path features, Path images, Path classNames, int threads, Request request) {
        /** Everything where it was, all cores, made by a program. */
        public static final Options DEFAULT =
                new Options(null, null, null, null, Runtime.getRuntime().availableProcessors(), Request.PROGRAM);

        public Options {
            if (threads < 1) {
                throw new IllegalArgumentException("threads = " + threads + " must be at least 1");
            }
        }

        /** The same with names of classes, see {@link #classNames}. */
        public Options withClassNames(Path names) {
            return new Options(network, features, images, names, threads, request);
        }

        /** The same with the names of classes that the run has. */
        public Options withoutClassNames() {
            return withClassNames(null);
        }

        /** Everything where it was, on behalf of somebody. */
        public static Options of(int threads, Request request) {
            return new Options(null, null, null, null, threads, request);
        }

        /** What new results say they were made by. */
        public String command() {
            return request.command();
        }
    }
}
