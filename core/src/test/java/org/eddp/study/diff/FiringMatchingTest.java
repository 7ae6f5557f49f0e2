package org.eddp.study.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.eddp.features.Grid;
import org.eddp.math.OneToOne;
import org.eddp.math.Seeds;
import org.eddp.tensor.Workers;
import org.junit.jupiter.api.Test;

/** Concepts are matched if they fire at the same places of the same pictures, more than chance explains. */
class FiringMatchingTest {
    private static final Grid GRID = new Grid(10, 10);
    private static final int PICTURES = 200;
    private static final int CONCEPTS = 12;

    /**
     * Blobs at random places of a third of the pictures.
     *
     * @param order concept i fires as number {@code order[i]}
     * @param pictures picture n shows the content of number {@code pictures[n]}
     * @param grain share of the cells that fire at random besides
     */
    private static FiringMaps maps(int[] order, int[] pictures, double grain) {
        FiringMaps maps = new FiringMaps(GRID, PICTURES, order.length);
        for (int i = 0; i < order.length; i++) {
            SplittableRandom noise = Seeds.random(3, i);
            for (int n = 0; n < PICTURES; n++) {
                SplittableRandom random = Seeds.random(7, order[i], pictures[n]);
                if (random.nextInt(3) == 0) {
                    // concepts have their own usual places, as objects do
                    int row = Math.min(8, random.nextInt(5) + order[i] % 4);
                    int column = Math.min(8, random.nextInt(5) + order[i] / 4);
                    for (int cell : new int[] {0, 1, 10, 11}) {
                        maps.fire(i, n, 10 * row + column + cell);
                    }
                }
                for (int cell = 0; cell < GRID.cells(); cell++) {
                    if (noise.nextDouble() < grain) {
                        maps.fire(i, n, cell);
                    }
                }
            }
        }
        return maps;
    }

    private static int[] inOrder(int count) {
        return IntStream.range(0, count).toArray();
    }

    private static FiringMatching match(FiringMaps before, FiringMaps after, int threads) {
        try (Workers workers = new Workers(threads)) {
            return FiringMatching.of(before, after, 100, 0.01, 1, workers);
        }
    }

    private static List<FiringMatching.Pair> pairs(FiringMaps before, FiringMaps after) {
        return OneToOne.of(match(before, after, 2).accepted(), FiringMatching.Pair::before, FiringMatching.Pair::after);
    }

    @Test
    void permutedConceptsAreFoundAgain() {
        int[] order = Seeds.permutation(CONCEPTS, Seeds.random(5, 0));
        FiringMaps before = maps(inOrder(CONCEPTS), inOrder(PICTURES), 0);
        List<FiringMatching.Pair> pairs = pairs(before, maps(order, inOrder(PICTURES), 0));
        assertThat(pairs).hasSize(CONCEPTS).allSatisfy(pair -> {
            assertThat(order[pair.after()]).isEqualTo(pair.before());
            assertThat(pair.correlation()).isCloseTo(1, within(1e-12));
            assertThat(pair.iou()).isEqualTo(1);
        });
    }

    @Test
    void noisyConceptsAreFoundAgainBySignificance() {
        FiringMaps before = maps(inOrder(CONCEPTS), inOrder(PICTURES), 0);
        List<FiringMatching.Pair> pairs = pairs(before, maps(inOrder(CONCEPTS), inOrder(PICTURES), 0.02));
        assertThat(pairs).hasSize(CONCEPTS).allSatisfy(pair -> {
            assertThat(pair.after()).isEqualTo(pair.before());
            assertThat(pair.correlation()).isBetween(0.2, FiringMatching.SAME);
            assertThat(pair.qValue()).isLessThan(0.01);
        });
    }

    /** The same maps with other pictures have the same frequencies and the same usual places, and nothing else in common. */
    @Test
    void mapsOfOtherPicturesDoNotMatch() {
        int[] shuffled = Seeds.permutation(PICTURES, Seeds.random(5, 1));
        FiringMaps before = maps(inOrder(CONCEPTS), inOrder(PICTURES), 0);
        FiringMatching matching = match(before, maps(inOrder(CONCEPTS), shuffled, 0), 2);
        assertThat(matching.accepted()).isEmpty();
        assertThat(IntStream.range(0, CONCEPTS)).allMatch(matching::isComparedAfter);
    }

    @Test
    void aConceptThatFiresAtOnePlaceOfEveryPictureMatchesItself() {
        FiringMaps before = new FiringMaps(GRID, PICTURES, 1);
        FiringMaps after = new FiringMaps(GRID, PICTURES, 1);
        for (int n = 0; n < PICTURES; n++) {
            before.fire(0, n, 99);
            after.fire(0, n, 99);
        }
        assertThat(pairs(before, after)).hasSize(1);
    }

    @Test
    void conceptsOnFewPicturesAreNotCompared() {
        FiringMaps before = maps(inOrder(2), inOrder(PICTURES), 0);
        FiringMaps after = new FiringMaps(GRID, PICTURES, 2);
        for (int n = 0; n < FiringMatching.LEAST_PICTURES; n++) {
            after.fire(1, n, 5);
            if (n > 0) {
                after.fire(0, n, 5);
            }
        }
        FiringMatching matching = match(before, after, 1);
        assertThat(matching.isComparedAfter(0)).isFalse();
        assertThat(matching.isComparedAfter(1)).isTrue();
    }

    @Test
    void resultsDoNotDependOnThreads() {
        FiringMaps before = maps(inOrder(CONCEPTS), inOrder(PICTURES), 0.01);
        FiringMaps after = maps(inOrder(CONCEPTS), inOrder(PICTURES), 0.03);
        assertThat(match(before, after, 3).accepted())
                .isNotEmpty()
                .isEqualTo(match(before, after, 1).accepted());
    }

    @Test
    void patchesFallIntoTheCellOfTheirCentre() {
        assertThat(FiringMaps.cells(new Grid(4, 2), new Grid(2, 2))).containsExactly(0, 1, 0, 1, 2, 3, 2, 3);
        assertThat(FiringMaps.cells(new Grid(1, 3), new Grid(1, 2))).containsExactly(0, 1, 1);
        assertThat(FiringMaps.cells(GRID, GRID)).containsExactly(inOrder(GRID.cells()));
    }

    @Test
    void theCorrelationIsThatOfZerosAndOnes() {
        assertThat(FiringMatching.correlation(2, 4, 3, 10)).isCloseTo(8 / Math.sqrt(24 * 21), within(1e-12));
        assertThat(FiringMatching.correlation(0, 0, 3, 10)).isZero();
    }
}
