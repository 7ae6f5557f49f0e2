package org.eddp.experiments.truth;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.eddp.experiments.marks.MarkKind;
import org.eddp.experiments.truth.TruthTrial.Planted;
import org.eddp.failure.InvalidInput;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.eddp.files.FileNames;
import org.eddp.files.Folders;
import org.eddp.files.json.Json;
import org.eddp.images.input.Preprocessing;
import org.eddp.learning.LearnOptions.Scaling;
import org.eddp.monitor.Monitor;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Workers;

/** The benchmark of known causes: one trial per network and seed, each kept in its own folder and never repeated. */
public final class TruthBenchmark {
    private static final long PARTS = 1000;

    private final TruthOptions options;
    private final Workers workers;

    /**
     * A new benchmark.
     *
     * @param workers threads; not closed
     * @throws FileFailure if the pictures cannot be used
     */
    public TruthBenchmark(TruthOptions options, Workers workers) {
        this.options = options;
        this.workers = workers;
        TrialPictures.of(options, options.firstSeed()); // unusable pictures fail before anything is written
    }

    private record Due(TruthOptions.Subject subject, Preprocessing preprocessing, TruthTrial.Settings settings) {}

    /**
     * Makes the missing trials of the folder, and summarises all requested ones.
     *
     * @param folder of the trials
     * @throws org.eddp.monitor.Monitor.Stopped if the monitor stops the work; finished trials are kept
     */
    public TruthResults run(Path folder, Monitor monitor) {
        List<Due> all = due();
        List<TruthTrial> trials = new ArrayList<>();
        try (Monitor.Stage stage = monitor.stage("bench truth", all.size() * PARTS)) {
            for (int n = 0; n < all.size(); n++) {
                stage.check("the benchmark");
                trials.add(trial(all.get(n), folder, stage.part((double) n / all.size(), (n + 1.0) / all.size())));
                stage.onProgress((n + 1) * PARTS, all.size() * PARTS);
            }
        }
        TruthResults results = TruthResults.of(trials);
        Json.write(folder.resolve("truth.json"), results);
        return results;
    }

    private List<Due> due() {
        List<Due> all = new ArrayList<>();
        for (TruthOptions.Subject subject : options.networks()) {
            Preprocessing preprocessing;
            try (Network network = Networks.load(subject.file())) {
                preprocessing = subject.preprocessing().apply(network.input());
            }
            for (int s = 0; s < options.seeds(); s++) {
                all.add(new Due(
                        subject,
                        preprocessing,
                        new TruthTrial.Settings(
                                FileNames.last(subject.file()),
                                Digests.of(subject.file()),
                                Digests.of(Json.toText(preprocessing)),
                                options.pictures().name(),
                                options.size(),
                                options.firstSeed() + s)));
            }
        }
        return all;
    }

    private TruthTrial trial(Due due, Path folder, Monitor monitor) {
        TruthTrial.Settings settings = due.settings();
        Path place = folder.resolve(settings.network() + "-seed-" + settings.seed());
        Path file = place.resolve("trial.json");
        if (Files.exists(file)) {
            TruthTrial kept = Json.read(file, TruthTrial.class);
            if (!kept.settings().equals(settings)) {
                throw new FileFailure(place + " holds a trial with other settings, " + kept.settings() + " instead of "
                        + settings + "; choose another folder, or delete this trial");
            }
            return kept;
        }
        Folders.prepare(place);
        TruthTrial made = new TrialMaker(options, workers)
                .make(settings, due.subject().file(), due.preprocessing(), place, monitor);
        Json.writeSealed(file, made);
        return Json.read(file, TruthTrial.class); // the same numbers whether it is made now or was kept
    }

    /**
     * All trials and their summaries; the content of {@code truth.json}.
     *
     * @param summaries of all causes, of those that the learned concepts found if these are not all, by network if there
     *     are several, by kind of cause
     * @param trials network by network, seed by seed
     */
    public record TruthResults(List<TruthSummary> summaries, List<TruthTrial> trials) {
        private static final String ALL = "all causes";

        static TruthResults of(List<TruthTrial> trials) {
            List<String> methods = trials.get(0).methods();
            Map<String, List<Planted>> groups = new LinkedHashMap<>();
            for (TruthTrial trial : trials) {
                trial.causes().forEach(c -> add(groups, ALL, c));
            }
            List<Planted> found = groups.get(ALL).stream()
                    .filter(c -> c.concepts().get(0).found())
                    .toList();
            if (!found.isEmpty() && found.size() < groups.get(ALL).size()) {
                groups.put("causes found by the learned concepts", found);
            }
            if (trials.stream().map(t -> t.settings().network()).distinct().count() > 1) {
                trials.forEach(
                        t -> t.causes().forEach(c -> add(groups, t.settings().network(), c)));
            }
            trials.forEach(t -> t.causes().forEach(c -> add(groups, c.kind(), c)));
            List<TruthSummary> summaries = new ArrayList<>();
            groups.forEach((name, causes) -> summaries.add(TruthSummary.of(name, methods, causes)));
            return new TruthResults(summaries, trials);
        }

        private static void add(Map<String, List<Planted>> groups, String name, Planted cause) {
            groups.computeIfAbsent(name, n -> new ArrayList<>()).add(cause);
        }

        /** The results as tables. */
        public String text() {
            return new TruthTables(this).text();
        }
    }

    /**
     * The benchmark of known causes.
     *
     * @param networks each is tried with every seed
     * @param pictures and their source
     *
     * @param size of every trial
     * @param firstSeed of the trials of a network
     * @param seeds number of trials of a network
     */
    public record TruthOptions(List<Subject> networks, Pictures pictures, Size size, long firstSeed, int seeds) {
        private static final int MOST_SEEDS = 10_000;

        /** The source of pictures. */
        public sealed interface Pictures {
            /** Names them in the settings of a trial. */
            String name();
        }

        /**
         * Pictures of a folder; the causes are marks that are drawn on them.
         *
         * @param images one subfolder per class, or a dataset in Broden's layout
         * @param category of such a dataset, whose labels are the classes; null for the only one that labels whole pictures
         */
        public record Photographs(Path images, String category) implements Pictures {
            @Override
            public String name() {
                return FileNames.last(images) + (category == null ? "" : ", " + category);
            }
        }

        /**
         * Scenes of the drawn world; the causes are objects.
         *
         * @param train scenes of a class to learn from
         * @param test scenes of a class to judge by
         */
        public record World(int train, int test) implements Pictures {
            /** 125 and 30. */
            public static final World USUAL = new World(125, 30);

            static final int CLASSES = 4;
            static final int OBJECTS = 3;

            @Override
            public String name() {
                return "world, " + train + " and " + test;
            }
        }

        /**
         * A network.
         *
         * @param file ONNX or TorchScript
         * @param preprocessing how pictures become inputs, for what the network takes
         */
        public record Subject(Path file, Function<ImageInput, Preprocessing> preprocessing) {}

        /**
         * How large a trial is, and how its learning starts.
         *
         * @param classes that the heads tell apart
         * @param marks kinds of marks, each planted on a class of its own
         * @param concepts direction pairs I
         * @param pairs most pairs of test pictures of a cause
         * @param standardise how step (a) of learning standardises features
         */
        public record Size(int classes, int marks, int concepts, int pairs, Scaling standardise) {
            /** Ten classes, four marks, 24 concepts, 40 pairs of each cause. */
            public static final Size USUAL = new Size(10, 4, 24, 40, Scaling.PRINCIPAL);

            /** Five classes, two marks, 12 concepts, 10 pairs of each cause. */
            public static final Size QUICK = new Size(5, 2, 12, 10, Scaling.PRINCIPAL);

            /** The same of the drawn world, which has four classes and three objects to add. */
            public Size ofWorld() {
                return withClasses(World.CLASSES, Math.min(marks, World.OBJECTS));
            }

            public Size {
                int kinds = MarkKind.DRAWN.size();
                if (marks < 1 || marks > kinds) {
                    throw new InvalidInput("marks = " + marks + " must be within 1 .. " + kinds);
                }
                if (classes < Math.max(2, marks)) {
                    throw new InvalidInput("classes = " + classes + " must be at least " + Math.max(2, marks)
                            + ": every mark is planted on a class of its own");
                }
                if (concepts < 2) {
                    throw new InvalidInput("concepts = " + concepts + " must be at least 2");
                }
                if (pairs < 1) {
                    throw new InvalidInput("pairs = " + pairs + " must be at least 1");
                }
            }

            /** The same with {@code classes} and {@code marks} changed. */
            public Size withClasses(int many, int marked) {
                return new Size(many, marked, concepts, pairs, standardise);
            }

            public Size withConcepts(int changed) {
                return new Size(classes, marks, changed, pairs, standardise);
            }

            public Size withPairs(int changed) {
                return new Size(classes, marks, concepts, changed, standardise);
            }

            public Size withStandardise(Scaling changed) {
                return new Size(classes, marks, concepts, pairs, changed);
            }
        }

        /** One trial of the usual size for each network. */
        public static TruthOptions of(List<Subject> networks, Pictures pictures) {
            return new TruthOptions(networks, pictures, Size.USUAL, 1, 1);
        }

        public TruthOptions withSize(Size changed) {
            return new TruthOptions(networks, pictures, changed, firstSeed, seeds);
        }

        public TruthOptions withFirstSeed(long changed) {
            return new TruthOptions(networks, pictures, size, changed, seeds);
        }

        public TruthOptions withSeeds(int changed) {
            return new TruthOptions(networks, pictures, size, firstSeed, changed);
        }

        public TruthOptions {
            networks = List.copyOf(networks);
            if (networks.isEmpty()) {
                throw new InvalidInput("no network is given; name at least one");
            }
            if (seeds < 1 || seeds > MOST_SEEDS) {
                throw new InvalidInput("seeds = " + seeds + " must be within 1 .. " + MOST_SEEDS);
            }
        }
    }
}
