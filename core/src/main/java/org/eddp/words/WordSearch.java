package org.eddp.words;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.eddp.failure.InvalidInput;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;
import org.eddp.words.WordNames.Candidate;
import org.eddp.words.WordNames.ConceptWords;

/**
 * Chooses words for detectors by their examples.
 *
 * <p>Every detector has a best word. A permutation test decides whether it means something: examples of all detectors
 * are dealt out at random, and the best score of any word for such a set is the chance level, which includes the choice
 * among the words. p is the share of shuffles that reach the detector's own best score (itself counted, so that it is
 * never 0). Because many detectors are tested, those count as significant for which the expected share of false ones
 * among them stays below a level (Benjamini and Hochberg).
 */
public final class WordSearch {
    private final Options options;
    private final WordList words;
    private final float[][] cosines;
    private final int[][] sets;
    private final SoftWpmi information;
    private final double[] usualCosine;
    private final EmbeddedConcepts embedded;

    /**
     * How words are chosen.
     *
     * @param examples of a detector at most
     * @param context cells around the firing patches that belong to an example
     * @param sharpness factor on cosines before the softmax over words
     * @param weight of how likely a word is for all examples
     * @param shuffles of the test
     * @param level share of false names among the names that is accepted
     * @param candidates kept per detector
     * @param seed of the shuffles
     */
    public record Options(
            int examples,
            int context,
            double sharpness,
            double weight,
            int shuffles,
            double level,
            int candidates,
            long seed) {
        /** Twenty examples with a cell around them, as sharp as in CLIP-Dissect, 999 shuffles, 5 % false names. */
        public static final Options DEFAULT = new Options(20, 1, 10, 0.9, 999, 0.05, 5, 1);

        public Options {
            require(examples >= 2 && examples <= 10_000, "examples", examples, "2 .. 10000");
            require(context >= 0, "context", context, "at least 0");
            require(sharpness > 0 && sharpness <= 1e6, "sharpness", sharpness, "above 0");
            require(weight >= 0 && weight <= 1, "weight", weight, "0 .. 1");
            require(shuffles >= 19 && shuffles <= 1_000_000, "shuffles", shuffles, "19 .. 1000000");
            require(level > 0 && level < 1, "level", level, "within 0 .. 1");
            require(candidates >= 1 && candidates <= 1000, "candidates", candidates, "1 .. 1000");
        }

        private static void require(boolean holds, String what, Number value, String range) {
            if (!holds) {
                throw new InvalidInput(what + " = " + value + " must be " + range);
            }
        }

        /** The same with {@code examples} changed. */
        public Options withExamples(int changed) {
            return new Options(changed, context, sharpness, weight, shuffles, level, candidates, seed);
        }

        /** The same with {@code context} changed. */
        public Options withContext(int changed) {
            return new Options(examples, changed, sharpness, weight, shuffles, level, candidates, seed);
        }

        /** The same with {@code sharpness} changed. */
        public Options withSharpness(double changed) {
            return new Options(examples, context, changed, weight, shuffles, level, candidates, seed);
        }

        /** The same with {@code weight} changed. */
        public Options withWeight(double changed) {
            return new Options(examples, context, sharpness, changed, shuffles, level, candidates, seed);
        }

        /** The same with {@code shuffles} changed. */
        public Options withShuffles(int changed) {
            return new Options(examples, context, sharpness, weight, changed, level, candidates, seed);
        }

        /** The same with {@code level} changed. */
        public Options withLevel(double changed) {
            return new Options(examples, context, sharpness, weight, shuffles, changed, candidates, seed);
        }

        /** The same with {@code candidates} changed. */
        public Options withCandidates(int changed) {
            return new Options(examples, context, sharpness, weight, shuffles, level, changed, seed);
        }

        /** The same with {@code seed} changed. */
        public Options withSeed(long changed) {
            return new Options(examples, context, sharpness, weight, shuffles, level, candidates, changed);
        }
    }

    private WordSearch(float[][][] examples, WordList words, Options options, Workers workers) {
        this.options = options;
        this.words = words;
        sets = sets(examples);
        float[][] all = Arrays.stream(examples).flatMap(Arrays::stream).toArray(float[][]::new);
        cosines = new float[all.length][];
        int[] next = {0};
        workers.forEach(all.length, n -> cosines(all[n]), found -> cosines[next[0]++] = found);
        usualCosine = mean(cosines, IntStream.range(0, cosines.length).toArray());
        float[][] probabilities = new float[all.length][];
        Arrays.setAll(probabilities, n -> SoftWpmi.probabilities(cosines[n].clone(), options.sharpness()));
        information = new SoftWpmi(probabilities, sets, options.examples(), options.weight());
        embedded = new EmbeddedConcepts(examples);
    }

    /**
     * Chooses words.
     *
     * @param examples embeddings of the crops of every detector, best first
     * @throws InvalidInput if pictures and words are embedded into different spaces
     */
    public static List<ConceptWords> run(
            float[][][] examples, WordList words, Options options, Workers workers, Monitor monitor) {
        for (float[][] own : examples) {
            for (float[] x : own) {
                if (x.length != words.embeddings().columns()) {
                    throw new InvalidInput("pictures are embedded with " + x.length
                            + " numbers, words with " + words.embeddings().columns()
                            + "; both encoders must belong together");
                }
            }
        }
        if (Arrays.stream(examples).allMatch(own -> own.length < 2)) {
            throw new InvalidInput("no detector fires in two of the pictures, so there is nothing to name");
        }
        return new WordSearch(examples, words, options, workers).search(workers, monitor);
    }

    /** Numbers of the examples of every detector, in the order of all; none where a detector has fewer than two. */
    private static int[][] sets(float[][][] examples) {
        int[][] sets = new int[examples.length][];
        int first = 0;
        for (int i = 0; i < examples.length; i++) {
            int from = first;
            sets[i] = examples[i].length < 2
                    ? new int[0]
                    : IntStream.range(from, from + examples[i].length).toArray();
            first += examples[i].length;
        }
        return sets;
    }

    private float[] cosines(float[] example) {
        double[] x = new double[example.length];
        Arrays.setAll(x, e -> example[e]);
        double[] u = EmbeddedConcepts.unit(x);
        double[] values = words.embeddings().values();
        float[] result = new float[words.words().size()];
        for (int m = 0; m < result.length; m++) {
            double sum = 0;
            for (int e = 0; e < u.length; e++) {
                sum += values[m * u.length + e] * u[e];
            }
            result[m] = (float) sum;
        }
        return result;
    }

    private static double[] mean(float[][] rows, int[] chosen) {
        double[] sum = new double[rows[0].length];
        for (int n : chosen) {
            for (int m = 0; m < sum.length; m++) {
                sum[m] += rows[n][m];
            }
        }
        return Arrays.stream(sum).map(s -> s / Math.max(1, chosen.length)).toArray();
    }

    private List<ConceptWords> search(Workers workers, Monitor monitor) {
        Map<Integer, double[]> chance = chance(workers, monitor);
        List<ConceptWords> found = new ArrayList<>();
        for (int i = 0; i < sets.length; i++) {
            found.add(concept(i, chance.get(sets[i].length)));
        }
        return significant(found);
    }

    /** The best scores of random sets, sorted, for every size of a set that occurs. */
    private Map<Integer, double[]> chance(Workers workers, Monitor monitor) {
        Map<Integer, double[]> chance = new TreeMap<>();
        int[] sizes = Arrays.stream(sets)
                .mapToInt(s -> s.length)
                .filter(n -> n > 0)
                .distinct()
                .sorted()
                .toArray();
        int[] done = {0};
        for (int size : sizes) {
            double[] best = new double[options.shuffles()];
            int[] next = {0};
            workers.forEach(
                    best.length,
                    t -> {
                        monitor.check("shuffling words");
                        SplittableRandom random = Seeds.random(options.seed(), size, t);
                        int[] drawn = Seeds.draw(cosines.length, size, random);
                        return Arrays.stream(information.scores(drawn)).max().orElseThrow();
                    },
                    score -> {
                        best[next[0]++] = score;
                        monitor.onProgress(++done[0], (long) sizes.length * best.length);
                    });
            Arrays.sort(best);
            chance.put(size, best);
        }
        return chance;
    }

    private ConceptWords concept(int number, double[] chance) {
        int[] set = sets[number];
        if (set.length == 0) {
            return new ConceptWords(number, set.length, List.of(), false, null, null, null, null, null);
        }
        double[] scores = information.scores(set);
        double[] near = mean(cosines, set);
        List<Candidate> candidates = IntStream.range(0, scores.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer m) -> -scores[m]).thenComparing(Comparator.naturalOrder()))
                .limit(options.candidates())
                .map(m -> new Candidate(words.words().get(m), scores[m], near[m], p(scores[m], chance)))
                .toList();
        int second = 0;
        for (int m = 1; m < near.length; m++) {
            second = near[m] - usualCosine[m] > near[second] - usualCosine[second] ? m : second;
        }
        return new ConceptWords(
                number,
                set.length,
                candidates,
                false,
                words.words().get(second),
                embedded.clarity(number),
                embedded.redundancy(number),
                embedded.nearest(number),
                embedded.polysemanticity(number));
    }

    private static double p(double score, double[] sorted) {
        int below = 0;
        while (below < sorted.length && sorted[below] < score) {
            below++;
        }
        return (1.0 + sorted.length - below) / (1.0 + sorted.length);
    }

    /** Benjamini and Hochberg: all up to the largest k whose k-th smallest p is at most k / n times the level. */
    private List<ConceptWords> significant(List<ConceptWords> found) {
        double[] p = found.stream()
                .filter(c -> c.best() != null)
                .mapToDouble(c -> c.best().p())
                .sorted()
                .toArray();
        double bound = -1;
        for (int k = 0; k < p.length; k++) {
            bound = p[k] <= options.level() * (k + 1) / p.length ? p[k] : bound;
        }
        double last = bound;
        return found.stream()
                .map(c -> new ConceptWords(
                        c.number(),
                        c.examples(),
                        c.candidates(),
                        c.best() != null && c.best().p() <= last,
                        c.secondOpinion(),
                        c.clarity(),
                        c.redundancy(),
                        c.nearest(),
                        c.polysemanticity()))
                .toList();
    }
}
