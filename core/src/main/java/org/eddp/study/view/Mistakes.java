package org.eddp.study.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.eddp.names.ClassNames;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;

/**
 * The wrong predictions among some images, and the concepts that these images share.
 *
 * @param images number of images
 * @param labelled how many of them have a known class
 * @param wrong how many of these have a wrong prediction
 * @param confusions pairs of true and predicted class, most frequent first; empty where outputs are independent labels
 * @param shared concepts in more of the wrong images than of the right ones of the same classes, those beyond chance
 *     first
 */
public record Mistakes(int images, int labelled, int wrong, List<Confused> confusions, List<Shared> shared) {
    private static final int SHOWN = 8;
    /** Probability that chance alone marks any concept as beyond chance. */
    private static final double ERROR = 0.05;

    public Mistakes {
        confusions = List.copyOf(confusions);
        shared = List.copyOf(shared);
    }

    /** Images of a class with a wrong prediction. */
    public record Confused(Named label, Named taken, int images) {}

    /**
     * A concept of the wrong images.
     *
     * @param share of the wrong images in which its detector fires
     * @param right the same of the right images, with classes in the proportions they have among the wrong ones
     * @param beyondChance whether the difference is larger than chance allows, with all concepts considered
     */
    public record Shared(int concept, double share, double right, boolean beyondChance) {}

    /**
     * Compares predictions with labels.
     *
     * @param chosen numbers of the images
     */
    public static Mistakes of(
            ImagePredictions predictions, ImageLabels labels, List<Integer> chosen, ClassNames names) {
        List<Integer> labelled =
                chosen.stream().filter(image -> labels.of(image) != null).toList();
        List<Integer> wrong = labelled.stream()
                .filter(image -> !predictions.isRight(image, labels.of(image)))
                .toList();
        return new Mistakes(
                chosen.size(),
                labelled.size(),
                wrong.size(),
                predictions.outputs() == OutputKind.CLASSES ? confusions(predictions, labels, wrong, names) : List.of(),
                shared(predictions, labels, wrong));
    }

    /** Whether the prediction for an image is correct; null if unknown. */
    public static Boolean isRight(ImagePredictions predictions, ImageLabels labels, int image) {
        int[] truth = labels.of(image);
        return truth == null ? null : (Boolean) predictions.isRight(image, truth);
    }

    private static List<Confused> confusions(
            ImagePredictions predictions, ImageLabels labels, List<Integer> wrong, ClassNames names) {
        Map<List<Integer>, Integer> counts = new TreeMap<>(
                Comparator.comparing((List<Integer> pair) -> pair.get(0)).thenComparing(pair -> pair.get(1)));
        wrong.forEach(
                image -> counts.merge(List.of(labels.of(image)[0], predictions.predicted(image)[0]), 1, Integer::sum));
        return counts.entrySet().stream()
                .map(entry -> new Confused(
                        names.of(entry.getKey().get(0)), names.of(entry.getKey().get(1)), entry.getValue()))
                .sorted(Comparator.comparingInt(Confused::images).reversed())
                .limit(SHOWN)
                .toList();
    }

    /** Images of one class, or of one set of labels. */
    private record Group(List<Integer> wrong, List<Integer> right) {}

    /**
     * Every wrong image is compared with the right ones of its own class; images of a class without right ones are left out. The
     * test is exact and stratified by class: how often as many of the wrong images would have the concept if those with it were
     * drawn at random within each class.
     */
    private static List<Shared> shared(ImagePredictions predictions, ImageLabels labels, List<Integer> wrong) {
        Map<String, Group> groups = new TreeMap<>();
        wrong.forEach(image -> groups.computeIfAbsent(
                        key(labels, image), key -> new Group(new ArrayList<>(), new ArrayList<>()))
                .wrong()
                .add(image));
        for (int image = 0; image < predictions.images(); image++) {
            Group own = labels.of(image) == null ? null : groups.get(key(labels, image));
            if (own != null && predictions.isRight(image, labels.of(image))) {
                own.right().add(image);
            }
        }
        List<Group> compared = groups.values().stream()
                .filter(group -> !group.right().isEmpty())
                .toList();
        return IntStream.range(0, predictions.concepts())
                .mapToObj(concept -> shared(predictions, compared, concept))
                .filter(found -> found.share() > found.right())
                .sorted(Comparator.comparing((Shared found) -> !found.beyondChance())
                        .thenComparingDouble(found -> found.right() - found.share()))
                .limit(SHOWN)
                .toList();
    }

    private static String key(ImageLabels labels, int image) {
        return Arrays.toString(Arrays.stream(labels.of(image)).sorted().toArray());
    }

    private static Shared shared(ImagePredictions predictions, List<Group> groups, int concept) {
        double images = 0;
        double here = 0;
        double there = 0;
        ChanceCount chance = new ChanceCount();
        for (Group group : groups) {
            int wrong = group.wrong().size();
            int right = group.right().size();
            int inWrong = (int) Math.round(predictions.share(concept, group.wrong()) * wrong);
            int inRight = (int) Math.round(predictions.share(concept, group.right()) * right);
            images += wrong;
            here += inWrong;
            there += inRight * (double) wrong / right;
            chance.add(wrong, right, inWrong + inRight);
        }
        return new Shared(
                concept,
                images == 0 ? 0 : here / images,
                images == 0 ? 0 : there / images,
                chance.atLeast((int) here) <= ERROR / Math.max(1, predictions.concepts()));
    }

    /**
     * How many are wrong, and the most frequent confusion, as one sentence.
     *
     * @param kind what outputs are called: class or label
     */
    public String sentence(String kind) {
        if (labelled == 0) {
            return String.format(
                    Locale.ROOT,
                    "It is not known which of these %,d pictures are taken for the wrong %s.",
                    images,
                    kind);
        }
        String pictures = labelled == images ? "pictures" : "labelled pictures";
        if (kind.equals("label")) {
            return String.format(Locale.ROOT, "%,d of %,d %s have wrong labels.", wrong, labelled, pictures);
        }
        String found = String.format(
                Locale.ROOT,
                "%,d of %,d %s %s taken for the wrong class",
                wrong,
                labelled,
                pictures,
                wrong == 1 ? "is" : "are");
        if (confusions.isEmpty()) {
            return found + ".";
        }
        Confused most = confusions.get(0);
        return found
                + String.format(
                        Locale.ROOT,
                        "; most often %s instead of %s (%,d).",
                        most.taken().plain(kind),
                        most.label().plain(kind),
                        most.images());
    }
}
