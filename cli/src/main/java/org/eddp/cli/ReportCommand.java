package org.eddp.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eddp.directions.Detectors;
import org.eddp.explain.ExplainedImage;
import org.eddp.faithfulness.DreamResults;
import org.eddp.features.FeatureSet;
import org.eddp.files.AtomicFile;
import org.eddp.files.FileFailure;
import org.eddp.files.Json;
import org.eddp.images.ImageFailure;
import org.eddp.images.Picture;
import org.eddp.influence.InfluenceResults;
import org.eddp.intervene.CorrectionResults;
import org.eddp.intervene.EditedImage;
import org.eddp.labels.Labels;
import org.eddp.learning.Learned.LossCurve;
import org.eddp.metrics.Clustering;
import org.eddp.metrics.Metrics;
import org.eddp.metrics.TopImages;
import org.eddp.monitor.Monitor;
import org.eddp.report.RunReport;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp report}: everything about a run as one page. */
@Command(
        name = "report",
        header = "Everything computed about a run so far, as one page.",
        mixinStandardHelpOptions = true,
        description = {
            "Collects what eddp learn, label, evaluate, influence, explain, edit, correct and dream left in the folder of a"
                    + " run into one HTML page that needs no other file. Names what has not been computed yet."
        },
        footer = {"", "Example:", "  ./eddp report --run runs/photos"})
final class ReportCommand implements Callable<Integer> {
    private static final String OUTDATED =
            " was computed with other directions, before the run was learned anew; repeat the command";

    @Mixin
    private RunOptions options;

    @Option(
            names = "--most",
            paramLabel = "N",
            description = "Explanations and edits to include, the first by name (default: ${DEFAULT-VALUE}).")
    private int most = 10;

    @Option(names = "--out", paramLabel = "FILE", description = "The page (default: report.html in the run).")
    private Path out;

    @Option(
            names = "--pictures",
            paramLabel = "N",
            description = "Pictures per concept, 0 for none (default: ${DEFAULT-VALUE}).")
    private int picturesPerConcept = 4;

    @Option(
            names = "--image-folder",
            paramLabel = "DIR",
            description = "Where the images are (default: where they were when features were extracted).")
    private Path images;

    private final List<String> notes = new ArrayList<>();
    private long patches;

    /** The part of run.json that is needed here. */
    private record History(List<LossCurve> history) {}

    @Override
    public Integer call() {
        OpenRun run = options.open();
        Path folder = options.folder();
        Clustering clustering = clustering(run);
        RunReport.Content content = new RunReport.Content(
                run.provenance().network() + ", layer " + run.provenance().layer(),
                folder.toString(),
                run.directions().concepts(),
                patches,
                clustering,
                cards(run),
                history(folder),
                isCurrent("labels.json") ? Labels.read(folder) : null,
                isCurrent("metrics.json") ? Metrics.read(folder) : null,
                commands(),
                one("influence.json", InfluenceResults.class, InfluenceResults::directions),
                all("explanations", ExplainedImage.class, ExplainedImage::directions),
                all("edits", EditedImage.class, EditedImage::directions),
                all("corrections", CorrectionResults.class, CorrectionResults::directions),
                one("dreams.json", DreamResults.class, DreamResults::directions),
                notes,
                options.command());
        Path page = out != null ? out : folder.resolve("report.html");
        AtomicFile.writeString(page, RunReport.html(content));
        notes.forEach(note -> System.err.println("left out: " + note));
        System.out.println("Report: " + page);
        if (options.json() != null) {
            Json.write(options.json(), content);
        }
        return 0;
    }

    /** Empty for baselines, which record no losses. */
    private static List<LossCurve> history(Path folder) {
        List<LossCurve> history =
                Json.readTolerantly(folder.resolve("run.json"), History.class).history();
        return history == null ? List.of() : history;
    }

    /** Empty with a note if images or features are gone. */
    private List<RunReport.Card> cards(OpenRun run) {
        if (picturesPerConcept == 0) {
            return List.of();
        }
        try (Scope scope = Scope.open();
                Workers workers = new Workers(options.threads())) {
            FeatureSet set = run.features(options.features());
            SetPictures pictures = SetPictures.of(run, set, images);
            Detectors detectors = run.directions().detectors();
            List<RunReport.Card> cards = new ArrayList<>();
            try (Progress progress = new Progress("pictures", 1000)) {
                Monitor watch = new ProgressMonitor(progress);
                TopImages top = TopImages.of(set, detectors, picturesPerConcept, workers, watch.part(0, 0.5));
                Monitor drawing = watch.part(0.5, 1);
                workers.forEachAhead(
                        detectors.concepts(),
                        i -> new RunReport.Card(
                                i,
                                top.hits().get(i).stream()
                                        .map(hit -> picture(pictures, set, detectors, i, hit.image()))
                                        .toList()),
                        card -> {
                            drawing.check("the report");
                            cards.add(card);
                            drawing.onProgress(cards.size(), detectors.concepts());
                        });
            }
            return cards;
        } catch (FileFailure | ImageFailure e) {
            notes.add("pictures of the concepts: " + e.getMessage());
            return List.of();
        }
    }

    private static String picture(SetPictures pictures, FeatureSet set, Detectors detectors, int concept, int image) {
        Picture picture = pictures.picture(image);
        Matrix rows = set.range(image, 1).rows(0, 1).toMatrix();
        double[] scores = rows.times(detectors.filters().columns(concept, 1)).values();
        double[][] map = new double[set.grid().height()][set.grid().width()];
        for (int p = 0; p < scores.length; p++) {
            map[p / set.grid().width()][p % set.grid().width()] =
                    scores[p] - detectors.thresholds()[concept];
        }
        return RunReport.Card.picture(picture, pictures.preprocessing().box(picture.width(), picture.height()), map);
    }

    /** Null with a note if the features are gone: the rest of the page does not need them. */
    private Clustering clustering(OpenRun run) {
        try (Scope scope = Scope.open();
                Workers workers = new Workers(options.threads())) {
            FeatureSet set = run.features(options.features());
            patches = set.patches();
            return Clustering.of(set, run.directions().detectors(), workers);
        } catch (FileFailure e) {
            notes.add("how often each detector fires: " + e.getMessage());
            return null;
        }
    }

    private <T> T one(String name, Class<T> type, Function<T, String> directions) {
        Path file = options.folder().resolve(name);
        return Files.exists(file) ? current(file, type, directions) : null;
    }

    private <T> List<T> all(String name, Class<T> type, Function<T, String> directions) {
        Path folder = options.folder().resolve(name);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> sorted =
                    files.filter(f -> f.toString().endsWith(".json")).sorted().toList();
            List<T> found = new ArrayList<>();
            int looked = 0;
            while (looked < sorted.size() && found.size() < most) {
                T content = current(sorted.get(looked++), type, directions);
                if (content != null) {
                    found.add(content);
                }
            }
            if (looked < sorted.size()) {
                notes.add(sorted.size() - looked + " of " + sorted.size() + " in " + folder + "; --most shows more");
            }
            return found;
        } catch (IOException e) {
            throw FileFailure.reading(folder, e);
        }
    }

    /** False with a note for names and metrics of other directions. */
    private boolean isCurrent(String name) {
        Path file = options.folder().resolve(name);
        if (RunCommands.of(options.folder()).isOutdated(name, options.digest())) {
            notes.add(file + OUTDATED);
            return false;
        }
        return Files.exists(file);
    }

    private Map<String, String> commands() {
        Map<String, String> commands = new TreeMap<>();
        RunCommands.of(options.folder()).results().forEach((file, made) -> commands.put(file, made.command()));
        return commands;
    }

    /** Null with a note for what was computed with other directions: the run was learned anew since. */
    private <T> T current(Path file, Class<T> type, Function<T, String> directions) {
        T content = Json.read(file, type);
        if (!options.digest().equals(directions.apply(content))) {
            notes.add(file + OUTDATED);
            return null;
        }
        return content;
    }
}
