package org.eddp.report;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eddp.features.FeatureSet;
import org.eddp.influence.Influence;
import org.eddp.network.OutputKind;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.ConceptEffects;

/** Which classes every concept moves, of those the network sees in the pictures of a run. */
final class ConceptMoves {
    private static final int CLASSES = 3;

    private final OutputKind outputs;
    private final List<ConceptEffects> effects;
    private final boolean tested;
    /** The classes that the network sees in the pictures; null for all. */
    private final Set<Integer> seen;

    /** Of a run whose influence was perhaps measured; nothing is known of concepts if it was not. */
    ConceptMoves(Run run) {
        outputs = run.hasFeatures() ? run.features().outputs() : OutputKind.CLASSES;
        Influence influence = run.read(Results.SCORES).orElse(null);
        tested = influence != null && influence.test() != null;
        seen = influence == null || outputs == OutputKind.LABELS ? null : predicted(run.features());
        effects = influence == null ? null : effects(run, influence);
    }

    private List<ConceptEffects> effects(Run run, Influence influence) {
        return IntStream.range(0, influence.concepts())
                .mapToObj(i -> ConceptEffects.of(influence, i, this::isSeen, CLASSES, run.classNames()))
                .toList();
    }

    private static Set<Integer> predicted(FeatureSet set) {
        return set.records().stream()
                .map(FeatureSet.ImageRecord::predicted)
                .filter(k -> k >= 0)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether the network sees a class in the pictures; a label always. */
    boolean isSeen(int label) {
        return seen == null || seen.contains(label);
    }

    /** The classes in a sentence; empty if they are not known. */
    String words(int concept) {
        if (effects == null) {
            return "";
        }
        ConceptEffects of = effects.get(concept);
        String up = names(of.raised());
        String down = names(of.lowered());
        if (up.isEmpty() && down.isEmpty()) {
            return of.untested() != null
                    ? "Which " + outputs.plural() + " it moves is not known: " + of.untested() + "."
                    : outputs == OutputKind.LABELS
                            ? "Moves no label more than noise directions do."
                            : "Moves no class seen here more than noise directions do.";
        }
        return (up.isEmpty() ? "" : "Raises " + up + (down.isEmpty() ? "." : "; "))
                + (down.isEmpty() ? "" : (up.isEmpty() ? "Lowers " : "lowers ") + down + ".");
    }

    private String names(List<ConceptEffects.Moved> classes) {
        return classes.stream()
                .map(m -> (m.label().name() == null
                                ? outputs.noun() + " " + m.label().number()
                                : m.label().name())
                        + " (" + signed(m.effect()) + ")")
                .collect(Collectors.joining(", "));
    }

    /** An effect to one digit after the point, with a true minus sign. */
    private static String signed(double effect) {
        return String.format(Locale.ROOT, "%+.1f", effect).replace('-', '\u2212');
    }

    /** What has to be said of the sentences of all concepts; empty if there are none. */
    String note() {
        if (effects == null) {
            return "";
        }
        return (outputs == OutputKind.LABELS
                        ? " The labels moved most are named"
                        : " Of the classes the network sees in these pictures, the most moved are named")
                + ", with the mean change of the logarithm of their probability by a step along the concept (+0.7: twice as likely)"
                + (tested
                        ? ", where it is larger than steps along noise directions make it."
                        : "; whether that is chance was not tested.");
    }
}
