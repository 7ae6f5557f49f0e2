package org.eddp.report;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eddp.features.FeatureSet;
import org.eddp.influence.Influence;
import org.eddp.network.OutputKind;
import org.eddp.run.Results;
import org.eddp.run.Run;

/** Which classes every concept moves, of those the network sees in the pictures of a run. */
final class ConceptMoves {
    private static final long PICTURES = 1000;

    private final Run run;
    private final OutputKind outputs;
    private final Influence influence;
    /** The classes that the network sees in the pictures, without rare ones; null for all. */
    private final Set<Integer> seen;

    /** The moves by concepts of a run; empty if its influence was not measured. */
    ConceptMoves(Run run) {
        this.run = run;
        outputs = run.hasFeatures() ? run.features().outputs() : OutputKind.CLASSES;
        influence = run.read(Results.SCORES).orElse(null);
        seen = influence == null || outputs == OutputKind.LABELS ? null : predicted(run.features());
    }

    private static Set<Integer> predicted(FeatureSet set) {
        return seen(set.records().stream()
                .mapToInt(FeatureSet.ImageRecord::predicted)
                .filter(k -> k >= 0)
                .toArray());
    }

    /** The classes that are predicted for at least one of {@value #PICTURES} pictures. */
    static Set<Integer> seen(int[] predictions) {
        Map<Integer, Long> counts = IntStream.of(predictions)
                .boxed()
                .collect(Collectors.groupingBy(k -> k, TreeMap::new, Collectors.counting()));
        counts.values().removeIf(count -> count * PICTURES < predictions.length);
        return Set.copyOf(counts.keySet());
    }

    /** Whether the network sees a class in the pictures; a label always. */
    boolean isSeen(int label) {
        return seen == null || seen.contains(label);
    }

    MovedClasses of(int concept) {
        return influence == null
                ? MovedClasses.notMeasured()
                : MovedClasses.of(influence, concept, this::isSeen, run.classNames(), outputs);
    }

    /** The note about the effects of all concepts; empty if there are none. */
    String note() {
        if (influence == null) {
            return "";
        }
        return (outputs == OutputKind.LABELS
                        ? " The labels moved most are named"
                        : " Of the classes the network sees in at least one of 1,000 of these pictures, the most moved"
                                + " are named")
                + ", with the mean change of the logarithm of their probability by a step along the concept (+0.7:"
                + " twice as likely)"
                + (influence.test() != null
                        ? "; \"perhaps\" stands before those that noise directions move as much."
                        : "; whether that is chance was not tested.");
    }
}
