package org.eddp.report;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eddp.features.FeatureSet;
import org.eddp.influence.InfluenceResults;
import org.eddp.influence.MovedClasses;
import org.eddp.network.OutputKind;
import org.eddp.run.Results;
import org.eddp.run.Run;

/** Which classes every concept moves, of those the network sees in the pictures of a run. */
final class ConceptMoves {
    private static final int CLASSES = 2;

    private final Run run;
    private final List<MovedClasses> moved;
    private final boolean tested;
    private final OutputKind outputs;

    /** Of a run whose influence was perhaps measured; nothing is known of concepts if it was not. */
    ConceptMoves(Run run) {
        this.run = run;
        outputs = run.hasFeatures() ? run.features().outputs() : OutputKind.CLASSES;
        tested = run.read(Results.INFLUENCE).map(InfluenceResults::tested).orElse(false);
        moved = run.read(Results.SCORES)
                .map(influence -> MovedClasses.of(
                        influence, run.features().readout().orElse(null), run.directions(), predicted(), CLASSES))
                .orElse(null);
    }

    private Set<Integer> predicted() {
        if (outputs == OutputKind.LABELS) { // few, and each of interest whether it is on or off
            return IntStream.range(0, run.features().info().classes())
                    .boxed()
                    .collect(Collectors.toCollection(TreeSet::new));
        }
        return run.features().records().stream()
                .map(FeatureSet.ImageRecord::predicted)
                .filter(k -> k >= 0)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** How strongly a concept moves the class it moves most, 0 if that is not known. */
    double strength(int concept) {
        return moved == null ? 0 : moved.get(concept).strength();
    }

    /** The classes in a sentence; empty if they are not known. */
    String words(int concept) {
        if (moved == null) {
            return "";
        }
        String up = names(moved.get(concept).raised());
        String down = names(moved.get(concept).lowered());
        if (up.isEmpty() && down.isEmpty()) {
            return !tested
                    ? ""
                    : outputs == OutputKind.LABELS
                            ? "Moves none of the labels beyond chance."
                            : "Moves none of the classes seen here beyond chance.";
        }
        return (up.isEmpty() ? "" : "Towards " + up + (down.isEmpty() ? "." : "; "))
                + (down.isEmpty() ? "" : (up.isEmpty() ? "Away" : "away") + " from " + down + ".");
    }

    private String names(List<MovedClasses.Moved> classes) {
        return classes.stream()
                .map(m -> run.classNames().of(m.label()).inSentence(outputs.noun()))
                .collect(Collectors.joining(", "));
    }

    /** What has to be said of the sentences of all concepts; empty if there are none. */
    String note() {
        if (moved == null) {
            return "";
        }
        return (outputs == OutputKind.LABELS
                        ? " The labels moved most are named"
                        : " Of the classes the network sees in these pictures, the most moved are named")
                + (tested ? ", where noise would not move them as much." : "; whether that is chance was not tested.");
    }
}
