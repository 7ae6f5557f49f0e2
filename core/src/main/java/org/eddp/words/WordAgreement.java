package org.eddp.words;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eddp.labels.Labels;
import org.eddp.labels.Labels.DetectorLabel;
import org.eddp.words.WordNames.ConceptWords;

/**
 * How well names by words agree with names by masks, where there are both: over the detectors that masks call interpretable and whose
 * label is one of the words.
 *
 * <p>In a dataset that says several things of a pixel (a lawn is grass, and green) a detector has several true words: its label, and
 * of every other category the label whose masks it meets at least half as well. A word that is not significant does not count as a name.
 *
 * @param detectors that can agree
 * @param first whose name by words is their label
 * @param right whose name by words is one of their true words
 * @param among whose label is among the words that fit best
 * @param second of which the second opinion is one of their true words
 */
public record WordAgreement(int detectors, int first, int right, int among, int second) {
    /** Part of the IoU with its label that makes another label true of a detector. */
    private static final double AS_WELL = 0.5;

    /**
     * Counts.
     *
     * @param words that could be chosen
     */
    public static WordAgreement of(Labels labels, WordNames names, Collection<String> words) {
        Set<String> known = words.stream().map(WordAgreement::folded).collect(Collectors.toSet());
        List<DetectorLabel> judged = labels.detectors().stream()
                .filter(d ->
                        d.interpretable() && known.contains(folded(d.concept().name())))
                .toList();
        int first = 0;
        int right = 0;
        int among = 0;
        int second = 0;
        for (DetectorLabel label : judged) {
            ConceptWords found = names.concepts().get(label.detector());
            String own = folded(label.concept().name());
            Set<String> meant = trueWords(label, labels.interpretableAbove());
            String name = found.significant() ? folded(found.best().word()) : null;
            first += own.equals(name) ? 1 : 0;
            right += name != null && meant.contains(name) ? 1 : 0;
            among += found.candidates().stream().anyMatch(c -> own.equals(folded(c.word()))) ? 1 : 0;
            second += found.secondOpinion() != null && meant.contains(folded(found.secondOpinion())) ? 1 : 0;
        }
        return new WordAgreement(judged.size(), first, right, among, second);
    }

    /** Words that are true of what a detector detects, by masks. */
    static Set<String> trueWords(DetectorLabel label, double interpretableAbove) {
        Set<String> words = new TreeSet<>(Set.of(folded(label.concept().name())));
        label.bestPerCategory().values().stream()
                .filter(m -> m.valIou() > interpretableAbove && m.valIou() >= AS_WELL * label.valIou())
                .forEach(m -> words.add(folded(m.concept().name())));
        return words;
    }

    private static String folded(String word) {
        return word.strip().toLowerCase(Locale.ROOT);
    }
}
