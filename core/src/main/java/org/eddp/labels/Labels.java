package org.eddp.labels;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.eddp.files.Json;
import org.eddp.files.Version;
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
            // also a label that the detector does not meet on the train split is its label
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

    /** What interpretable detectors are labelled with, each concept once. Other labels are by chance. */
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
     * What a detector detects.
     *
     * @param detector index
     * @param name that of {@code concept} if the detector is interpretable, otherwise null; follows from the others
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

        /** What the concept of the detector is called. */
        public ConceptName title() {
            return concept == null
                    ? ConceptName.unlabelled(detector)
                    : ConceptName.of(detector, concept.name(), valIou, name != null);
        }

        /** A concept and the IoU of a detector with it on both splits. */
        public record Match(Concept concept, double trainIou, double valIou) {}
    }
}
