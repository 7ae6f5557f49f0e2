package org.eddp.studio;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.eddp.names.ClassNames;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;
import org.eddp.run.Run;
import org.eddp.run.RunPictures;
import org.eddp.study.view.ImageLabels;
import org.eddp.study.view.ImagePredictions;
import org.eddp.study.view.Mistakes;

/** Lists of images with their predictions, and the concepts that wrong ones share. */
final class ImageLists {
    private static final int LISTED = 60;

    private ImageLists() {}

    /**
     * Filters and order of a list.
     *
     * @param text in their names
     * @param which "wrong", "right" or anything else for all
     * @param taken predicted class; null for any
     * @param label true class; null for any
     * @param sort "unsure" (least sure first), "sure" (wrong ones first, most sure first) or anything else for the
     *     order of names
     * @param from how many are skipped
     */
    record Query(String text, String which, Integer taken, Integer label, String sort, int from) {}

    /**
     * An image.
     *
     * @param taken prediction; null while unknown
     *
     * @param label true class or labels; null if unknown
     * @param right whether the prediction is correct; null if unknown
     */
    record Listed(int image, String name, List<Named> taken, Double probability, List<Named> label, Boolean right) {}

    /** A class to choose from, with the number of its images. */
    record Choice(Named label, int images) {}

    /** A concept that wrong images share. */
    record Shared(int concept, String title, double share, double right, boolean beyondChance) {}

    /**
     * The source of labels.
     *
     * @param sentences about how they were read
     */
    record Labels(String source, List<String> sources, int known, List<String> sentences) {}

    /**
     * Some images.
     *
     * @param ready whether predictions are known; if not, images have only names
     * @param most that are listed at once
     * @param summary of the mistakes among the filtered images, as a sentence; null if not ready
     *
     * @param taken predicted classes, most frequent first
     * @param truths true classes, most frequent first
     */
    record Listing(
            boolean ready,
            String kind,
            int found,
            int from,
            int most,
            List<Listed> images,
            String summary,
            int wrong,
            List<Shared> shared,
            List<Choice> taken,
            List<Choice> truths,
            Labels labels) {}

    static Listing list(OpenRun open, Query query) {
        ImageTable.Known known = open.table().known().orElse(null);
        return open.ask(run -> {
            String wanted = query.text().toLowerCase(Locale.ROOT);
            RunPictures pictures = open.pictures();
            List<Integer> named = IntStream.range(0, pictures.count())
                    .filter(n -> pictures.name(n).toLowerCase(Locale.ROOT).contains(wanted))
                    .boxed()
                    .toList();
            OutputKind outputs = run.provenance().outputs();
            if (known == null || !outputs.decides()) {
                List<Listed> page = page(named, query, n -> new Listed(n, pictures.name(n), null, null, null, null));
                return new Listing(
                        !outputs.decides(),
                        outputs.noun(),
                        named.size(),
                        query.from(),
                        LISTED,
                        page,
                        null,
                        0,
                        List.of(),
                        List.of(),
                        List.of(),
                        null);
            }
            return judged(run, pictures, known, named, query);
        });
    }

    private static <T> List<T> page(List<Integer> images, Query query, Function<Integer, T> shown) {
        return images.stream().skip(query.from()).limit(LISTED).map(shown).toList();
    }

    private static Listing judged(
            Run run, RunPictures pictures, ImageTable.Known known, List<Integer> named, Query query) {
        ImagePredictions predictions = known.predictions();
        ImageLabels labels = known.labels();
        List<Integer> ofClasses = named.stream()
                .filter(n -> query.taken() == null || predictions.has(n, query.taken()))
                .filter(n -> query.label() == null || isLabelled(labels, n, query.label()))
                .toList();
        Mistakes mistakes = Mistakes.of(predictions, labels, ofClasses, run.classNames());
        List<Integer> chosen = ofClasses.stream()
                .filter(n -> switch (query.which()) {
                    case "wrong" -> Boolean.FALSE.equals(Mistakes.isRight(predictions, labels, n));
                    case "right" -> Boolean.TRUE.equals(Mistakes.isRight(predictions, labels, n));
                    default -> true;
                })
                .sorted(order(query.sort(), predictions, labels))
                .toList();
        String kind = predictions.outputs().noun();
        return new Listing(
                true,
                kind,
                chosen.size(),
                query.from(),
                LISTED,
                page(chosen, query, n -> listed(pictures, known, run.classNames(), n)),
                mistakes.sentence(kind),
                mistakes.wrong(),
                mistakes.shared().stream()
                        .map(s -> new Shared(
                                s.concept(),
                                run.conceptNames().of(s.concept()).title(),
                                s.share(),
                                s.right(),
                                s.beyondChance()))
                        .toList(),
                choices(run, predictions.images(), predictions::predicted),
                choices(run, predictions.images(), labels::of),
                labels(known));
    }

    private static boolean isLabelled(ImageLabels labels, int image, int label) {
        int[] own = labels.of(image);
        return own != null && Arrays.stream(own).anyMatch(k -> k == label);
    }

    private static Comparator<Integer> order(String sort, ImagePredictions predictions, ImageLabels labels) {
        return switch (sort) {
            case "unsure" -> Comparator.comparingDouble(predictions::probability);
            case "sure" ->
                Comparator.comparing((Integer n) -> !Boolean.FALSE.equals(Mistakes.isRight(predictions, labels, n)))
                        .thenComparing(n -> -predictions.probability(n));
            default -> Comparator.naturalOrder();
        };
    }

    static Listed listed(RunPictures pictures, ImageTable.Known known, ClassNames names, int image) {
        int[] label = known.labels().of(image);
        return new Listed(
                image,
                pictures.name(image),
                named(names, known.predictions().predicted(image)),
                known.predictions().probability(image),
                label == null ? null : named(names, label),
                Mistakes.isRight(known.predictions(), known.labels(), image));
    }

    private static List<Named> named(ClassNames names, int[] numbers) {
        return Arrays.stream(numbers).mapToObj(names::of).toList();
    }

    private static List<Choice> choices(Run run, int images, Function<Integer, int[]> of) {
        Map<Integer, Integer> counts = new TreeMap<>();
        IntStream.range(0, images)
                .mapToObj(of::apply)
                .filter(Objects::nonNull)
                .forEach(numbers -> Arrays.stream(numbers).forEach(k -> counts.merge(k, 1, Integer::sum)));
        return counts.entrySet().stream()
                .map(entry -> new Choice(run.classNames().of(entry.getKey()), entry.getValue()))
                .sorted(Comparator.comparingInt(Choice::images).reversed())
                .toList();
    }

    /** The end of the work on predictions. */
    record Computed(int images) implements Jobs.Outcome {
        @Override
        public Object shown() {
            return this;
        }
    }

    static Jobs.Job compute(OpenRun open, Jobs jobs) {
        return jobs.start(monitor ->
                new Computed(open.table().compute(monitor).predictions().images()));
    }

    /** The source of labels that a user chose. */
    record LabelRequest(String source) {}

    static Labels labels(ImageTable.Known known) {
        ImageLabels labels = known.labels();
        return new Labels(labels.source(), known.sources(), labels.known(), labels.sentences());
    }
}
