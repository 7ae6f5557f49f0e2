package org.eddp.labels;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.eddp.files.Version;
import org.eddp.files.json.Json;
import org.eddp.names.ConceptName;

/**
 * Content of {@code labels.json}: the labels of a set of detectors.
 *
 * @param eddp version that wrote it
 * @param dataset name of the annotated dataset
 * @param counting convention of the unions
 * @param interpretableAbove IoU a detector must exceed to count as interpretable
 * @param trainImages images of the split that labels come from
 * @param valImages images of the split that scores come from
 * @param detectors one per detector
 */
public record Labels(
        String eddp,
        String dataset,
        Dissection.CountedImages counting,
        double interpretableAbove,
        int trainImages,
        int valImages,
        List<DetectorLabel> detectors) {
    /** IoU above which Network Dissection calls a detector interpretable. */
    public static final double INTERPRETABLE = 0.04;

    public Labels {
        detectors = List.copyOf(detectors);
    }

    /**
     * Labels every detector with the concept of largest IoU on the train split (the first by number where several are
     * equal) and scores it on the val split.
     *
     * @param names of labels by number
     */
    public static Labels of(
            String dataset,
            Dissection.Counts train,
            Dissection.Counts val,
            IntFunction<String> names,
            Dissection.CountedImages counting,
            double interpretableAbove) {
        if (train.detectors() != val.detectors()) {
            throw new IllegalArgumentException(
                    "counts of " + train.detectors() + " detectors on train, but of " + val.detectors() + " on val");
        }
        List<Concept> concepts = train.concepts(names);
        List<DetectorLabel> labels = new ArrayList<>();
        for (int i = 0; i < train.detectors(); i++) {
            labels.add(label(i, concepts, train, val, counting, interpretableAbove));
        }
        return new Labels(
                Version.current(), dataset, counting, interpretableAbove, train.images(), val.images(), labels);
    }

    /**
     * Scores detectors whose labels are given, as those of classifiers learned with supervision and of combined detectors
     * are.
     *
     * @param concepts the label of every detector, null where there is none
     */
    public static Labels given(
            String dataset,
            List<Concept> concepts,
            Dissection.Counts train,
            Dissection.Counts val,
            Dissection.CountedImages counting,
            double interpretableAbove) {
        if (concepts.size() != train.detectors() || concepts.size() != val.detectors()) {
            throw new IllegalArgumentException("labels of " + concepts.size() + " detectors, but counts of "
                    + train.detectors() + " on train and of " + val.detectors() + " on val");
        }
        List<DetectorLabel> labels = new ArrayList<>();
        for (int i = 0; i < concepts.size(); i++) {
            List<Concept> only = concepts.get(i) == null ? List.of() : List.of(concepts.get(i));
            DetectorLabel found = label(i, only, train, val, counting, interpretableAbove);
            // a given label stays even if the detector never meets it on the train split
            labels.add(
                    found.concept() == null && !only.isEmpty()
                            ? unmet(i, only.get(0), val.iou(i, only.get(0), counting), interpretableAbove)
                            : found);
        }
        return new Labels(
                Version.current(), dataset, counting, interpretableAbove, train.images(), val.images(), labels);
    }

    private static DetectorLabel unmet(int detector, Concept concept, double valIou, double above) {
        return new DetectorLabel(detector, concept, 0, valIou, valIou > above, Map.of());
    }

    private static DetectorLabel label(
            int detector,
            List<Concept> concepts,
            Dissection.Counts train,
            Dissection.Counts val,
            Dissection.CountedImages counting,
            double above) {
        Map<String, DetectorLabel.Match> perCategory = new TreeMap<>();
        DetectorLabel.Match best = null;
        for (Concept concept : concepts) {
            double iou = train.iou(detector, concept, counting);
            DetectorLabel.Match known = perCategory.get(concept.category());
            if (iou > (known == null ? 0 : known.trainIou())) {
                DetectorLabel.Match match = new DetectorLabel.Match(concept, iou, val.iou(detector, concept, counting));
                perCategory.put(concept.category(), match);
                best = best == null || iou > best.trainIou() ? match : best;
            }
        }
        return best == null
                ? new DetectorLabel(detector, null, 0, 0, false, perCategory)
                : new DetectorLabel(
                        detector, best.concept(), best.trainIou(), best.valIou(), best.valIou() > above, perCategory);
    }

    /** The concept of every detector, null where there is none. */
    public List<Concept> closest() {
        List<Concept> concepts = new ArrayList<>();
        detectors.forEach(label -> concepts.add(label.concept()));
        return concepts;
    }

    /** The labels of interpretable detectors, each once. Other labels may be chance. */
    public SortedSet<Concept> concepts() {
        SortedSet<Concept> concepts = new TreeSet<>();
        detectors.stream().filter(DetectorLabel::interpretable).forEach(d -> concepts.add(d.concept()));
        return concepts;
    }

    /** Number of interpretable detectors. */
    public long interpretable() {
        return detectors.stream().filter(DetectorLabel::interpretable).count();
    }

    /** The detectors that agree best with their labels on the val split, best first. */
    public List<DetectorLabel> best(int most) {
        return detectors.stream()
                .filter(d -> d.concept() != null)
                .sorted(Comparator.comparingDouble(DetectorLabel::valIou).reversed())
                .limit(most)
                .toList();
    }

    /**
     * The label of a detector.
     *
     * @param detector index
     * @param name that of {@code concept} if the detector is interpretable, otherwise null; derived from the other
     *     fields
     * @param concept with the largest IoU on the train split, null if the detector is never active on any
     * @param trainIou that IoU
     * @param valIou IoU with the same concept on the val split
     * @param interpretable whether {@code valIou} exceeds the threshold
     * @param bestPerCategory for every category the concept with the largest IoU on the train split, where there is one
     */
    public record DetectorLabel(
            int detector,
            @Json.MayBeNull String name,
            @Json.MayBeNull Concept concept,
            double trainIou,
            double valIou,
            boolean interpretable,
            Map<String, Match> bestPerCategory) {
        public DetectorLabel {
            name = interpretable && concept != null ? concept.name() : null;
        }

        /** A label whose name follows from the rest. */
        public DetectorLabel(
                int detector,
                Concept concept,
                double trainIou,
                double valIou,
                boolean interpretable,
                Map<String, Match> bestPerCategory) {
            this(detector, null, concept, trainIou, valIou, interpretable, bestPerCategory);
        }

        /** The name of the concept of the detector. */
        public ConceptName title() {
            return concept == null
                    ? ConceptName.unlabelled(detector)
                    : ConceptName.of(detector, concept.name(), valIou, name != null);
        }

        /** A concept and the IoU of a detector with it on both splits. */
        public record Match(Concept concept, double trainIou, double valIou) {}
    }

    /**
     * Detectors treated as one: a group is active where any of its members is ("Linear-OR"), and its score is the largest
     * of theirs.
     *
     * @param members indices of the detectors of every group
     */
    public record DetectorGroups(List<int[]> members) {
        public DetectorGroups {
            members = List.copyOf(members);
            if (members.stream().anyMatch(group -> group.length == 0)) {
                throw new IllegalArgumentException("a group of detectors must have at least 1 member");
            }
        }

        /** Every detector on its own. */
        public static DetectorGroups single(int detectors) {
            List<int[]> members = new ArrayList<>();
            for (int i = 0; i < detectors; i++) {
                members.add(new int[] {i});
            }
            return new DetectorGroups(members);
        }

        /** Detectors with the same label together, in the order of their first members; those without a label left out. */
        public static DetectorGroups byLabel(Labels labels) {
            Map<Concept, List<Integer>> found = new LinkedHashMap<>();
            for (Labels.DetectorLabel label : labels.detectors()) {
                if (label.concept() != null) {
                    found.computeIfAbsent(label.concept(), c -> new ArrayList<>())
                            .add(label.detector());
                }
            }
            return new DetectorGroups(
                    found.values().stream().map(DetectorGroups::array).toList());
        }

        private static int[] array(Collection<Integer> values) {
            return values.stream().mapToInt(Integer::intValue).toArray();
        }

        /** The label that the detectors of each group share, for groups made by {@link #byLabel}. */
        public List<Concept> concepts(Labels labels) {
            return members.stream()
                    .map(group -> labels.detectors().get(group[0]).concept())
                    .toList();
        }

        /** Number of groups. */
        public int count() {
            return members.size();
        }
    }
}
