package org.eddp.intervene;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.eddp.directions.Detectors;
import org.eddp.directions.Directions;
import org.eddp.explain.TypicalAbsence;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageStream;
import org.eddp.files.SafetensorsFile;
import org.eddp.math.OrderStatistics;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Workers;

/**
 * How w_i.x is distributed over the patches of a concept dataset: where targets of edits and corrections come from.
 *
 * @param with patches on which the detector fires
 * @param without patches on which it does not
 * @param meanWith mean of w.x over the former; 0 if there are none
 * @param meanWithout mean of w.x over the latter; 0 if there are none
 * @param levels shares of patches, ascending
 * @param quantiles w.x at those shares of all patches, I x levels; exact, with linear interpolation between neighbours
 * @param differences D x I: the mean patch on which the detector fires minus the mean patch on which it does not, scaled so
 *     that w.d = 1; a zero column where the detector fires on no patch or on all. {@link #writing} uses them as signal vectors
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
    /** Values held at a time: concepts are gone through in groups, so that any set fits into memory. */
    private static final long HELD_VALUES = 1 << 26;

    /** Share of the time that goes into reading, roughly. */
    private static final double READING = 0.5;

    private static final String WORK = "taking the statistics of concepts";

    private static final double[] DEFAULT_LEVELS = {0, 0.005, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.995, 1};

    /** Shares usually asked for; 0.005 and 0.995 are the paper's. */
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
            throw new IllegalArgumentException("statistics of " + concepts + ", " + without.length + ", "
                    + meanWith.length + ", " + meanWithout.length + ", " + quantiles.rows() + " and "
                    + differences.columns() + " concepts and quantiles of " + quantiles.columns() + " for "
                    + levels.length + " levels do not go together");
        }
    }

    /** What the absence of every concept looks like: the reference of explanations by removal. */
    public TypicalAbsence absence() {
        return new TypicalAbsence(meanWithout, differences);
    }

    /**
     * The pairs that move a concept most truly: the filters of a run with the differences of means as signal vectors. The
     * regression within the firing patches, which the paper learns with, uses far fewer patches and is noisier; docs/truth.md
     * has the comparison with known changes of pictures.
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
     * The same, watched.
     *
     * @param monitor told how far the passes over the patches are, and asked whether to stop
     */
    public static ConceptStatistics of(
            FeatureSource source, Detectors detectors, double[] levels, Workers workers, Monitor monitor) {
        double[] sorted = levels.clone();
        Arrays.sort(sorted);
        for (double level : sorted) {
            if (!(level >= 0 && level <= 1)) {
                throw new IllegalArgumentException("quantile = " + level + " must be within 0 .. 1");
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
     * What one pass over the patches gives.
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
        throw new IllegalArgumentException("quantile " + level + " was not computed; there are "
                + Arrays.toString(levels) + "; compute the statistics with it");
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

    /** Reads what {@link #write} wrote. */
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
        } catch (IllegalArgumentException e) {
            throw content.damaged(e.getMessage());
        }
    }
}
