package org.eddp.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Workers;
import org.eddp.words.WordNames.ConceptWords;
import org.junit.jupiter.api.Test;

class WordSearchTest {
    private static final int WIDTH = 24;
    private static final int WORDS = 60;
    private static final int CONCEPTS = 12;
    private static final int EXAMPLES = 10;
    private static final WordSearch.Options OPTIONS = WordSearch.Options.DEFAULT
            .withExamples(EXAMPLES)
            .withContext(0)
            .withShuffles(199)
            .withCandidates(3)
            .withSeed(5);

    private final SplittableRandom random = new SplittableRandom(11);
    private final WordList words = new WordList(
            IntStream.range(0, WORDS).mapToObj(m -> "word" + m).toList(),
            new Matrix(WORDS, WIDTH, Seeds.gaussian(WORDS * WIDTH, random)));

    /** Examples of concept i are word i plus noise; those of the last half are noise alone. */
    private float[][][] examples(double noise) {
        float[][][] examples = new float[CONCEPTS][EXAMPLES][];
        for (int i = 0; i < CONCEPTS; i++) {
            for (int n = 0; n < EXAMPLES; n++) {
                double[] x = Seeds.gaussian(WIDTH, random);
                float[] value = new float[WIDTH];
                for (int e = 0; e < WIDTH; e++) {
                    double signal = i < CONCEPTS / 2 ? words.embeddings().get(i, e) * Math.sqrt(WIDTH) : 0;
                    value[e] = (float) (signal + (i < CONCEPTS / 2 ? noise : 1) * x[e]);
                }
                examples[i][n] = value;
            }
        }
        return examples;
    }

    private List<ConceptWords> search(float[][][] examples, int threads) {
        try (Workers workers = new Workers(threads)) {
            return WordSearch.run(examples, words, OPTIONS, workers, Monitor.NONE);
        }
    }

    @Test
    void findsTheWordsThatAreThereAndNoneForNoise() {
        List<ConceptWords> found = search(examples(0.7), 2);
        for (int i = 0; i < CONCEPTS / 2; i++) {
            assertThat(found.get(i).best().word()).isEqualTo("word" + i);
            assertThat(found.get(i).significant()).isTrue();
            assertThat(found.get(i).agreed()).isTrue();
            assertThat(found.get(i).candidates()).hasSize(3);
        }
        assertThat(found.subList(CONCEPTS / 2, CONCEPTS).stream()
                        .filter(ConceptWords::significant)
                        .count())
                .isLessThanOrEqualTo(1);
        assertThat(found.get(0).clarity()).isGreaterThan(found.get(CONCEPTS - 1).clarity() + 0.2);
    }

    @Test
    void resultsDoNotDependOnThreads() {
        float[][][] examples = examples(1);
        assertThat(search(examples, 3)).isEqualTo(search(examples, 1));
    }

    @Test
    void aDetectorThatFiresInOneImageHasNoWord() {
        float[][][] examples = examples(0.7);
        examples[2] = new float[][] {examples[2][0]};
        ConceptWords lonely = search(examples, 2).get(2);
        assertThat(lonely.candidates()).isEmpty();
        assertThat(lonely.significant()).isFalse();
    }

    @Test
    void refusesPicturesAndWordsOfDifferentSpaces() {
        float[][][] other = {{{1, 2}, {3, 4}}};
        assertThatThrownBy(() -> search(other, 1)).hasMessageContaining("embedded with 2 numbers, words with 24");
        assertThatThrownBy(() -> search(new float[][][] {{}, {}}, 1)).hasMessageContaining("nothing to name");
    }

    /** The formula of SoftWpmi written out for two words. */
    @Test
    void scoresAreTheDefinition() {
        float[][] probabilities = {{0.7f, 0.3f}, {0.2f, 0.8f}, {0.5f, 0.5f}};
        int[][] sets = {{0, 2}, {1, 2}};
        double[] typical = {((0.7 + 0.5) / 2 + (0.2 + 0.5) / 2) / 2, ((0.3 + 0.5) / 2 + (0.8 + 0.5) / 2) / 2};
        double[] expected = new double[2];
        for (int m = 0; m < 2; m++) {
            double likelihood =
                    Math.log(1 + 0.998 * (probabilities[1][m] - 1)) + Math.log(1 + 0.984 * (probabilities[2][m] - 1));
            double usual = Math.log(1 + 0.998 * (typical[m] - 1)) + Math.log(1 + 0.984 * (typical[m] - 1));
            expected[m] = likelihood - 0.9 * usual;
        }
        double mean = (expected[0] + expected[1]) / 2;
        assertThat(new SoftWpmi(probabilities, sets, 2, 0.9).scores(sets[1]))
                .containsExactly(new double[] {expected[0] - mean, expected[1] - mean}, within(1e-6));
    }

    /** A word is not worth less to a detector because another one likes it even more. */
    @Test
    void detectorsOfTheSameThingGetTheSameWord() {
        float[][][] examples = examples(0.7);
        for (int i = 1; i < 5; i++) {
            for (int n = 0; n < EXAMPLES; n++) {
                for (int e = 0; e < WIDTH; e++) {
                    examples[i][n][e] = examples[0][(n + i) % EXAMPLES][e]
                            + (float) (0.3
                                    * i
                                    * (examples[i][n][e] - words.embeddings().get(i, e) * Math.sqrt(WIDTH)));
                }
            }
        }
        List<ConceptWords> found = search(examples, 2);
        assertThat(found.subList(0, 5))
                .allSatisfy(c -> assertThat(c.best().word())
                        .as("of detector %d", c.number())
                        .isEqualTo("word0"));
    }
}
