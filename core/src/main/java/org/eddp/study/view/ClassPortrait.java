package org.eddp.study.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Json;
import org.eddp.influence.Influence;
import org.eddp.influence.Influence.Move;
import org.eddp.labels.ConceptNames;
import org.eddp.monitor.Monitor;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;
import org.eddp.run.Results;
import org.eddp.run.Run;

/**
 * The concepts in the images of a class, the predictions for these images, and the concepts that accompany confusions.
 * The images of a class are those with its label if labels are known, otherwise those predicted to be of the class. If
 * outputs are independent labels, an image belongs to each of its labels, and there are no confusions.
 *
 * @param label the class
 * @param labelled whether its images are chosen by label
 * @param images of the class
 * @param contents every concept, by how much more of the class's images than of others it is in
 * @param confusions wrong predictions for its images, most frequent first; empty if labels are unknown or independent
 * @param effects the concepts that move it most; null if influence was not measured
 */
public record ClassPortrait(
        Named label,
        boolean labelled,
        int images,
        List<Content> contents,
        List<Confused> confusions,
        @Json.MayBeNull ClassEffects effects) {
    private static final int MOVERS = 12;
    private static final int CAUSES = 5;
    private static final int CONFUSIONS = 8;

    public ClassPortrait {
        contents = List.copyOf(contents);
        confusions = List.copyOf(confusions);
    }

    /**
     * A concept in the images of a class.
     *
     * @param share of the class's images in which its detector fires somewhere
     * @param elsewhere the same of all other images
     */
    public record Content(int concept, double share, double elsewhere) {}

    /**
     * Images of the class with a wrong prediction.
     *
     * @param causes concepts that are more frequent in these than in correct ones, largest difference first
     */
    public record Confused(Named taken, int images, List<Cause> causes) {}

    /**
     * A concept that accompanies a confusion.
     *
     * @param share of the confused images in which it is
     * @param right the same of the images with a correct prediction
     */
    public record Cause(int concept, double share, double right) {}

    /** Number of images of a feature set that are predicted to be of a class. */
    public record Taken(Named label, int images) {}

    /** All classes of the network. */
    public static List<Taken> taken(Run run) {
        int[] counts = new int[run.features().info().classes()];
        run.features().predictions().forEach(own -> Arrays.stream(own).forEach(k -> counts[k]++));
        return IntStream.range(0, counts.length)
                .mapToObj(k -> new Taken(run.classNames().of(k), counts[k]))
                .toList();
    }

    /** Goes through the feature set of a run once. */
    public static ClassPortrait of(Run run, int label, Monitor monitor) {
        return of(run, label, ImagePredictions.of(run, monitor), strict(run));
    }

    /** The same for a caller that has the predictions, and labels from any source. */
    public static ClassPortrait of(Run run, int label, ImagePredictions predictions, ImageLabels labels) {
        boolean labelled = labels.known() > 0;
        List<Integer> elsewhere = new ArrayList<>();
        Map<Integer, List<Integer>> taken = new TreeMap<>();
        for (int image = 0; image < predictions.images(); image++) {
            int[] predicted = predictions.predicted(image);
            int[] own = labelled ? labels.of(image) : predicted;
            if (own == null) {
                continue; // may be of any class
            }
            if (!ImagePredictions.contains(own, label)) {
                elsewhere.add(image);
            } else {
                int as = predictions.outputs() == OutputKind.LABELS ? label : predicted[0];
                taken.computeIfAbsent(as, k -> new ArrayList<>()).add(image);
            }
        }
        return portrait(run, label, labelled, predictions, taken, elsewhere);
    }

    /** Labels by folders if every folder is named after a class, otherwise none. */
    private static ImageLabels strict(Run run) {
        try {
            ImageLabels labels = ImageLabels.of(run, ImageLabels.FOLDERS);
            if (labels.known() == labels.classes().size() && labels.inexact().isEmpty()) {
                return labels;
            }
        } catch (InvalidInput e) { // folders that are not named after classes: as without labels
        }
        return ImageLabels.of(run, ImageLabels.NOTHING);
    }

    private static ClassPortrait portrait(
            Run run,
            int label,
            boolean labelled,
            ImagePredictions predictions,
            Map<Integer, List<Integer>> taken,
            List<Integer> elsewhere) {
        List<Integer> all = taken.values().stream().flatMap(List::stream).toList();
        List<Integer> right = taken.getOrDefault(label, List.of());
        List<Content> contents = IntStream.range(0, predictions.concepts())
                .mapToObj(i -> new Content(i, predictions.share(i, all), predictions.share(i, elsewhere)))
                .sorted(Comparator.comparingDouble((Content c) -> c.elsewhere() - c.share()))
                .toList();
        List<Confused> confusions = new ArrayList<>();
        taken.forEach((other, images) -> {
            if (other != label) {
                confusions.add(
                        new Confused(run.classNames().of(other), images.size(), causes(predictions, images, right)));
            }
        });
        confusions.sort(Comparator.comparingInt(c -> -c.images()));
        return new ClassPortrait(
                run.classNames().of(label),
                labelled,
                all.size(),
                contents,
                confusions.subList(0, Math.min(CONFUSIONS, confusions.size())),
                run.read(Results.SCORES)
                        .map(influence -> ClassEffects.of(influence, label, MOVERS, run.conceptNames()))
                        .orElse(null));
    }

    private static List<Cause> causes(ImagePredictions predictions, List<Integer> confused, List<Integer> right) {
        return IntStream.range(0, predictions.concepts())
                .mapToObj(i -> new Cause(i, predictions.share(i, confused), predictions.share(i, right)))
                .filter(cause -> cause.share() > cause.right())
                .sorted(Comparator.comparingDouble((Cause c) -> c.right() - c.share()))
                .limit(CAUSES)
                .toList();
    }

    /**
     * The concepts that move one class most, if effects were tested, only those that move it more than noise does.
     *
     * @param tested whether effects were compared with those of noise directions
     * @param classes number of classes, among which a rank is counted
     * @param raising concepts that make it likelier, strongest first
     * @param lowering concepts that make it less likely
     */
    public record ClassEffects(boolean tested, int classes, List<Mover> raising, List<Mover> lowering) {
        public ClassEffects {
            raising = List.copyOf(raising);
            lowering = List.copyOf(lowering);
        }

        /**
         * A concept that moves the class.
         *
         * @param effect mean change of the logarithm of the probability of the class by the step along the concept
         * @param rank of the class among all by effect of the concept; 1 is raised most
         * @param qValue smallest false discovery rate at which the effect is significant; null if it was not tested
         */
        public record Mover(
                int number,
                String title,
                double effect,
                int rank,
                @Json.MayBeNull Double qValue) {}

        /**
         * Of a class of a table of influence.
         *
         * @param most concepts in each direction
         */
        public static ClassEffects of(Influence influence, int label, int most, ConceptNames names) {
            return new ClassEffects(
                    influence.test() != null,
                    influence.classes(),
                    movers(Move.ofClass(influence, label, true, most), names),
                    movers(Move.ofClass(influence, label, false, most), names));
        }

        private static List<Mover> movers(List<Move> moves, ConceptNames names) {
            return moves.stream()
                    .map(m -> new Mover(m.concept(), names.of(m.concept()).title(), m.effect(), m.rank(), m.qValue()))
                    .toList();
        }
    }
}
