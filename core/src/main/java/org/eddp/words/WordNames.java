package org.eddp.words;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Json;
import org.eddp.labels.Labels;
import org.eddp.labels.Labels.DetectorLabel;
import org.eddp.names.ConceptName.ClosestWord;

/**
 * Content of {@code words.json}: names of the detectors of a run from words.
 *
 * @param eddp version that wrote it
 * @param command that made it
 * @param directions digest of the directions it is about
 * @param encoder file of the image encoder
 * @param words number of words to choose from
 * @param options how they were chosen
 * @param concepts one per detector
 */
public record WordNames(
        String eddp,
        String command,
        String directions,
        String encoder,
        int words,
        WordSearch.Options options,
        List<ConceptWords> concepts) {
    public WordNames {
        concepts = List.copyOf(concepts);
        for (int i = 0; i < concepts.size(); i++) {
            if (concepts.get(i).number() != i) {
                throw new InvalidInput("concept " + concepts.get(i).number() + " stands at place " + i);
            }
        }
    }

    /**
     * The words of one detector.
     *
     * @param number of the concept
     * @param examples that were embedded; a detector that fires in fewer than two images has no words
     * @param candidates the words that fit best, best first
     * @param significant whether the first of them fits better than chance, all detectors considered: only then it is a
     *     name
     * @param secondOpinion the word whose embedding is nearest to the mean example, compared with all examples; null
     *     without any
     * @param clarity mean cosine of two examples; null with fewer than two
     * @param redundancy cosine of the mean example with that of the nearest other concept; null without one
     * @param nearest that concept
     * @param polysemanticity how far apart the two halves of the examples are; null with fewer than four
     */
    public record ConceptWords(
            int number,
            int examples,
            List<Candidate> candidates,
            boolean significant,
            @Json.MayBeNull String secondOpinion,
            @Json.MayBeNull Double clarity,
            @Json.MayBeNull Double redundancy,
            @Json.MayBeNull Integer nearest,
            @Json.MayBeNull Double polysemanticity) {
        public ConceptWords {
            candidates = List.copyOf(candidates);
            if (significant && candidates.isEmpty()) {
                throw new InvalidInput("concept " + number + " has no word that could be significant");
            }
        }

        /** The word that fits best, or null. */
        public Candidate best() {
            return candidates.isEmpty() ? null : candidates.get(0);
        }

        /** Whether both ways of choosing agree. */
        public boolean agreed() {
            return !candidates.isEmpty() && candidates.get(0).word().equals(secondOpinion);
        }
    }

    /**
     * A word for a detector.
     *
     * @param score soft weighted pointwise mutual information
     * @param cosine of its embedding with the mean example
     * @param p share of random sets of examples that some word fits at least as well
     */
    public record Candidate(String word, double score, double cosine, double p) {}

    /** The word closest to each detector that has one, by number. */
    public Map<Integer, ClosestWord> closest() {
        Map<Integer, ClosestWord> words = new HashMap<>();
        for (ConceptWords concept : concepts) {
            Candidate best = concept.best();
            if (best != null) {
                words.put(
                        concept.number(), new ClosestWord(best.word(), best.score(), best.p(), concept.significant()));
            }
        }
        return words;
    }

    /** Those with a name by words, the surest first; then the others. */
    public List<ConceptWords> surestFirst() {
        List<ConceptWords> sorted = new ArrayList<>(concepts);
        sorted.removeIf(c -> c.best() == null);
        sorted.sort((a, b) -> {
            int named = Boolean.compare(b.significant(), a.significant());
            return named != 0
                    ? named
                    : Double.compare(b.best().score(), a.best().score());
        });
        return sorted;
    }

    /** Number of detectors that have a name by words. */
    public long named() {
        return concepts.stream().filter(ConceptWords::significant).count();
    }

    /**
     * How well names by words agree with names by masks, where there are both: over the detectors that masks call
     * interpretable and whose label is one of the words.
     *
     * <p>If a dataset has several labels for a pixel (lawn, grass, green), a detector has several true words: its label,
     * and of every other category the label whose masks it meets at least half as well. A word that is not significant does
     * not count as a name.
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
         * Counts the names.
         *
         * @param words that could be chosen
         */
        public static WordAgreement of(Labels labels, WordNames names, Collection<String> words) {
            Set<String> known = words.stream().map(WordAgreement::folded).collect(Collectors.toSet());
            List<DetectorLabel> judged = labels.detectors().stream()
                    .filter(d -> d.interpretable()
                            && known.contains(folded(d.concept().name())))
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

        /** The true words of a detector, by masks. */
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
}
