package org.eddp.words;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eddp.files.Json;
import org.eddp.names.ClosestWord;

/**
 * Content of {@code words.json}: what words say of the detectors of a run.
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
                throw new IllegalArgumentException("concept " + concepts.get(i).number() + " stands at place " + i);
            }
        }
    }

    /**
     * What words say of one detector.
     *
     * @param number of the concept
     * @param examples that were embedded; a detector that fires in fewer than two images has no words
     * @param candidates the words that fit best, best first
     * @param significant whether the first of them fits better than chance, all detectors considered: only then it is a name
     * @param secondOpinion the word whose embedding is nearest to the mean example, compared with all examples; null without any
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
                throw new IllegalArgumentException("concept " + number + " has no word that could be significant");
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
}
