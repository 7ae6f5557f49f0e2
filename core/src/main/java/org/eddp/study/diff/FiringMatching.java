package org.eddp.study.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.eddp.influence.FalseDiscoveries;
import org.eddp.math.Seeds;
import org.eddp.tensor.Workers;

/**
 * Matches concepts of two runs that fire at the same places of the same pictures.
 *
 * <p>The similarity of two concepts is the correlation of their firing maps. A pair is accepted if
 *
 * <ul>
 *   <li>it overlaps more than the same maps with the pictures of the second run shuffled, at a limited false discovery
 *       rate over all pairs: shuffling keeps how often and where in a picture each concept fires;
 *   <li>and it is more similar than {@link #LIKE_OTHERS} of the pairs of different concepts within one run, and than
 *       {@link #LOWEST_LINE}: concepts of related things fire together too, but are not the same.
 * </ul>
 *
 * <p>A pair with a correlation of at least {@link #SAME} is accepted without these tests. Otherwise a concept that
 * fires at the same place in every picture could not match itself.
 */
final class FiringMatching {
    /** Concepts that fire on fewer shared pictures are not compared. */
    static final int LEAST_PICTURES = 5;
    /** Correlation above which two maps count as the same. */
    static final double SAME = 0.8;
    /** Share of the pairs of different concepts of one run that are less similar than a match. */
    static final double LIKE_OTHERS = 0.99;
    /** The line is not below this (an IoU of about 1/8), even if the concepts of a run never fire together. */
    private static final double LOWEST_LINE = 0.2;
    /** The line is not above this, even if a run has many near copies of concepts. */
    private static final double HIGHEST_LINE = 0.5;

    /** Excess over shuffled pictures, in standard deviations, is counted in bins of this width. */
    private static final double BIN = 0.02;

    private static final int BINS = 4096;
    private static final int ZERO_BIN = 512;
    /** Deviation of an overlap is at least this many cells, or rare concepts would exceed it by chance. */
    private static final double LEAST_DEVIATION = 0.5;

    private final FiringMaps before;
    private final FiringMaps after;
    private final double[][] correlations;
    private final double[][] ious;
    private final double[][] qValues;
    private final boolean[] comparedBefore;
    private final boolean[] comparedAfter;
    private double line;
    private double rate;

    private FiringMatching(FiringMaps before, FiringMaps after) {
        this.before = before;
        this.after = after;
        correlations = new double[before.concepts()][after.concepts()];
        ious = new double[before.concepts()][after.concepts()];
        qValues = new double[before.concepts()][after.concepts()];
        comparedBefore = compared(before);
        comparedAfter = compared(after);
    }

    /**
     * Matches the concepts of two runs.
     *
     * @param shuffles of the pictures
     * @param rate false discovery rate
     * @param workers threads; not closed. Results do not depend on their number
     */
    static FiringMatching of(
            FiringMaps before, FiringMaps after, int shuffles, double rate, long seed, Workers workers) {
        FiringMatching matching = new FiringMatching(before, after);
        int[][] orders = new int[shuffles + 1][];
        Arrays.setAll(orders, r -> order(before.pictures(), r, seed));
        double[][] excess = new double[before.concepts()][];
        long[] nulls = new long[BINS];
        workers.forEachAhead(before.concepts(), i -> matching.row(i, orders), row -> {
            excess[row.concept()] = row.excess();
            Arrays.setAll(nulls, b -> nulls[b] + row.nulls()[b]);
        });
        matching.test(excess, nulls);
        double alike = Math.max(matching.within(before, workers), matching.within(after, workers));
        matching.line = Math.max(LOWEST_LINE, Math.min(HIGHEST_LINE, alike));
        matching.rate = rate;
        return matching;
    }

    /** The pictures in their own order, then shuffled ones. */
    private static int[] order(int pictures, int number, long seed) {
        if (number == 0) {
            return IntStream.range(0, pictures).toArray();
        }
        SplittableRandom random = Seeds.random(seed, number);
        return Seeds.permutation(pictures, random);
    }

    private static boolean[] compared(FiringMaps maps) {
        boolean[] compared = new boolean[maps.concepts()];
        for (int i = 0; i < compared.length; i++) {
            compared[i] = maps.present(i).length >= LEAST_PICTURES && maps.firing(i) < maps.places();
        }
        return compared;
    }

    /**
     * A concept of the first run beside all of the second.
     *
     * @param excess of the overlap over that of shuffled pictures, in standard deviations
     * @param nulls the same of the shuffled pictures, counted in bins
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Row(int concept, double[] excess, long[] nulls) {}

    private Row row(int concept, int[][] orders) {
        double[] excess = new double[after.concepts()];
        long[] nulls = new long[BINS];
        int[] present = before.present(concept);
        long firing = before.firing(concept);
        for (int j = 0; j < excess.length && comparedBefore[concept]; j++) {
            if (comparedAfter[j]) {
                excess[j] = pair(concept, j, present, firing, orders, nulls);
            }
        }
        return new Row(concept, excess, nulls);
    }

    private double pair(int concept, int other, int[] present, long firing, int[][] orders, long[] nulls) {
        long both = before.overlap(concept, present, after, other, orders[0]);
        long theirs = after.firing(other);
        correlations[concept][other] = correlation(both, firing, theirs, before.places());
        ious[concept][other] = both / (double) (firing + theirs - both);
        double[] shuffled = new double[orders.length - 1];
        Arrays.setAll(shuffled, r -> before.overlap(concept, present, after, other, orders[r + 1]));
        double mean = Arrays.stream(shuffled).average().orElse(0);
        double variance =
                Arrays.stream(shuffled).map(o -> (o - mean) * (o - mean)).sum() / Math.max(1, shuffled.length - 1);
        double deviation = Math.max(LEAST_DEVIATION, Math.sqrt(variance));
        for (double overlap : shuffled) {
            nulls[bin((overlap - mean) / deviation)]++;
        }
        return (both - mean) / deviation;
    }

    private static int bin(double excess) {
        return (int) Math.max(0, Math.min(BINS - 1, Math.floor(excess / BIN) + ZERO_BIN));
    }

    /** Correlation of two maps of bits, 0 if one of them is constant. */
    static double correlation(long both, long one, long other, long places) {
        double spread = Math.sqrt((double) one * (places - one)) * Math.sqrt((double) other * (places - other));
        return spread == 0 ? 0 : ((double) places * both - (double) one * other) / spread;
    }

    /** The null distribution is that of all pairs together, since few shuffles of one pair cannot show small chances. */
    private void test(double[][] excess, long[] nulls) {
        long[] above = new long[BINS];
        long all = 0;
        for (int b = BINS - 1; b >= 0; b--) {
            all += nulls[b];
            above[b] = all;
        }
        long total = all;
        List<int[]> pairs = pairs();
        double[] pValues = pairs.stream()
                .mapToDouble(pair -> (1.0 + above[bin(excess[pair[0]][pair[1]])]) / (1.0 + total))
                .toArray();
        double[] equal = new double[pValues.length];
        Arrays.fill(equal, 1);
        double[] found = pValues.length == 0 ? pValues : FalseDiscoveries.qValues(pValues, equal);
        for (int k = 0; k < found.length; k++) {
            qValues[pairs.get(k)[0]][pairs.get(k)[1]] = found[k];
        }
    }

    private List<int[]> pairs() {
        List<int[]> pairs = new ArrayList<>();
        for (int i = 0; i < comparedBefore.length; i++) {
            for (int j = 0; j < comparedAfter.length; j++) {
                if (comparedBefore[i] && comparedAfter[j]) {
                    pairs.add(new int[] {i, j});
                }
            }
        }
        return pairs;
    }

    /** The correlation that {@link #LIKE_OTHERS} of the pairs of different concepts of one run stay below; 0 without pairs. */
    private double within(FiringMaps maps, Workers workers) {
        boolean[] compared = maps == before ? comparedBefore : comparedAfter;
        int[] same = order(maps.pictures(), 0, 0);
        List<double[]> rows = new ArrayList<>();
        workers.<double[]>forEachAhead(
                maps.concepts(),
                i -> {
                    int[] present = maps.present(i);
                    long firing = maps.firing(i);
                    return IntStream.range(i + 1, maps.concepts())
                            .filter(k -> compared[i] && compared[k])
                            .mapToDouble(k -> correlation(
                                    maps.overlap(i, present, maps, k, same), firing, maps.firing(k), maps.places()))
                            .toArray();
                },
                rows::add);
        double[] all = rows.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
        return all.length == 0 ? 0 : all[(int) Math.ceil(LIKE_OTHERS * all.length) - 1];
    }

    /** A concept of the first run and one of the second, by their numbers. */
    record Pair(int before, int after, double correlation, double iou, double qValue) {}

    /** Correlation that a match has to exceed. */
    double line() {
        return line;
    }

    /** Whether a concept of the first run fires on enough pictures to be compared. */
    boolean isComparedBefore(int concept) {
        return comparedBefore[concept];
    }

    /** Whether a concept of the second run does. */
    boolean isComparedAfter(int concept) {
        return comparedAfter[concept];
    }

    /** All accepted pairs, the most similar first. A concept may be in several. */
    List<Pair> accepted() {
        return pairs().stream()
                .map(pair -> new Pair(
                        pair[0],
                        pair[1],
                        correlations[pair[0]][pair[1]],
                        ious[pair[0]][pair[1]],
                        qValues[pair[0]][pair[1]]))
                .filter(pair -> pair.correlation() >= SAME || pair.qValue() <= rate && pair.correlation() > line)
                .sorted(Comparator.comparingDouble(Pair::correlation).reversed()) // stable: of equal ones the first
                .toList();
    }
}
