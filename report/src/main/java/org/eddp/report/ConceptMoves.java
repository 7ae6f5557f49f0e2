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
    /** The largest effect of all concepts. */
    private final double largest;

    /** Of a run whose influence was perhaps measured; nothing is known of concepts if it was not. */
    ConceptMoves(Run run) {
        outputs = run.hasFeatures() ? run.features().outputs() : OutputKind.CLASSES;
        Influence influence = run.read(Results.SCORES).orElse(null);
        tested = influence != null && influence.test() != null;
        effects = influence == null ? null : effects(run, influence);
        largest = effects == null
                ? 0
                : effects.stream().mapToDouble(ConceptMoves::size).max().orElse(0);
    }

    private List<ConceptEffects> effects(Run run, Influence influence) {
        Set<Integer> seen = outputs == OutputKind.LABELS ? null : predicted(run.features());
        return IntStream.range(0, influence.concepts())
                .mapToObj(i -> ConceptEffects.of(
                        influence, i, k -> seen == null || seen.contains(k), CLASSES, run.classNames()))
                .toList();
    }

    private static Set<Integer> predicted(FeatureSet set) {
        return set.records().stream()
                .map(FeatureSet.ImageRecord::predicted)
                .filter(k -> k >= 0)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** How strongly a concept moves the class it moves most: 1 for the strongest concept, 0 for one that moves none or is not known. */
    double strength(int concept) {
        return largest > 0 ? size(effects.get(concept)) / largest : 0;
    }

    private static double size(ConceptEffects of) {
        double up = of.raised().isEmpty() ? 0 : of.raised().get(0).effect();
        return Math.max(up, of.lowered().isEmpty() ? 0 : -of.lowered().get(0).effect());
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
