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
    private static final WordSearch.Options OPTIONS = new WordSearch.Options(EXAMPLES, 0, 10, 0.9, 199, 0.05, 3, 5);

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

    /** The formula of SoftWpmi written out for one word. */
    @Test
    void scoresAreTheDefinition() {
        float[][] probabilities = {{0.7f, 0.3f}, {0.2f, 0.8f}, {0.5f, 0.5f}};
        int[][] sets = {{0, 2}, {1, 2}};
        double[] likelihoods = new double[2];
        for (int i = 0; i < 2; i++) {
            double first = probabilities[sets[i][0]][1];
            double second = probabilities[sets[i][1]][1];
            likelihoods[i] = Math.log(1 + 0.998 * (first - 1)) + Math.log(1 + 0.984 * (second - 1));
        }
        double usual = Math.log((Math.exp(likelihoods[0]) + Math.exp(likelihoods[1])) / 2);
        double[] scores = new SoftWpmi(probabilities, sets, 2, 0.9).scores(sets[1]);
        assertThat(scores[1]).isCloseTo(likelihoods[1] - 0.9 * usual, within(1e-6));
    }
}
