package org.eddp.influence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eddp.names.Named;

/**
 * Content of {@code influence.json}: the summary of a table of influence, and the classes that were looked at.
 *
 * @param command the command line that made it
 * @param directions digest of the directions it is about
 * @param images where the images came from
 * @param options with which it was measured
 * @param tested whether significance was tested
 * @param linear whether scores are in closed form, because the head is pooling and one linear layer
 * @param summary of the whole table
 * @param patterns I2, the comparison with Pattern-CAVs of the same labels; null if it was not asked for
 * @param classes those chosen, or those most affected
 */
public record InfluenceResults(
        String command,
        String directions,
        String images,
        InfluenceOptions options,
        boolean tested,
        boolean linear,
        Influence.Summary summary,
        PatternComparison patterns,
        List<ClassInfluence> classes) {
    public InfluenceResults {
        classes = List.copyOf(classes);
    }

    /**
     * What moves one class.
     *
     * @param significant number of concepts with significant influence on it
     * @param concepts every concept, strongest first
     */
    public record ClassInfluence(Named label, int significant, List<Score> concepts) {
        public ClassInfluence {
            concepts = List.copyOf(concepts);
        }

        /** The strongest concepts for the class, then the strongest against it, at most {@code count} of each. */
        public List<Score> strongest(int count) {
            List<Score> chosen = new ArrayList<>(
                    concepts.stream().filter(s -> s.score() > 0).limit(count).toList());
            List<Score> against = new ArrayList<>(
                    concepts.stream().filter(s -> s.score() < 0).limit(count).toList());
            against.sort(Comparator.comparingDouble(s -> Math.abs(s.score())));
            chosen.addAll(against);
            return chosen;
        }
    }

    /**
     * What one concept does to one class.
     *
     * @param score S, in -1 .. 1
     * @param slope change of the logit per unit along the signal vector; null if the head is not linear
     * @param pValue share of noise with a score at least as large; 1 if not tested
     */
    public record Score(Named concept, double score, Double slope, double pValue, boolean significant) {}
}
