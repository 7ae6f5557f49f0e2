package org.eddp.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.faithfulness.Dream;
import org.eddp.faithfulness.DreamResults;
import org.eddp.faithfulness.DreamingDirection;
import org.eddp.faithfulness.FaithfulnessStudy;
import org.eddp.faithfulness.MostConfident;
import org.eddp.features.FeatureSet;
import org.eddp.files.AtomicFile;
import org.eddp.files.FileFailure;
import org.eddp.files.Folders;
import org.eddp.files.Json;
import org.eddp.images.Snapshot;
import org.eddp.learning.SignalVectors;
import org.eddp.monitor.Monitor;
import org.eddp.report.ResultPages;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp dream}: whether signal vectors are faithful. */
@Command(
        name = "dream",
        header = "Whether the network really writes concepts along their signal vectors.",
        mixinStandardHelpOptions = true,
        description = {
            "Changes images that contain a concept so that its detector sees more of it, and compares the line along which"
                    + " the features move with the signal vector of the concept: with sub-sampling, and for signal vectors"
                    + " estimated from all patches.",
            "Writes dreams.json into the run, and a page with the histogram and pictures into its folder dreams; all of it into"
                    + " --out if given."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp dream --run runs/photos",
            "  ./eddp dream --run runs/photos --concepts 3,17 --images 5"
        })
final class DreamCommand implements Callable<Integer> {
    private static final int MOST_CONCEPTS = 100;
    private static final double BYTE = 255;

    @Mixin
    private RunOptions options;

    @Option(
            names = "--concepts",
            split = ",",
            paramLabel = "CONCEPT",
            description =
                    "Concepts to dream of, by number or name, or 'all' (default: those that are interpretable if the run"
                            + " is labelled, else all; of more than " + MOST_CONCEPTS
                            + " as many at random, as in the paper).")
    private List<String> concepts;

    @Option(
            names = "--images",
            paramLabel = "N",
            description = "Images per concept, those on which its detector is surest (default: ${DEFAULT-VALUE}).")
    private int images = 10;

    @Option(
            names = "--image-folder",
            paramLabel = "DIR",
            description = "The images of the feature set (default: where they were when it was made).")
    private Path folder;

    @Option(names = "--iterations", paramLabel = "N", description = "Steps of a dream (default: ${DEFAULT-VALUE}).")
    private int iterations = 40;

    @Option(
            names = "--rate",
            paramLabel = "X",
            description = "Root mean square of the change of pixels in one step, in the units of the network's input"
                    + " (default: ${DEFAULT-VALUE}).")
    private double rate = Dream.Options.of(1).rate();

    @Option(
            names = "--smoothness",
            paramLabel = "X",
            description = "Power with which the spectrum of a step falls off; 0 for the plain gradient"
                    + " (default: ${DEFAULT-VALUE}).")
    private double smoothness = Dream.Options.of(1).smoothness();

    @Option(
            names = "--pooled",
            description =
                    "One line through the features of all patches of an image, instead of one through their movements.")
    private boolean pooled;

    @Option(
            names = "--pictures",
            paramLabel = "N",
            description = "Concepts whose dreams are shown (default: ${DEFAULT-VALUE}).")
    private int pictures = 6;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of the transforms (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Folder for page, figures and dreams.json, beside the run (default: the run, its folder dreams).")
    private Path out;

    @Option(names = "--overwrite", description = "Replace the run's study even if it is of more concepts.")
    private boolean overwrite;

    @Override
    public Integer call() {
        if (images < 1 || pictures < 0) {
            throw new IllegalArgumentException(
                    "--images " + images + " must be at least 1, --pictures " + pictures + " not negative");
        }
        OpenRun run = options.open();
        ConceptNames names = options.conceptNames();
        int[] chosen = withSignals(chosen(names, run.directions()), run.directions());
        requireNoLarger(chosen.length);
        FeatureSet set = run.features(options.features());
        SetPictures source = SetPictures.of(run, set, folder);
        Path place =
                Folders.prepare("--out", out != null ? out : options.folder().resolve("dreams"));
        Dream.Options how = how(source);
        try (Scope scope = Scope.open();
                Workers workers = new Workers(options.threads());
                OpenNetwork network = new OpenNetwork(options)) {
            int[][] surest = MostConfident.images(set, run.directions().detectors(), images, workers);
            Matrix all = SignalVectors.of(set, run.directions().detectors(), false, workers, Monitor.NONE);
            List<FaithfulnessStudy.ConceptResult> found = study(
                    new FaithfulnessStudy(network.layer(), run.directions(), all, how),
                    chosen,
                    surest,
                    source,
                    workers);
            DreamResults results = new DreamResults(
                    options.command(),
                    options.digest(),
                    how,
                    images,
                    FaithfulnessStudy.FAITHFUL,
                    share(found, FaithfulnessStudy.ImageResult::cosine),
                    share(found, FaithfulnessStudy.ImageResult::cosineWithoutSubsampling),
                    share(found, FaithfulnessStudy.ImageResult::cosinePooled),
                    found.stream()
                            .flatMap(c -> c.images().stream())
                            .mapToDouble(FaithfulnessStudy.ImageResult::cosineOthers)
                            .average()
                            .orElse(0),
                    found.stream().map(c -> concept(c, names, source)).toList(),
                    pictures(found, new Dream(network.layer(), how), names, source));
            write(results, place);
            print(results);
        }
        return 0;
    }

    private int[] chosen(ConceptNames names, Directions directions) {
        boolean every = concepts != null && concepts.equals(List.of("all"));
        if (concepts != null && !every) {
            return names.parse("--concepts", concepts);
        }
        int[] all = IntStream.range(0, directions.concepts())
                .filter(i -> every || names.interpretable(i))
                .toArray();
        if (all.length == 0) {
            throw new IllegalArgumentException(
                    "no detector of this run is interpretable by its labels; choose some with --concepts, or all with"
                            + " --concepts all");
        }
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = all.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int other = all[i];
            all[i] = all[j];
            all[j] = other;
        }
        return Arrays.stream(all).limit(MOST_CONCEPTS).sorted().toArray();
    }

    private static int[] withSignals(int[] chosen, Directions directions) {
        int[] lacking =
                Arrays.stream(chosen).filter(i -> !directions.hasSignal(i)).toArray();
        String why = Arrays.toString(lacking) + " have no signal vector (their detectors fire on fewer than 2 patches)";
        if (lacking.length == chosen.length) {
            throw new IllegalArgumentException(
                    "there is nothing to compare dreams with: concepts " + why + "; choose others with --concepts");
        }
        if (lacking.length > 0) {
            System.err.println("left out: concepts " + why);
        }
        return Arrays.stream(chosen).filter(directions::hasSignal).toArray();
    }

    /** Pixels stay what a picture can hold. */
    private Dream.Options how(SetPictures source) {
        Dream.Options usual = Dream.Options.of(seed);
        double[] mean = source.preprocessing().mean();
        double[] low = new double[mean.length];
        double[] high = new double[mean.length];
        for (int c = 0; c < mean.length; c++) {
            double deviation = source.preprocessing().deviation()[c];
            low[c] = -mean[c] / deviation;
            high[c] = (BYTE * source.preprocessing().scale() - mean[c]) / deviation;
        }
        return usual.lasting(iterations)
                .stepping(rate, smoothness)
                .with(pooled ? DreamingDirection.Fit.POOLED : DreamingDirection.Fit.PER_PATCH)
                .within(low, high);
    }

    private static double share(
            List<FaithfulnessStudy.ConceptResult> found, Function<FaithfulnessStudy.ImageResult, Double> cosine) {
        return FaithfulnessStudy.share(found.stream().map(c -> c.mean(cosine)).toList(), FaithfulnessStudy.FAITHFUL);
    }

    /** A few concepts at a time, so that there is progress to see and a point to stop at. */
    private List<FaithfulnessStudy.ConceptResult> study(
            FaithfulnessStudy study, int[] chosen, int[][] surest, SetPictures source, Workers workers) {
        List<FaithfulnessStudy.ConceptResult> found = new ArrayList<>();
        try (Progress progress = new Progress("dream", chosen.length)) {
            ProgressMonitor watch = new ProgressMonitor(progress);
            int step = workers.threads();
            for (int first = 0; first < chosen.length; first += step) {
                watch.check("dreaming");
                int[] some = Arrays.copyOfRange(chosen, first, Math.min(chosen.length, first + step));
                found.addAll(study.run(some, surest, source::tensor, workers));
                watch.onProgress(first + some.length, chosen.length);
            }
        }
        return found;
    }

    private static DreamResults.ConceptDream concept(
            FaithfulnessStudy.ConceptResult result, ConceptNames names, SetPictures source) {
        return new DreamResults.ConceptDream(
                names.of(result.concept()),
                result.cosine(),
                result.cosineWithoutSubsampling(),
                result.images().stream()
                        .map(i -> new DreamResults.ImageDream(
                                source.name(i.image()),
                                i.cosine(),
                                i.cosineWithoutSubsampling(),
                                i.cosinePooled(),
                                i.cosineFilter(),
                                i.cosineOthers(),
                                i.patches(),
                                i.before(),
                                i.after(),
                                i.moved(),
                                i.apart()))
                        .toList());
    }

    /** Concepts over the whole range of cosines, so that failures are seen too. */
    private List<DreamResults.DreamPicture> pictures(
            List<FaithfulnessStudy.ConceptResult> found, Dream dream, ConceptNames names, SetPictures source) {
        List<FaithfulnessStudy.ConceptResult> usable = found.stream()
                .filter(c -> c.cosine() != null)
                .sorted(Comparator.comparing(c -> -c.cosine()))
                .toList();
        int count = Math.min(pictures, usable.size());
        List<DreamResults.DreamPicture> shown = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            FaithfulnessStudy.ConceptResult result = usable.get(count == 1 ? 0 : k * (usable.size() - 1) / (count - 1));
            FaithfulnessStudy.ImageResult image = result.images().get(0);
            try (Scope scope = Scope.open()) {
                Tensor input = source.tensor(image.image());
                Dream.Trajectory trajectory =
                        dream.of(input, options.open().directions().detectors(), result.concept());
                shown.add(new DreamResults.DreamPicture(
                        names.of(result.concept()),
                        source.name(image.image()),
                        Snapshot.of(input.toFloats(), source.preprocessing()).address(),
                        Snapshot.of(trajectory.pixels(), source.preprocessing()).address(),
                        image.cosine()));
            }
        }
        return shown;
    }

    private Path file() {
        return (out != null ? out : options.folder()).resolve("dreams.json");
    }

    /** A quick look at one concept should not cost the study of all. */
    private void requireNoLarger(int count) {
        if (overwrite || !Files.exists(file())) {
            return;
        }
        DreamResults known = Json.read(file(), DreamResults.class);
        if (known.directions().equals(options.digest()) && known.concepts().size() > count) {
            throw new FileFailure(
                    file() + " holds a study of " + known.concepts().size() + " concepts, this one is of " + count
                            + "; keep it apart with --out, or replace the other with --overwrite");
        }
    }

    private void write(DreamResults results, Path place) {
        Json.write(file(), results);
        AtomicFile.writeString(place.resolve("dreams.html"), ResultPages.page(results));
        FigureFiles.write(place, "histogram", ResultPages.histogram(results));
        if (!results.pictures().isEmpty()) {
            FigureFiles.write(place, "pictures", ResultPages.pictures(results));
        }
        if (options.json() != null) {
            Json.write(options.json(), results);
        }
        System.out.println("Page: " + place.resolve("dreams.html"));
    }

    private static void print(DreamResults results) {
        System.out.printf(
                "%-24s %7s %7s %7s %7s %7s %7s %7s %7s %7s %7s%n",
                "concept", "cosine", "all", "pooled", "filter", "w.x", "after", "moved", "apart", "patches", "images");
        for (DreamResults.ConceptDream c : results.concepts()) {
            System.out.printf(
                    Locale.ROOT,
                    "%-24s %7s %7s %7s %7s %7s %7s %7s %7s %7s %7d%n",
                    c.concept(),
                    number(c.cosine(), 3),
                    number(c.cosineWithoutSubsampling(), 3),
                    mean(c, DreamResults.ImageDream::cosinePooled, 3),
                    mean(c, DreamResults.ImageDream::cosineFilter, 3),
                    mean(c, DreamResults.ImageDream::before, 1),
                    mean(c, DreamResults.ImageDream::after, 1),
                    mean(c, DreamResults.ImageDream::moved, 1),
                    mean(c, DreamResults.ImageDream::apart, 1),
                    mean(c, DreamResults.ImageDream::patches, 1),
                    c.images().size());
        }
        System.out.printf(
                Locale.ROOT,
                "cosine: with the signal vector (all: estimated from all patches; pooled: one line through all patches of an"
                        + " image; filter: with the filter)%n"
                        + "at least %.1f: %.0f %% of the concepts with sub-sampling, %.0f %% without; %.0f %% with the pooled line%n"
                        + "mean cosine with signal vectors of other concepts: %.3f%n",
                results.faithful(),
                100 * results.share(),
                100 * results.shareWithoutSubsampling(),
                100 * results.sharePooled(),
                results.cosineOthers());
    }

    private static String mean(DreamResults.ConceptDream c, ToDoubleFunction<DreamResults.ImageDream> of, int digits) {
        return c.images().isEmpty()
                ? "-"
                : number(c.images().stream().mapToDouble(of).average().orElse(0), digits);
    }

    private static String number(Double value, int digits) {
        return value == null ? "-" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
