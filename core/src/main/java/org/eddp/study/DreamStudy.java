package org.eddp.study;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.failure.InvalidInput;
import org.eddp.faithfulness.Dream;
import org.eddp.faithfulness.DreamResults;
import org.eddp.faithfulness.DreamResults.ConceptDream;
import org.eddp.faithfulness.DreamResults.Control;
import org.eddp.faithfulness.DreamResults.DreamPicture;
import org.eddp.faithfulness.DreamResults.ImageDream;
import org.eddp.faithfulness.FaithfulnessStudy;
import org.eddp.faithfulness.FaithfulnessStudy.ConceptResult;
import org.eddp.faithfulness.FaithfulnessStudy.Starts;
import org.eddp.features.FeatureSet;
import org.eddp.files.FileFailure;
import org.eddp.files.FolderLock;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.input.Snapshot;
import org.eddp.labels.ConceptNames;
import org.eddp.learning.SignalVectors;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.RunPictures;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/** Tests whether the network of a run really writes concepts along their signal vectors. */
public final class DreamStudy {
    private static final double BYTE = 255;

    private final Run run;
    private final Options options;
    private final Monitor monitor;
    private final ConceptNames names;

    private DreamStudy(Run run, Options options, Monitor monitor) {
        this.run = run;
        this.options = options;
        this.monitor = monitor;
        names = run.conceptNames();
    }

    /**
     * Options of the study.
     *
     * @param concepts by number or name, or only "all"; null for those that are interpretable
     * @param most of these where none are listed: as many at random of more
     * @param start images to dream from
     * @param images per concept
     * @param literal images per concept for the literal protocol, 0 to leave it out
     * @param dream how an image is changed
     * @param pictures concepts whose dreams are kept as pictures
     * @param seed of the choice of concepts and images
     * @param overwrite replace the run's study even if it is of more concepts
     */
    public record Options(
            List<String> concepts,
            int most,
            Dream.Start start,
            int images,
            int literal,
            Dream.Options dream,
            int pictures,
            long seed,
            boolean overwrite) {
        /** Interpretable concepts, at most 100 of them, by our protocol and by the literal one. */
        public static final Options DEFAULT =
                new Options(null, 100, Dream.Start.TYPICAL, 20, 10, Dream.Options.of(1), 6, 1, false);

        public Options {
            if (most < 1) {
                throw new InvalidInput("concepts at random, " + most + ", must be at least 1");
            }
            if (images < 1 || literal < 0 || pictures < 0) {
                throw new InvalidInput("images per concept, " + images
                        + ", must be at least 1, those of the literal protocol, " + literal + ", and pictures, "
                        + pictures + ", not negative");
            }
        }

        /** The same with {@code concepts} changed. */
        public Options withConcepts(List<String> changed) {
            return new Options(changed, most, start, images, literal, dream, pictures, seed, overwrite);
        }

        /** The same with {@code most} changed. */
        public Options withMost(int changed) {
            return new Options(concepts, changed, start, images, literal, dream, pictures, seed, overwrite);
        }

        /** The same with {@code start} changed. */
        public Options withStart(Dream.Start changed) {
            return new Options(concepts, most, changed, images, literal, dream, pictures, seed, overwrite);
        }

        /** The same with {@code images} changed. */
        public Options withImages(int changed) {
            return new Options(concepts, most, start, changed, literal, dream, pictures, seed, overwrite);
        }

        /** The same with {@code literal} changed. */
        public Options withLiteral(int changed) {
            return new Options(concepts, most, start, images, changed, dream, pictures, seed, overwrite);
        }

        /** The same with {@code dream} changed. */
        public Options withDream(Dream.Options changed) {
            return new Options(concepts, most, start, images, literal, changed, pictures, seed, overwrite);
        }

        /** The same with {@code pictures} changed. */
        public Options withPictures(int changed) {
            return new Options(concepts, most, start, images, literal, dream, changed, seed, overwrite);
        }

        /** The same with {@code seed} changed. */
        public Options withSeed(long changed) {
            return new Options(concepts, most, start, images, literal, dream, pictures, changed, overwrite);
        }

        /** The same with {@code overwrite} changed. */
        public Options withOverwrite(boolean changed) {
            return new Options(concepts, most, start, images, literal, dream, pictures, seed, changed);
        }
    }

    /**
     * Dreams and writes the results.
     *
     * @param place folder of the result; null for the run itself
     */
    public static DreamResults run(Run run, Options options, Path place, Monitor monitor) {
        Path file = place == null ? run.path(Results.DREAMS) : place.resolve(Results.DREAMS.name());
        try (FolderLock lock = run.writing(file.toAbsolutePath().getParent())) {
            return new DreamStudy(run, options, monitor).run(file);
        }
    }

    private DreamResults run(Path file) {
        int[] chosen = withSignals(chosen(), run.directions());
        requireNoLarger(file, chosen.length);
        FeatureSet set = run.features();
        RunPictures source = run.pictures();
        Dream.Options how = withinPixels(options.dream(), source.preprocessing());
        Dream.Options literal = withinPixels(Dream.Options.literal(options.seed()), source.preprocessing());
        try (Scope scope = Scope.open()) {
            Starts starts = DreamStarts.of(
                    set,
                    run.directions().detectors(),
                    options.start(),
                    options.images(),
                    options.literal(),
                    options.seed(),
                    run.workers());
            Matrix all = SignalVectors.of(set, run.directions().detectors(), false, run.workers(), Monitor.NONE);
            List<ConceptResult> found = study(
                    new FaithfulnessStudy(run.network().layer(), run.directions(), all, how, literal),
                    chosen,
                    starts,
                    source);
            DreamResults results = results(
                    how,
                    literal,
                    found,
                    pictures(found, new Dream(run.network().layer(), how), starts.images(), source));
            run.write(Results.DREAMS, file, results);
            return results;
        }
    }

    private DreamResults results(
            Dream.Options how, Dream.Options literal, List<ConceptResult> found, List<DreamPicture> pictures) {
        List<Control> controls = known(found, ConceptResult::control);
        List<ImageDream> byTheLetter = known(found, ConceptResult::literal).stream()
                .flatMap(l -> l.images().stream())
                .toList();
        return new DreamResults(
                run.options().command(),
                run.digest(),
                how,
                literal,
                options.start(),
                options.images(),
                FaithfulnessStudy.FAITHFUL,
                share(known(found, ConceptResult::cosine)),
                share(known(found, ConceptResult::cosineWithoutSubsampling)),
                shareOf(byTheLetter, ImageDream::cosine),
                shareOf(byTheLetter, ImageDream::cosineWithoutSubsampling),
                mean(controls.stream().mapToDouble(c -> c.rank() == 1 ? 1 : 0)),
                mean(found.stream().flatMap(c -> c.images().stream()).mapToDouble(ImageDream::cosineOthers)),
                mean(controls.stream().mapToDouble(Control::bestOther)),
                found.stream().map(this::concept).toList(),
                pictures);
    }

    private static <T> List<T> known(List<ConceptResult> found, Function<ConceptResult, T> part) {
        return found.stream().map(part).filter(Objects::nonNull).toList();
    }

    private static double mean(DoubleStream numbers) {
        return numbers.average().orElse(0);
    }

    private static double share(List<Double> cosines) {
        return FaithfulnessStudy.share(cosines, FaithfulnessStudy.FAITHFUL);
    }

    private static Double shareOf(List<ImageDream> dreams, Function<ImageDream, Double> cosine) {
        return dreams.isEmpty() ? null : share(dreams.stream().map(cosine).toList());
    }

    private int[] chosen() {
        List<String> concepts = options.concepts();
        boolean every = concepts != null && concepts.equals(List.of("all"));
        if (concepts != null && !every) {
            return names.parse("concept", concepts, monitor::remark);
        }
        int[] all = IntStream.range(0, run.directions().concepts())
                .filter(i -> every || names.interpretable(i))
                .toArray();
        if (all.length == 0) {
            throw new NothingToCompare(
                    "no detector of this run is interpretable by its labels; choose some concepts, or all of them");
        }
        Seeds.shuffle(all, new SplittableRandom(options.seed()));
        return Arrays.stream(all).limit(options.most()).sorted().toArray();
    }

    private int[] withSignals(int[] chosen, Directions directions) {
        int[] lacking =
                Arrays.stream(chosen).filter(i -> !directions.hasSignal(i)).toArray();
        String why = Arrays.toString(lacking) + " have no signal vector (their detectors fire on fewer than 2 patches)";
        if (lacking.length == chosen.length) {
            throw new NothingToCompare(
                    "there is nothing to compare dreams with: concepts " + why + "; choose other concepts");
        }
        if (lacking.length > 0) {
            monitor.remark("left out: concepts " + why);
        }
        return Arrays.stream(chosen).filter(directions::hasSignal).toArray();
    }

    /** A study of few concepts does not replace a study of more. */
    private void requireNoLarger(Path file, int count) {
        if (options.overwrite() || !Files.exists(file)) {
            return;
        }
        int known = run.read(Results.DREAMS, file).map(d -> d.concepts().size()).orElse(0);
        if (known > count) {
            throw new LargerStudy(file + " holds a study of " + known + " concepts, this one is of " + count
                    + "; keep this one apart");
        }
    }

    /** Limits of the pixel values. */
    private static Dream.Options withinPixels(Dream.Options usual, Preprocessing preprocessing) {
        double[] mean = preprocessing.mean();
        double[] low = new double[mean.length];
        double[] high = new double[mean.length];
        for (int c = 0; c < mean.length; c++) {
            double deviation = preprocessing.deviation()[c];
            low[c] = -mean[c] / deviation;
            high[c] = (BYTE * preprocessing.scale() - mean[c]) / deviation;
        }
        return usual.withLimits(low, high);
    }

    /** A few concepts at a time, so that there is progress to see; it can be stopped before every dream. */
    private List<ConceptResult> study(FaithfulnessStudy study, int[] chosen, Starts starts, RunPictures source) {
        List<ConceptResult> found = new ArrayList<>();
        try (Monitor.Stage stage = monitor.stage("dream", chosen.length)) {
            int step = run.workers().threads();
            IntFunction<Tensor> pictures = image -> {
                stage.check("dreaming");
                return source.tensor(image);
            };
            for (int first = 0; first < chosen.length; first += step) {
                int[] some = Arrays.copyOfRange(chosen, first, Math.min(chosen.length, first + step));
                found.addAll(study.run(some, starts, source::name, pictures, run.workers()));
                stage.onProgress(first + some.length, chosen.length);
            }
        }
        return found;
    }

    private ConceptDream concept(ConceptResult result) {
        return new ConceptDream(
                names.of(result.concept()),
                result.cosine(),
                result.cosineWithoutSubsampling(),
                result.control(),
                result.literal(),
                result.images());
    }

    /** Concepts over the whole range of cosines, so that failures are seen too. */
    private List<DreamPicture> pictures(List<ConceptResult> found, Dream dream, int[][] starts, RunPictures source) {
        List<ConceptResult> usable = found.stream()
                .filter(c -> c.cosine() != null)
                .sorted(Comparator.comparing(c -> -c.cosine()))
                .toList();
        int count = Math.min(options.pictures(), usable.size());
        List<DreamPicture> shown = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            ConceptResult result = usable.get(count == 1 ? 0 : k * (usable.size() - 1) / (count - 1));
            ImageDream image = result.images().get(0);
            try (Scope scope = Scope.open()) {
                Tensor input = source.tensor(Arrays.stream(starts[result.concept()])
                        .filter(number -> source.name(number).equals(image.image()))
                        .findFirst()
                        .orElseThrow());
                Dream.Trajectory trajectory = dream.of(input, run.directions().detectors(), result.concept());
                shown.add(new DreamPicture(
                        names.of(result.concept()),
                        image.image(),
                        Snapshot.of(input.toFloats(), source.preprocessing()).address(),
                        Snapshot.of(trajectory.pixels(), source.preprocessing()).address(),
                        image.cosine()));
            }
        }
        return shown;
    }

    /** There is no concept to dream of; the user can choose others. */
    public static final class NothingToCompare extends InvalidInput {
        private static final long serialVersionUID = 1L;

        NothingToCompare(String message) {
            super(message);
        }
    }

    /** There is a study of more concepts; the new one can be written elsewhere, or replace it. */
    public static final class LargerStudy extends FileFailure {
        private static final long serialVersionUID = 1L;

        LargerStudy(String message) {
            super(message);
        }
    }
}
