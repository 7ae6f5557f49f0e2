package org.eddp.intervene;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.eddp.directions.Detectors;
import org.eddp.directions.Directions;
import org.eddp.explain.ConceptRemoval.TypicalAbsence;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageStream;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Workers;

/**
 * The distribution of w_i.x over the patches of a concept dataset, from which targets of edits and corrections are
 * taken.
 *
 * @param with patches on which the detector fires
 * @param without patches on which it does not
 * @param meanWith mean of w.x over the former; 0 if there are none
 * @param meanWithout mean of w.x over the latter; 0 if there are none
 * @param levels shares of patches, ascending
 * @param quantiles w.x at those shares of all patches, I x levels; exact, with linear interpolation between neighbours
 * @param differences D x I: the mean patch on which the detector fires minus the mean patch on which it does not,
 *     scaled so that w.d = 1; a zero column where the detector fires on no patch or on all. {@link #writing} uses them
 *     as signal vectors
 */
public record ConceptStatistics(
        long[] with,
        long[] without,
        double[] meanWith,
        double[] meanWithout,
        double[] levels,
        Matrix quantiles,
        Matrix differences) {
    private static final long READ_ELEMENTS = 1 << 20;
    /** Values held at a time: concepts are processed in groups, so that any set fits into memory. */
    private static final long HELD_VALUES = 1 << 26;

    /** Share of the time that goes into reading, roughly. */
    private static final double READING = 0.5;

    private static final String WORK = "taking the statistics of concepts";

    private static final double[] DEFAULT_LEVELS = {0, 0.005, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.995, 1};

    /** The usual shares; 0.005 and 0.995 are the paper's. */
    public static double[] defaultLevels() {
        return DEFAULT_LEVELS.clone();
    }

    public ConceptStatistics {
        int concepts = with.length;
        if (without.length != concepts
                || meanWith.length != concepts
                || meanWithout.length != concepts
                || quantiles.rows() != concepts
                || quantiles.columns() != levels.length
                || differences.columns() != concepts) {
            throw new InvalidInput("statistics of " + concepts + ", " + without.length + ", "
                    + meanWith.length + ", " + meanWithout.length + ", " + quantiles.rows() + " and "
                    + differences.columns() + " concepts and quantiles of " + quantiles.columns() + " for "
                    + levels.length + " levels do not go together");
        }
    }

    /** The typical absence of every concept: the reference of explanations by removal. */
    public TypicalAbsence absence() {
        return new TypicalAbsence(meanWithout, differences);
    }

    /**
     * The filters of a run with differences of means as signal vectors. These follow known changes of pictures best
     * (docs/truth.md): the paper's regression within the firing patches uses far fewer patches and is noisier.
     */
    public Directions writing(Directions directions) {
        return new Directions(directions.filters(), directions.thresholds(), differences, directions.mean());
    }

    /**
     * Reads all patches, once for every group of concepts that fits into memory.
     *
     * @param levels shares of patches, each within 0 .. 1
     * @param workers threads; not closed
     */
    public static ConceptStatistics of(FeatureSource source, Detectors detectors, double[] levels, Workers workers) {
        return of(source, detectors, levels, workers, Monitor.NONE);
    }

    /**
     * The same with a monitor.
     *
     * @param monitor receives the progress, and may stop the work
     */
    public static ConceptStatistics of(
            FeatureSource source, Detectors detectors, double[] levels, Workers workers, Monitor monitor) {
        double[] sorted = levels.clone();
        Arrays.sort(sorted);
        for (double level : sorted) {
            if (!(level >= 0 && level <= 1)) {
                throw new InvalidInput("quantile = " + level + " must be within 0 .. 1");
            }
        }
        int concepts = detectors.concepts();
        ConceptStatistics statistics = new ConceptStatistics(
                new long[concepts],
                new long[concepts],
                new double[concepts],
                new double[concepts],
                sorted,
                new Matrix(concepts, sorted.length),
                new Matrix(source.width(), concepts));
        int group = (int) Math.max(1, Math.min(concepts, HELD_VALUES / source.patches()));
        for (int first = 0; first < concepts; first += group) {
            int count = Math.min(group, concepts - first);
            Monitor part = monitor.part((double) first / concepts, (double) (first + count) / concepts);
            Detectors some = new Detectors(
                    detectors.filters().columns(first, count),
                    Arrays.copyOfRange(detectors.thresholds(), first, first + count));
            Projection projected = project(source, some, workers, part.part(0, READING));
            float[][] values = projected.values();
            int begin = first;
            Monitor filling = part.part(READING, 1);
            workers.forEach(
                    count,
                    i -> {
                        filling.check(WORK);
                        statistics.fill(begin + i, values[i], detectors.thresholds()[begin + i]);
                        return i;
                    },
                    i -> filling.onProgress(i + 1, count));
            statistics.fillDifferences(first, projected.sums().absence().signals());
        }
        return statistics;
    }

    /**
     * The result of one pass over the patches.
     *
     * @param values w.x, concepts x patches
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Projection(float[][] values, FiringSums sums) {}

    /** The same of some images. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Part(float[] values, FiringSums sums) {}

    private static Projection project(FeatureSource source, Detectors detectors, Workers workers, Monitor monitor) {
        int concepts = detectors.concepts();
        Projection whole =
                new Projection(new float[concepts][Math.toIntExact(source.patches())], new FiringSums(detectors));
        int[] done = {0};
        ImageStream.of(source, source.width(), READ_ELEMENTS)
                .watchedBy(monitor, WORK)
                .forEach(
                        workers,
                        range -> {
                            float[] z = FiringSums.readings(range.rows(), detectors);
                            return new Part(z, FiringSums.of(range.rows(), detectors, z));
                        },
                        part -> {
                            int n = part.values().length / concepts;
                            for (int i = 0; i < concepts; i++) {
                                System.arraycopy(part.values(), i * n, whole.values()[i], done[0], n);
                            }
                            whole.sums().add(part.sums());
                            done[0] += n;
                        });
        return whole;
    }

    private void fillDifferences(int first, Matrix some) {
        for (int i = 0; i < some.columns(); i++) {
            for (int d = 0; d < some.rows(); d++) {
                differences.set(d, first + i, some.get(d, i));
            }
        }
    }

    private void fill(int concept, float[] values, double threshold) {
        double sumWith = 0;
        double sumWithout = 0;
        for (float value : values) {
            if (value > threshold) {
                with[concept]++;
                sumWith += value;
            } else {
                without[concept]++;
                sumWithout += value;
            }
        }
        meanWith[concept] = sumWith / Math.max(1, with[concept]);
        meanWithout[concept] = sumWithout / Math.max(1, without[concept]);
        int last = values.length - 1;
        OrderStatistics.place(
                values,
                Arrays.stream(levels)
                        .flatMap(level -> DoubleStream.of(level * last, level * last + 1))
                        .mapToInt(place -> Math.min(last, (int) place))
                        .sorted()
                        .toArray());
        for (int q = 0; q < levels.length; q++) {
            double place = levels[q] * last;
            int below = (int) place;
            int above = Math.min(last, below + 1);
            quantiles.set(concept, q, values[below] + (place - below) * (values[above] - values[below]));
        }
    }

    /** Number of concepts. */
    public int concepts() {
        return with.length;
    }

    /**
     * A quantile of w.x over all patches.
     *
     * @param level one of {@link #levels}
     */
    public double quantile(int concept, double level) {
        for (int q = 0; q < levels.length; q++) {
            if (Math.abs(levels[q] - level) < 1e-12) {
                return quantiles.get(concept, q);
            }
        }
        throw new InvalidInput("quantile " + level + " was not computed; there are " + Arrays.toString(levels)
                + "; compute the statistics with it");
    }

    /** Writes {@code concepts.safetensors} (format: this package's documentation). */
    public void write(Path file) {
        new SafetensorsFile()
                .add("with", with)
                .add("without", without)
                .add("meanWith", meanWith)
                .add("meanWithout", meanWithout)
                .add("levels", levels)
                .add("quantiles", quantiles)
                .add("differences", differences)
                .write(file);
    }

    /** Reads the file that {@link #write} wrote. */
    public static ConceptStatistics read(Path file) {
        SafetensorsFile content = SafetensorsFile.read(file);
        try {
            return new ConceptStatistics(
                    content.integers("with"),
                    content.integers("without"),
                    content.reals("meanWith"),
                    content.reals("meanWithout"),
                    content.reals("levels"),
                    content.matrix("quantiles"),
                    content.matrix("differences"));
        } catch (InvalidInput e) {
            throw content.damaged(e.getMessage());
        }
    }

    /** Along which directions edits and corrections write concepts. */
    public enum Signals {
        /**
         * Pairs {@linkplain RefittedPair refitted} to the patches on which the detectors fire: differences of means with
         * refitted filters. For corrections only, because edits write values that the detector of the run reads.
         */
        REFITTED,
        /** Differences of means: the mean patch on which the detector fires minus the mean patch on which it does not. */
        MEANS,
        /** The signal vectors of the run, as they were learned. */
        LEARNED;

        /**
         * The filters of a run with the signal vectors to write along.
         *
         * @throws InvalidInput of refitted pairs, which have other filters
         */
        public Directions of(Directions directions, ConceptStatistics statistics) {
            return switch (this) {
                case MEANS -> statistics.writing(directions);
                case LEARNED -> directions;
                case REFITTED ->
                    throw new InvalidInput(
                            "refitted pairs are for corrections, not for edits; choose means or learned");
            };
        }

        /** Describes these signals in words. */
        public String words() {
            return switch (this) {
                case REFITTED -> "refitted pairs";
                case MEANS -> "differences of means";
                case LEARNED -> "learned signal vectors";
            };
        }
    }
}
