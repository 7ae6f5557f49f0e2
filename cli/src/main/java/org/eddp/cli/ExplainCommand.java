package org.eddp.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.eddp.directions.Directions;
import org.eddp.explain.ExplainedImage;
import org.eddp.explain.Explainer;
import org.eddp.explain.Explanation;
import org.eddp.files.AtomicFile;
import org.eddp.files.Digests;
import org.eddp.files.Folders;
import org.eddp.files.Json;
import org.eddp.images.ImageEntry;
import org.eddp.images.ImageFailure;
import org.eddp.monitor.Stopped;
import org.eddp.names.Named;
import org.eddp.report.ExplanationIndex;
import org.eddp.report.ResultPages;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp explain}: why this image. */
@Command(
        name = "explain",
        header = "Why the network says what it says of an image, in concepts.",
        mixinStandardHelpOptions = true,
        description = {
            "Compares the logit of a class with that of a baseline at which every detector is undecided, and splits the"
                    + " difference into what every concept adds. For heads of pooling and one linear layer the split is"
                    + " exact, and the error of the sum is printed; for others it is the local first-order version.",
            "Writes a page, its figures and all numbers into the folder explanations of the run; of a folder of images also"
                    + " index.html, with what concepts did in all of them."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp explain --run runs/photos --image cock.jpg --class-names imagenet-classes.txt",
            "  ./eddp explain --run runs/photos --image cock.jpg --class cock --against hen --class-names names.txt",
            "  ./eddp explain --run runs/photos --image photos --json all.json"
        })
final class ExplainCommand implements Callable<Integer> {
    private static final int PRINTED = 10;

    @Mixin
    private RunOptions options;

    @Mixin
    private ImageOption image;

    @Option(names = "--class", paramLabel = "K", description = "Class to explain (default: the predicted one).")
    private String label;

    @Option(names = "--against", paramLabel = "K", description = "Explain the class as opposed to this one.")
    private String against;

    @Option(
            names = "--maps",
            paramLabel = "N",
            description = "Concepts shown as maps, strongest first (default: ${DEFAULT-VALUE}).")
    private int maps = 5;

    @Option(names = "--out", paramLabel = "DIR", description = "Where pages go (default: explanations in the run).")
    private Path out;

    @Override
    public Integer call() {
        if (maps < 1) {
            throw new IllegalArgumentException("--maps " + maps + " must be at least 1");
        }
        OpenRun run = options.open();
        List<ImageEntry> entries = image.entries();
        Path folder =
                Folders.prepare("--out", out != null ? out : options.folder().resolve("explanations"));
        List<ExplainedImage> all = new ArrayList<>();
        ExplanationIndex index = new ExplanationIndex(options.command());
        try (OpenNetwork network = new OpenNetwork(options)) {
            explain(run, entries, network, folder, all, index);
        } catch (Stopped e) {
            throw new Stopped(e.getMessage() + "; what was explained until then is in " + folder);
        }
        if (index.images() == 0) {
            throw new ImageFailure("no image could be explained");
        }
        if (options.json() != null) {
            Json.write(options.json(), entries.size() == 1 ? all.get(0) : all);
        }
        if (entries.size() > 1) {
            AtomicFile.writeString(folder.resolve("index.html"), index.page());
            System.out.println("images explained: " + index.images() + ", of which concepts have the smaller part in "
                    + index.doubtful() + " (correction and residual come to more)");
            System.out.println("Page: " + folder.resolve("index.html"));
        }
        return 0;
    }

    /** Explains one after the other into {@code index}, and whole into {@code all} if that is asked for. */
    private void explain(
            OpenRun run,
            List<ImageEntry> entries,
            OpenNetwork network,
            Path folder,
            List<ExplainedImage> all,
            ExplanationIndex index) {
        int classes = network.network().classes();
        try (Progress progress = new Progress("explain", entries.size())) {
            Integer chosen = label == null ? null : options.classNames().parse("--class", label, classes);
            Integer other = against == null ? null : options.classNames().parse("--against", against, classes);
            Explainer explainer = explainer(run, network, progress);
            ProgressMonitor watch = new ProgressMonitor(progress);
            for (int n = 0; n < entries.size(); n++) {
                watch.check("explaining");
                ImageEntry entry = entries.get(n);
                try {
                    ExplainedImage explained = explain(entry, network, explainer, chosen, other);
                    boolean only = entries.size() == 1;
                    Path page = write(explained, folder.resolve(name(entry, explained)), only);
                    if (only) {
                        progress.close(); // the page is named last, where it is looked for
                    }
                    progress.aside(() -> print(explained, only));
                    if (only) {
                        System.out.println("Page: " + page);
                    }
                    index.add(page.getFileName().toString(), explained);
                    if (options.json() != null) {
                        all.add(explained);
                    }
                } catch (ImageFailure e) {
                    if (entries.size() == 1) {
                        throw e;
                    }
                    progress.aside(() -> System.err.println("left out: " + e.getMessage()));
                }
                watch.onProgress(n + 1, entries.size());
            }
        }
    }

    private static Explainer explainer(OpenRun run, OpenNetwork network, Progress progress) {
        if (network.readout().isEmpty()) {
            progress.aside(() -> System.err.println(
                    "the head is more than pooling and one linear layer: explanations are of first order,"
                            + " and what lies beyond is printed as the error"));
        }
        return new Explainer(
                run.directions(), network.layer().grid(), run.provenance().activation(), network.head());
    }

    private ExplainedImage explain(
            ImageEntry entry, OpenNetwork network, Explainer explainer, Integer chosen, Integer other) {
        try (Scope scope = Scope.open()) {
            OpenNetwork.Seen seen = network.see(entry.path());
            Explanation explanation = explainer.with(seen.head()).explain(seen.rows(), chosen, other);
            ClassNames classes = options.classNames();
            return new ExplainedImage(
                    options.command(),
                    options.digest(),
                    entry.name(),
                    seen.picture().address(),
                    classes.of(explanation.label()),
                    other == null ? null : classes.of(other),
                    classes.of(explanation.predicted()),
                    options.conceptNames().all(),
                    explanation,
                    detections(
                            explanation,
                            seen.rows().toMatrix(),
                            network.layer().grid().width()));
        }
    }

    private List<ExplainedImage.Detection> detections(Explanation explanation, Matrix rows, int width) {
        Directions directions = options.open().directions();
        Matrix scores = rows.times(directions.filters());
        List<ExplainedImage.Detection> detections = new ArrayList<>();
        for (Explanation.Contribution c : explanation.strongest(maps)) {
            double[][] map = new double[rows.rows() / width][width];
            for (int p = 0; p < rows.rows(); p++) {
                map[p / width][p % width] =
                        scores.get(p, c.concept()) - directions.thresholds()[c.concept()];
            }
            detections.add(new ExplainedImage.Detection(c.concept(), map));
        }
        return detections;
    }

    /** Figures as files of their own are large; of a folder of images only the pages are written, which hold them too. */
    private static Path write(ExplainedImage explained, Path place, boolean figures) {
        Path folder = place.getParent();
        String name = place.getFileName().toString();
        Json.write(folder.resolve(name + ".json"), explained);
        AtomicFile.writeString(folder.resolve(name + ".html"), ResultPages.page(explained));
        if (figures) {
            FigureFiles.write(folder, name + "-bars", ResultPages.bars(explained));
            FigureFiles.write(folder, name + "-maps", ResultPages.maps(explained));
        }
        return folder.resolve(name + ".html");
    }

    /** The same picture and class have the same name; pictures of the same name from two folders do not meet. */
    private static String name(ImageEntry entry, ExplainedImage explained) {
        Named other = explained.against();
        return FileNames.unique(
                FileNames.stem(entry.name()) + "-"
                        + FileNames.of(explained.subject().replace(" rather than ", " vs ")),
                entry.name(),
                Digests.of(entry.path()),
                explained.label().number(),
                other == null ? "" : other.number());
    }

    private static void print(ExplainedImage explained, boolean full) {
        Explanation e = explained.explanation();
        System.out.printf(
                Locale.ROOT,
                "%s: predicted %s; explained: %s (probability %.3f, %s %.4f)%n",
                explained.image(),
                explained.predicted(),
                explained.subject(),
                e.probability(),
                explained.against() == null ? "logit" : "difference of the two logits",
                e.logit());
        System.out.printf(
                Locale.ROOT,
                "explanation logit %.4f = sample %.4f - baseline %.4f + correction %.4f + residual %.4f%s%n",
                e.explanationLogit(),
                e.sample(),
                e.baseline(),
                e.correction(),
                e.residual(),
                e.firstOrder()
                        ? String.format(Locale.ROOT, " + beyond first order %.4f", e.error())
                        : String.format(Locale.ROOT, "  (error %.1e relative)", e.relativeError()));
        if (!e.firstOrder() && !e.addsUp()) {
            System.err.printf(
                    Locale.ROOT,
                    "the parts miss the explanation logit by %.1e, more than rounding (%.0e) explains%n",
                    e.relativeError(),
                    Explanation.TOLERANCE);
        }
        if (full) {
            table(explained);
            if (e.mostlyUnaccounted()) {
                System.out.println(ResultPages.caution(e));
            }
        }
    }

    private static void table(ExplainedImage explained) {
        Explanation e = explained.explanation();
        System.out.printf(
                "%n%-28s %12s %10s %10s %11s %9s %8s%n",
                "concept", "contribution", "sample", "baseline", "correction", "relation", "patches");
        for (Explanation.Contribution c : e.strongest(PRINTED)) {
            Named name = explained.concepts().get(c.concept());
            System.out.printf(
                    Locale.ROOT,
                    "%-28s %12.4f %10.4f %10.4f %11.4f %9.4f %8d%n",
                    name,
                    c.contribution(),
                    c.sample(),
                    c.baseline(),
                    c.correction(),
                    c.relation(),
                    c.present());
        }
        int more = e.concepts().size() - PRINTED;
        System.out.println(more > 0 ? "... and " + more + " more concepts (in the page and the JSON file)\n" : "");
    }
}
