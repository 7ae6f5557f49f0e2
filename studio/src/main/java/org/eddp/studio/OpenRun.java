package org.eddp.studio;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eddp.failure.Failure;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.images.source.ImageList;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.labels.ConceptNames;
import org.eddp.metrics.Atlas;
import org.eddp.metrics.ConceptMap;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.names.ClassNames;
import org.eddp.report.ConceptRanking;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.RunPictures;
import org.eddp.run.StoredAtlas;
import org.eddp.study.ExplanationStudy;
import org.eddp.study.OpenImage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open run. One request at a time uses it, because only one thread may write into a run. Long work runs beside it
 * ({@link #atlas}).
 */
final class OpenRun implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OpenRun.class);
    /** Pictures whose features are kept: a few megabytes. */
    private static final int KEPT_IMAGES = 16;

    private static final Duration RETRY = Duration.ofSeconds(30);
    private static final long LOOK_MILLIS = 100;
    /** Running searches for pictures in all runs. */
    private static final AtomicInteger SEARCHING = new AtomicInteger();

    private final String id;
    private final Path folder;
    private final Run.Options given;
    private final boolean keep;
    private Run.Options fitted;
    private volatile String name = "";
    private final Map<String, OpenImage> images = new LinkedHashMap<>(KEPT_IMAGES, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, OpenImage> eldest) {
            return size() > KEPT_IMAGES;
        }
    };
    private final ReentrantLock valuing = new ReentrantLock(true);
    private final List<String> remarks = new ArrayList<>();
    private final ImageTable table = new ImageTable(this);
    private final AuditTable audit;
    private String learned = "";
    private String named = "";
    private Run run;
    private Search search;
    private ConceptMap map;
    private RunPictures pictures;
    private String valued = "";
    private ConceptStatistics values;
    private ExplanationStudy explanations;
    private String ranked = "";
    private ConceptRanking ranking;
    private boolean byRemoval;

    /** @param keep whether what is found out may be kept in the run */
    OpenRun(String id, Path folder, Run.Options options, boolean keep) {
        this.id = id;
        this.folder = folder;
        given = options;
        this.keep = keep;
        audit = new AuditTable(folder);
    }

    String id() {
        return id;
    }

    /** The name of the run: that of its folder, with folders above it if another run has the same name. */
    String name() {
        return name;
    }

    /** Changes the name of the run. */
    void call(String other) {
        name = other;
    }

    Path folder() {
        return folder;
    }

    /** Uses the run; one caller at a time. */
    synchronized <T> T ask(Function<Run, T> question) {
        notice();
        return question.apply(run());
    }

    /**
     * Detects changes by commands since the last use. A run that was learned again is reopened; changed names are read
     * again.
     */
    private void notice() {
        String now = learnedAt();
        if (run != null && !now.equals(learned)) {
            forget();
        }
        learned = now;
        String names = FileStamp.of(folder, Results.LABELS.name(), Results.WORDS.name(), Results.GIVEN_NAMES.name());
        if (run != null && !names.equals(named)) {
            run.forgetNames();
        }
        named = names;
    }

    private void forget() {
        run.close();
        run = null;
        map = null;
        pictures = null;
        explanations = null;
        ranked = "";
        images.clear();
        remarks.clear();
        if (search != null) {
            search.stopped = true;
            search = null;
        }
    }

    /** A text that changes when the run is learned again. */
    String learnedAt() {
        return FileStamp.of(folder, Results.RUN, Results.DIRECTIONS.name());
    }

    /** Uses the run for long work. Opens it a second time, so that other callers do not have to wait. */
    <T> T alone(Monitor monitor, Function<Run, T> question) {
        return alone(monitor, given.request(), question);
    }

    /** The same; results that it writes say that a request made them. */
    <T> T alone(Monitor monitor, Request request, Function<Run, T> question) {
        try (Run own = Run.open(folder, options().withRequest(request), monitor)) {
            return question.apply(own);
        }
    }

    /** The options of the run: with the given names of classes, if their number matches the network. */
    private synchronized Run.Options options() {
        if (fitted == null) {
            fitted = unfitNames().isPresent() ? given.withClassNames(null) : given;
        }
        return fitted;
    }

    /** The remark that the given names of classes do not fit this run; otherwise empty. */
    Optional<String> unfitNames() {
        if (given.classNames() == null) {
            return Optional.empty();
        }
        ClassNames names = ClassNames.read(given.classNames());
        try (Run asked = Run.open(folder, given.withClassNames(null), Monitor.NONE)) {
            return asked.fits(names)
                    ? Optional.empty()
                    : Optional.of("the " + names.names().size() + " class names of " + names.source()
                            + " are not used for " + folder + ", whose network has another number of classes");
        } catch (Failure e) {
            return Optional.empty(); // a run that cannot be opened reports the reason itself
        }
    }

    private Run run() {
        if (run == null) {
            run = Run.open(folder, options(), new Monitor() {
                @Override
                public void onProgress(long done, long total) {}

                @Override
                public void remark(String text) {
                    if (!remarks.contains(text)) {
                        remarks.add(text);
                    }
                }
            });
            if (keep && options().classNames() != null) {
                run.keepClassNames();
            }
        }
        return run;
    }

    /** Whether results may be written into it. */
    boolean keeps() {
        return keep;
    }

    /** Its audit. */
    AuditTable audit() {
        return audit;
    }

    /** The predictions and labels of its images. */
    ImageTable table() {
        return table;
    }

    /** The map of its concepts, drawn once. To be used within {@link #ask}. */
    ConceptMap map() {
        if (map == null) {
            map = ConceptMap.of(run().directions());
        }
        return map;
    }

    /**
     * Its concepts in the order of pages, computed once. To be used within {@link #ask}.
     *
     * @param sizes patches on which each detector fires
     * @param patches of the feature set
     */
    ConceptRanking ranking(Run own, ConceptNames names, long[] sizes, long patches) {
        String now =
                named + FileStamp.of(folder, Results.HEALTH.name(), Results.SCORES.name()) + Arrays.hashCode(sizes);
        if (!now.equals(ranked)) {
            ranking = ConceptRanking.of(own, names, sizes, patches);
            ranked = now;
        }
        return ranking;
    }

    /** The images of its feature set, listed once. To be used within {@link #ask}. */
    RunPictures pictures() {
        if (pictures == null) {
            pictures = run().pictures();
        }
        return pictures;
    }

    /**
     * The values that its concepts take, read once. To be used before {@link #ask}, not within: if the run does not
     * have them, all features are read, and other callers should not wait for that.
     */
    ConceptStatistics values() {
        return values(Monitor.NONE);
    }

    /**
     * The same with a monitor.
     *
     * @param monitor may stop the work, also while waiting for another caller
     */
    ConceptStatistics values(Monitor monitor) {
        try {
            while (!valuing.tryLock(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                monitor.check("waiting for the statistics of concepts");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Stopped("waiting for the statistics of concepts was interrupted");
        }
        try {
            String now = learnedAt();
            if (values == null || !now.equals(valued)) {
                values = alone(monitor, own -> OpenImage.values(own, keep, monitor));
                valued = now;
            }
            return values;
        } finally {
            valuing.unlock();
        }
    }

    /**
     * Explains its images, prepared once. To be used within {@link #ask}.
     *
     * @param known the values that its concepts take; if null, images are explained by the paper's decomposition, which
     *     does not need them
     */
    ExplanationStudy explanations(ConceptStatistics known) {
        if (explanations == null || byRemoval != (known != null)) {
            byRemoval = known != null;
            ExplanationStudy.Options usual = ExplanationStudy.Options.DEFAULT;
            explanations = new ExplanationStudy(
                    run(),
                    byRemoval
                            ? usual
                            : new ExplanationStudy.Options(
                                    null, null, usual.maps(), ExplanationStudy.Undecided.LEARNED),
                    () -> known,
                    Monitor.NONE);
        }
        return explanations;
    }

    /** The remarks about the run so far. */
    synchronized List<String> remarks() {
        return List.copyOf(remarks);
    }

    /** An image as the network sees it; the last few are kept. To be used within {@link #ask}. */
    OpenImage image(ImageList.Entry image) {
        return images.computeIfAbsent(image.path().toString(), place -> OpenImage.of(run(), image));
    }

    /** The atlas, as far as it is known; the first call starts the search in the background. */
    synchronized Search atlas() {
        notice();
        if (search == null || search.isWorthAnotherTry()) {
            Search begun = new Search();
            search = begun;
            begun.start(() -> {
                try (Run own = Run.open(folder, options(), Monitor.NONE)) {
                    begun.looksThrough(own.features().images(), own.directions().concepts());
                    return StoredAtlas.of(own, keep, begun);
                }
            });
        }
        return search;
    }

    /**
     * The same for a list of many runs: starts the search only if no other is running.
     *
     * @return null if the atlas is unknown and not being searched
     */
    synchronized Search atlasInTurn() {
        notice();
        return search != null || SEARCHING.get() == 0 || Files.exists(folder.resolve(Results.ATLAS.name()))
                ? atlas()
                : null;
    }

    @Override
    public void close() {
        Search running;
        synchronized (this) {
            running = search;
        }
        if (running != null) {
            running.stop();
        }
        synchronized (this) {
            if (run != null) {
                run.close();
                run = null;
            }
        }
    }

    /** The work on an atlas. */
    static final class Search implements Monitor {
        private volatile Atlas atlas;
        private volatile String failure;
        private volatile String doing = "opening the run";
        private volatile double done;
        private volatile boolean stopped;
        private volatile long failed;
        private Thread thread;

        private void start(Supplier<Atlas> work) {
            SEARCHING.incrementAndGet();
            thread = new Thread(
                    () -> {
                        try {
                            atlas = work.get();
                        } catch (Stopped e) {
                            failure = "stopped";
                        } catch (RuntimeException | Error e) { // shown in the place of the pictures
                            failed = System.nanoTime();
                            failure = FailureText.sentence(e, "looking for pictures of concepts", LOG);
                        } finally {
                            SEARCHING.decrementAndGet();
                        }
                    },
                    "eddp-atlas");
            thread.setDaemon(true);
            thread.start();
        }

        private void looksThrough(int images, int concepts) {
            doing = String.format(
                    Locale.ROOT,
                    "looking through %,d pictures for those that show each of %,d concepts best",
                    images,
                    concepts);
        }

        /** The current step, in words. */
        String doing() {
            return doing;
        }

        private void stop() {
            stopped = true;
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void onProgress(long parts, long total) {
            done = total == 0 ? 0 : (double) parts / total;
        }

        @Override
        public boolean stopRequested() {
            return stopped;
        }

        /** Null while it is unknown. */
        Atlas atlas() {
            return atlas;
        }

        /** Missing files may have been restored. */
        private boolean isWorthAnotherTry() {
            return failure != null && !stopped && System.nanoTime() - failed > RETRY.toNanos();
        }

        /** The reason of a failure, otherwise null. */
        String failure() {
            return failure;
        }

        /** Share of the pass over the features that is done. */
        double done() {
            return done;
        }
    }
}
