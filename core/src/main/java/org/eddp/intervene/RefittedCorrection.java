package org.eddp.intervene;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.directions.Detectors;
import org.eddp.directions.Directions;
import org.eddp.features.FeatureSource;
import org.eddp.math.Vectors;
import org.eddp.metrics.Firing;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Workers;

/**
 * A correction that takes several detectors out as the one concept they share, by a single {@linkplain RefittedPair pair} made
 * from the patches on which any of them fires.
 *
 * @param merge what the pair was made from
 */
public record RefittedCorrection(Correction correction, Merge merge) {
    /**
     * What a pair was made from.
     *
     * @param patches on which any of the detectors fires
     * @param members the detectors, in the order given
     */
    public record Merge(long patches, List<Member> members) {
        public Merge {
            members = List.copyOf(members);
        }
    }

    /**
     * One of the detectors.
     *
     * @param patches on which it fires
     * @param cosine of its own signal vector with the merged one; 0 if it has none
     */
    public record Member(int concept, long patches, double cosine) {}

    /**
     * The correction of a group of detectors.
     *
     * @param source the concept dataset
     * @param directions whose signal vectors are compared with the merged one
     * @param concepts of the group, each once
     * @param activation the layer's own
     * @param workers threads; not closed
     */
    public static RefittedCorrection of(
            FeatureSource source, Directions directions, int[] concepts, Activation activation, Workers workers) {
        Correction.eachOnce(concepts);
        List<BitSet> firing = Firing.patches(source, detectors(directions, concepts), workers);
        BitSet together = new BitSet();
        firing.forEach(together::or);
        Directions pair = RefittedPair.of(source, together, workers);
        List<Member> members = new ArrayList<>();
        for (int k = 0; k < concepts.length; k++) {
            members.add(new Member(
                    concepts[k],
                    firing.get(k).cardinality(),
                    Vectors.cosine(
                            directions.signals().column(concepts[k]),
                            pair.signals().column(0))));
        }
        return new RefittedCorrection(
                Correction.of(pair, new int[] {0}, statistics(source, pair, workers), activation),
                new Merge(together.cardinality(), members));
    }

    /**
     * The correction that takes detectors out one after the other, each by the pair made from the patches on which it alone fires.
     *
     * @param source the concept dataset
     * @param concepts each once
     * @param activation the layer's own
     * @param workers threads; not closed
     */
    public static Correction refitted(
            FeatureSource source, Directions directions, int[] concepts, Activation activation, Workers workers) {
        Correction.eachOnce(concepts);
        List<BitSet> firing = Firing.patches(source, detectors(directions, concepts), workers);
        for (int k = 0; k < concepts.length; k++) {
            int with = firing.get(k).cardinality();
            if (with == 0 || with == source.patches()) {
                throw new IllegalArgumentException("the detector of concept " + concepts[k] + " fires on "
                        + (with == 0 ? "no patch" : "every patch")
                        + ", so there are no two kinds of patches to compare; choose other concepts");
            }
        }
        Directions pairs = RefittedPair.of(source, firing, workers);
        return Correction.of(
                pairs, IntStream.range(0, concepts.length).toArray(), statistics(source, pairs, workers), activation);
    }

    private static ConceptStatistics statistics(FeatureSource source, Directions pairs, Workers workers) {
        return ConceptStatistics.of(source, pairs.detectors(), ConceptStatistics.defaultLevels(), workers);
    }

    private static Detectors detectors(Directions directions, int[] concepts) {
        double[][] filters =
                Arrays.stream(concepts).mapToObj(directions.filters()::column).toArray(double[][]::new);
        double[] thresholds = Arrays.stream(concepts)
                .mapToDouble(i -> directions.thresholds()[i])
                .toArray();
        return new Detectors(Matrix.of(filters).transpose(), thresholds);
    }
}
