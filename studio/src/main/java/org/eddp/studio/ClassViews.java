package org.eddp.studio;

import io.javalin.http.NotFoundResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.eddp.influence.Influence;
import org.eddp.labels.ConceptNames;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.view.ClassPortrait;
import org.eddp.study.view.ClassPortrait.ClassEffects;
import org.eddp.study.view.ImageLabels;
import org.eddp.study.view.ImagePredictions;

/** The data of the pages of classes. */
final class ClassViews {
    private static final int SHOWN = 12;
    private static final int PICTURES = 8;

    private ClassViews() {}

    /**
     * A class in the list.
     *
     * @param images predicted to be of it
     *
     * @param right number of correct ones by label
     * @param wrong number of wrong ones; the others have no label
     * @param picture one of them, the most confident if known; null if there is none
     */
    record Taken(Named label, int images, int right, int wrong, Integer picture) {}

    /**
     * The classes of the network.
     *
     * @param ready whether predictions are known; if not, pictures are arbitrary and there are no counts of mistakes
     *
     * @param kind class or label
     * @param command that prints them
     */
    record Listed(boolean ready, List<Taken> classes, String kind, String command) {}

    static Listed list(OpenRun open, CommandLines phrases) {
        ImageTable.Known known = open.table().known().orElse(null);
        return open.ask(run -> {
            int classes = run.features().info().classes();
            Integer[] pictures = new Integer[classes];
            int[] right = new int[classes];
            int[] wrong = new int[classes];
            List<int[]> predictions = run.features().predictions();
            for (int image = 0; image < predictions.size(); image++) {
                for (int k : predictions.get(image)) {
                    if (pictures[k] == null || (known != null && isSurer(known.predictions(), image, pictures[k]))) {
                        pictures[k] = image;
                    }
                    if (known != null && known.labels().of(image) != null) {
                        (isOf(known.labels(), image, k) ? right : wrong)[k]++;
                    }
                }
            }
            return new Listed(
                    known != null,
                    ClassPortrait.taken(run).stream()
                            .map(taken -> new Taken(
                                    taken.label(),
                                    taken.images(),
                                    right[taken.label().number()],
                                    wrong[taken.label().number()],
                                    pictures[taken.label().number()]))
                            .toList(),
                    run.features().outputs().noun(),
                    phrases.classes(open.folder(), null, List.of()));
        });
    }

    private static boolean isSurer(ImagePredictions predictions, int image, int other) {
        return predictions.probability(image) > predictions.probability(other);
    }

    private static boolean isOf(ImageLabels labels, int image, int label) {
        int[] own = labels.of(image);
        return own != null && IntStream.of(own).anyMatch(k -> k == label);
    }

    /**
     * Pictures of a class.
     *
     * @param count their number; only some are shown, the most confident first
     */
    record Pictures(int count, List<ImageLists.Listed> shown) {}

    /**
     * A class.
     *
     * @param kind class or label
     *
     * @param sentence number of its pictures, and the concept that raises it most; null while predictions are unknown
     * @param right correct predictions; null while predictions are unknown
     * @param wrong pictures of other classes predicted to be of it
     * @param unknown pictures without a label predicted to be of it
     * @param missed pictures of it with another prediction
     * @param effects concepts that move it; null if influence was not measured
     * @param command that measures influence
     * @param contents the command for its contents; null if the command uses other labels
     */
    record Page(
            Named label,
            String kind,
            String sentence,
            Pictures right,
            Pictures wrong,
            Pictures unknown,
            Pictures missed,
            ClassEffects effects,
            List<String> titles,
            String command,
            String contents,
            List<String> problems) {}

    static Page page(OpenRun open, int label, CommandLines phrases) {
        ImageTable.Known known = open.table().known().orElse(null);
        return open.ask(run -> {
            requireClass(run, label);
            List<String> problems = new ArrayList<>();
            ConceptNames names = RunViews.names(run, problems);
            Influence influence =
                    RunViews.attempt(() -> run.read(Results.SCORES).orElse(null), problems);
            ClassEffects effects = influence == null ? null : ClassEffects.of(influence, label, SHOWN, names);
            return new Page(
                    run.classNames().of(label),
                    run.features().outputs().noun(),
                    known == null ? null : sentence(run, known, label, effects, names),
                    known == null ? null : pictures(open, run, known, n -> isTaken(known, n, label, true)),
                    known == null ? null : pictures(open, run, known, n -> isTaken(known, n, label, false)),
                    known == null ? null : pictures(open, run, known, n -> isTaken(known, n, label, null)),
                    known == null ? null : pictures(open, run, known, n -> isMissed(known, n, label)),
                    effects,
                    names.all().stream().map(ConceptName::title).toList(),
                    ShownCommand.influence(open.folder(), List.of(label), influence, phrases),
                    known == null || isCommands(known.labels())
                            ? phrases.classes(open.folder(), label, List.of())
                            : null,
                    problems);
        });
    }

    /** Whether the command reads the same labels. */
    private static boolean isCommands(ImageLabels labels) {
        return labels.known() == 0
                || (labels.source().equals(ImageLabels.FOLDERS)
                        && labels.known() == labels.classes().size()
                        && labels.inexact().isEmpty());
    }

    /** @param right whether the image is of the class; null for an image without a label */
    private static boolean isTaken(ImageTable.Known known, int image, int label, Boolean right) {
        if (!known.predictions().has(image, label)) {
            return false;
        }
        return known.labels().of(image) == null
                ? right == null
                : right != null && right == isOf(known.labels(), image, label);
    }

    private static boolean isMissed(ImageTable.Known known, int image, int label) {
        return isOf(known.labels(), image, label) && !known.predictions().has(image, label);
    }

    private static Pictures pictures(OpenRun open, Run run, ImageTable.Known known, IntPredicate which) {
        List<Integer> all = IntStream.range(0, known.predictions().images())
                .filter(which)
                .boxed()
                .sorted(Comparator.comparingDouble(n -> -known.predictions().probability(n)))
                .toList();
        return new Pictures(
                all.size(),
                all.stream()
                        .limit(PICTURES)
                        .map(n -> ImageLists.listed(open.pictures(), known, run.classNames(), n))
                        .toList());
    }

    private static String sentence(
            Run run, ImageTable.Known known, int label, ClassEffects effects, ConceptNames names) {
        ImagePredictions predictions = known.predictions();
        int[] taken = IntStream.range(0, predictions.images())
                .filter(n -> predictions.has(n, label))
                .toArray();
        String name = run.classNames().of(label).plain(predictions.outputs().noun());
        boolean labels = predictions.outputs() == OutputKind.LABELS;
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                labels
                        ? "The network finds %3$s on %1$,d of %2$,d pictures"
                        : "The network takes %1$,d of %2$,d pictures for %3$s",
                taken.length,
                predictions.images(),
                name));
        if (known.labels().known() > 0) {
            long labelled = IntStream.of(taken)
                    .filter(n -> known.labels().of(n) != null)
                    .count();
            long right = IntStream.of(taken)
                    .filter(n -> isOf(known.labels(), n, label))
                    .count();
            long missed = IntStream.range(0, predictions.images())
                    .filter(n -> isMissed(known, n, label))
                    .count();
            text.append(
                    labelled == taken.length
                            ? String.format(Locale.ROOT, ", %,d of them rightly,", right)
                            : String.format(Locale.ROOT, ", %,d of the %,d with a label rightly,", right, labelled));
            text.append(String.format(Locale.ROOT, " and misses %,d", missed));
        }
        text.append('.');
        if (effects != null && !effects.raising().isEmpty()) {
            ClassEffects.Mover most = effects.raising().get(0);
            text.append(String.format(
                    Locale.ROOT,
                    " C%s raises it most (%+.1f)%s.",
                    names.of(most.number()).inSentence().substring(1),
                    most.effect(),
                    effects.tested() ? "" : ", though that was not tested against chance"));
        }
        return text.toString();
    }

    private static void requireClass(Run run, int label) {
        int classes = run.features().info().classes();
        if (label >= classes) {
            throw new NotFoundResponse("there is no " + run.features().outputs().noun() + " " + label
                    + "; the network has 0 .. " + (classes - 1));
        }
    }

    /** The concepts in the images of a class. */
    record Portrait(ClassPortrait found) implements Jobs.Outcome {
        @Override
        public Object shown() {
            return found;
        }
    }

    static Jobs.Job portrait(OpenRun open, Jobs jobs, int label) {
        open.ask(run -> {
            requireClass(run, label);
            return null;
        });
        return jobs.start(monitor -> {
            ImageTable.Known known = open.table().compute(monitor);
            return open.ask(run -> new Portrait(ClassPortrait.of(run, label, known.predictions(), known.labels())));
        });
    }
}
