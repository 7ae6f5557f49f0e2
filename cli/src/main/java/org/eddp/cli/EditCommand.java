package org.eddp.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eddp.features.Grid;
import org.eddp.files.AtomicFile;
import org.eddp.files.Digests;
import org.eddp.files.Folders;
import org.eddp.files.Json;
import org.eddp.images.ImageEntry;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.intervene.Edit;
import org.eddp.intervene.EditSearch;
import org.eddp.intervene.EditedImage;
import org.eddp.intervene.Editor;
import org.eddp.intervene.Place;
import org.eddp.intervene.Target;
import org.eddp.network.Prediction;
import org.eddp.report.ResultPages;
import org.eddp.tensor.Scope;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddp edit}: what if. */
@Command(
        name = "edit",
        header = "What the network would say if a concept were there, or were not.",
        mixinStandardHelpOptions = true,
        description = {
            "Overwrites concepts in the features of an image, at chosen patches, and shows the prediction before and after"
                    + " each edit. Edits are applied in the order given.",
            "With --search, finds the smallest single or paired edit that changes the class, and prints the command line"
                    + " that repeats it.",
            "Writes a page, its figure and all numbers into the folder edits of the run."
        },
        footer = {
            "",
            "Examples:",
            "  ./eddp edit --run runs/photos --image cock.jpg --remove 12 --add 40 --where 12 --amount q0.005",
            "  ./eddp edit --run runs/photos --image cock.jpg --add 40 --where 0,0,3,6",
            "  ./eddp edit --run runs/photos --image cock.jpg --search --to hen --class-names imagenet-classes.txt"
        })
final class EditCommand implements Callable<Integer> {
    private static final int SHOWN_CLASSES = 3;
    private static final int MOST_CLASSES = 6;

    @Mixin
    private RunOptions options;

    @Mixin
    private ImageOption image;

    @Mixin
    private EditOptions editOptions;

    @Option(names = "--search", description = "Find the smallest edit that changes the class.")
    private boolean search;

    @Option(names = "--to", paramLabel = "K", description = "With --search: the class to reach (default: any other).")
    private String to;

    @Option(names = "--single", description = "With --search: no pairs of edits.")
    private boolean single;

    @Option(names = "--out", paramLabel = "DIR", description = "Where pages go (default: edits in the run).")
    private Path out;

    @Override
    public Integer call() {
        check();
        OpenRun run = options.open();
        ConceptNames names = options.conceptNames();
        List<Edit> given = editOptions.edits(names);
        ConceptStatistics statistics = StoredStatistics.of(options, levels(given));
        Path folder =
                Folders.prepare("--out", out != null ? out : options.folder().resolve("edits"));
        try (Scope scope = Scope.open();
                OpenNetwork network = new OpenNetwork(options)) {
            Integer wanted = to == null
                    ? null
                    : options.classNames().parse("--to", to, network.network().classes());
            ImageEntry entry = image.only();
            OpenNetwork.Seen seen = network.see(entry.path());
            Grid grid = network.layer().grid();
            requirePatches(grid, given);
            Editor editor = new Editor(run.directions(), grid, seen.head(), statistics);
            List<Edit> edits = given;
            EditedImage.Search found = null;
            if (search) {
                Optional<EditSearch.Found> result = search(editor, seen, wanted);
                if (result.isEmpty()) {
                    System.out.println("no " + (single ? "single edit" : "edit or pair of edits")
                            + " of those tried changes the class"
                            + (wanted == null
                                    ? ""
                                    : " to " + options.classNames().of(wanted))
                            + "; edits given with --remove and --add can go further (more of them, larger amounts)");
                    return 0;
                }
                edits = result.get().edits();
                found = new EditedImage.Search(result.get().tried(), replay(edits));
            }
            Editor.Outcome outcome = editor.apply(seen.rows(), edits);
            EditedImage edited = record(entry, seen, grid, outcome, found, names);
            EditTable.print(edited);
            write(edited, name(entry, edits, edited), folder);
        }
        return 0;
    }

    private void check() {
        if (search != editOptions.isEmpty()) {
            throw new IllegalArgumentException(
                    search
                            ? "--search finds edits itself; leave --remove and --add out"
                            : "there is nothing to do; give --remove or --add, or --search");
        }
        if (!search && (to != null || single)) {
            throw new IllegalArgumentException("--to and --single belong to --search");
        }
    }

    /** After pooling there is one patch, the whole image: only an edit that asks for everything means what it says. */
    private void requirePatches(Grid grid, List<Edit> edits) {
        boolean everywhere = !search && edits.stream().allMatch(e -> e.place() instanceof Place.Everywhere);
        if (grid.cells() == 1 && !everywhere) {
            throw new IllegalArgumentException(
                    "layer " + options.open().provenance().layer()
                            + " has no patches (its map is 1 x 1), so there is no place to edit; add --where everywhere to edit the whole"
                            + " image, or use a run of a layer with patches (eddp network lists them)");
        }
    }

    private static double[] levels(List<Edit> edits) {
        return edits.stream()
                .filter(e -> e.target() instanceof Target.Quantile)
                .mapToDouble(e -> ((Target.Quantile) e.target()).level())
                .toArray();
    }

    private Optional<EditSearch.Found> search(Editor editor, OpenNetwork.Seen seen, Integer wanted) {
        EditSearch.Options usual = EditSearch.Options.DEFAULT;
        EditSearch edits =
                new EditSearch(editor, new EditSearch.Options(wanted, usual.quantile(), !single, usual.batch()));
        try (Progress progress = new Progress("search", 1000)) {
            return edits.search(seen.rows(), new ProgressMonitor(progress));
        }
    }

    /** The same command with the edits in place of the search. */
    private String replay(List<Edit> edits) {
        List<String> arguments = new ArrayList<>();
        List<String> old = options.arguments();
        for (int k = 0; k < old.size(); k++) {
            String argument = old.get(k);
            if (argument.equals("--to")) {
                k++;
            } else if (!argument.equals("--search") && !argument.equals("--single") && !argument.startsWith("--to=")) {
                arguments.add(argument);
            }
        }
        arguments.addAll(EditOptions.text(edits));
        return CommandText.of(arguments);
    }

    private EditedImage record(
            ImageEntry entry,
            OpenNetwork.Seen seen,
            Grid grid,
            Editor.Outcome outcome,
            EditedImage.Search found,
            ConceptNames names) {
        int[] shown = shown(Stream.concat(
                        Stream.of(outcome.before()), outcome.steps().stream().map(Editor.Step::prediction))
                .toList());
        List<EditedImage.Step> steps = new ArrayList<>();
        for (int k = 0; k < outcome.steps().size(); k++) {
            Editor.Step step = outcome.steps().get(k);
            boolean removes = found == null ? editOptions.removes(k) : EditOptions.removes(step.edit());
            steps.add(new EditedImage.Step(
                    removes ? "remove" : "add",
                    names.of(step.edit().concept()),
                    step.edit().target().toString(),
                    step.target(),
                    where(step.edit().place(), names),
                    step.cells(),
                    step.meanBefore(),
                    outlook(step.prediction(), shown)));
        }
        return new EditedImage(
                options.command(),
                options.digest(),
                entry.name(),
                seen.picture().address(),
                grid.height(),
                grid.width(),
                outlook(outcome.before(), shown),
                steps,
                outcome.size(),
                found);
    }

    private static String where(Place place, ConceptNames names) {
        return place instanceof Place.Detected d
                ? "where " + names.of(d.concept()).title("concept") + " is"
                : place.toString();
    }

    /**
     * Classes whose probabilities are shown: the prediction at every step, however many there are, then as many of the
     * next likeliest before and after as there is room for.
     *
     * @param predictions before the first edit and after each
     */
    static int[] shown(List<Prediction> predictions) {
        Set<Integer> shown = new LinkedHashSet<>();
        predictions.forEach(p -> shown.add(p.label()));
        Prediction before = predictions.get(0);
        Prediction after = predictions.get(predictions.size() - 1);
        for (int rank = 1; rank < SHOWN_CLASSES; rank++) {
            for (Prediction p : List.of(after, before)) {
                int[] likeliest = p.likeliest(SHOWN_CLASSES);
                if (rank < likeliest.length && shown.size() < MOST_CLASSES) {
                    shown.add(likeliest[rank]);
                }
            }
        }
        return shown.stream().mapToInt(Integer::intValue).toArray();
    }

    private EditedImage.Outlook outlook(Prediction prediction, int[] shown) {
        double[] probabilities = prediction.probabilities();
        List<EditedImage.Share> shares = new ArrayList<>();
        for (int k : shown) {
            shares.add(new EditedImage.Share(options.classNames().of(k), probabilities[k]));
        }
        return new EditedImage.Outlook(
                options.classNames().of(prediction.label()),
                prediction.probability(),
                prediction.logits()[prediction.label()],
                shares);
    }

    /**
     * The same edit of the same picture has the same name; another place, amount or feature set makes another edit. What a
     * search found is kept when it is repeated as an edit.
     */
    private String name(ImageEntry entry, List<Edit> edits, EditedImage edited) {
        String actions = edited.steps().stream()
                .map(s -> s.action() + "-" + s.concept().number())
                .collect(Collectors.joining("-"));
        return FileNames.unique(
                FileNames.stem(entry.name()) + "-" + FileNames.of(actions),
                entry.name(),
                Digests.of(entry.path()),
                actions,
                EditOptions.text(edits),
                StoredStatistics.source(options),
                search);
    }

    private void write(EditedImage edited, String name, Path folder) {
        Json.write(folder.resolve(name + ".json"), edited);
        AtomicFile.writeString(folder.resolve(name + ".html"), ResultPages.page(edited));
        FigureFiles.write(folder, name, ResultPages.steps(edited));
        System.out.println("Page: " + folder.resolve(name + ".html"));
        if (options.json() != null) {
            Json.write(options.json(), edited);
        }
    }
}
