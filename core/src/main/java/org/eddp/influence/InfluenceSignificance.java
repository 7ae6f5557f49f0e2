package org.eddp.influence;

import java.util.Arrays;
import java.util.function.Consumer;
import org.eddp.directions.Directions;
import org.eddp.features.FeatureSource;
import org.eddp.monitor.Monitor;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Scores the signal vectors of a run and tests every (concept, class) pair for significance. The result of a concept
 * does not depend on other concepts, so that processes can share the work.
 *
 * <p>A pair is significant when the share of the concept's noise signal vectors with |S| at least as large is below the
 * level; of independent labels the mean change of the logit takes the place of S ({@link Sensitivity.Measured#tested}).
 * With 100 noise vectors and more than five pairs only a share of zero passes, so most tests end at their first
 * exceedance: noise vectors are made in groups, until all classes of a concept have failed.
 */
public final class InfluenceSignificance {
    /** Elements of the samples held at a time. */
    private static final long HELD_ELEMENTS = 1 << 26;

    private final ConceptSamples samples;
    private final Directions directions;
    private final Sensitivity sensitivity;
    private final InfluenceOptions options;
    private final Workers workers;
    private final Monitor monitor;
    /** The scores of all signal vectors, if they have to be measured together. */
    private Sensitivity.Measured together;

    /**
     * A test.
     *
     * @param source the patches that noise classifiers are fitted to: the concept dataset
     * @param patches drawn for every concept to be tested, by {@link SampleDraw}; null to score only
     * @param sensitivity the network and the images, with the perturbation of {@code options}
     * @param workers threads; not closed. They do not change the result
     */
    public InfluenceSignificance(
            FeatureSource source,
            long[][] patches,
            Directions directions,
            Sensitivity sensitivity,
            InfluenceOptions options,
            Workers workers,
            Monitor monitor) {
        samples = patches == null ? null : new ConceptSamples(source, patches);
        this.directions = directions;
        this.sensitivity = sensitivity;
        this.options = options;
        this.workers = workers;
        this.monitor = monitor;
    }

    /**
     * Scores and tests some consecutive concepts.
     *
     * @param end behind the last one
     * @param inOrder receives the result of each
     * @throws Stopped if the monitor stops the work
     */
    public void run(int first, int end, Consumer<? super InfluenceRows> inOrder) {
        if (end <= first) {
            return;
        }
        Sensitivity.Measured measured = measured(first, end);
        int block = samples == null ? end - first : block(samples.source().width());
        int[] done = {0};
        for (int start = first; start < end; start += block) {
            int from = start;
            int count = Math.min(block, end - start);
            float[][] rows = samples == null ? null : samples.rows(from, count, workers);
            workers.forEach(
                    count, i -> row(from + i, measured, from + i - first, rows == null ? null : rows[i]), row -> {
                        inOrder.accept(InfluenceRows.of(row));
                        monitor.onProgress(++done[0], end - first);
                    });
        }
    }

    private int block(int width) {
        long perConcept = (long) options.noise().samples() * width;
        return (int) Math.max(workers.threads(), HELD_ELEMENTS / perConcept);
    }

    /** The scores of some concepts: a row for each. */
    private Sensitivity.Measured measured(int first, int end) {
        if (sensitivity.separable()) {
            return sensitivity.measure(directions.signals().columns(first, end - first));
        }
        if (together == null) {
            together = sensitivity.measure(directions.signals());
        }
        return new Sensitivity.Measured(
                rows(together.scores(), first, end),
                rows(together.effects(), first, end),
                rows(together.tested(), first, end));
    }

    private static Matrix rows(Matrix all, int first, int end) {
        int columns = all.columns();
        return new Matrix(end - first, columns, Arrays.copyOfRange(all.values(), first * columns, end * columns));
    }

    private InfluenceRows.Row row(int concept, Sensitivity.Measured measured, int at, float[] sample) {
        double[] scores = measured.scores().rowCopy(at);
        Tally tally = sample == null
                ? new Tally(new long[scores.length], 0)
                : test(concept, sample, measured.tested().rowCopy(at));
        return new InfluenceRows.Row(scores, tally.exceedances(), tally.tried());
    }

    /**
     * The comparison of one concept with noise vectors.
     *
     * @param exceedances per class, among those tried
     * @param tried noise vectors, without those that are undefined
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Tally(long[] exceedances, int tried) {}

    private Tally test(int concept, float[] sample, double[] own) {
        if (monitor.stopRequested()) {
            throw new Stopped("stopped at concept " + concept + " of " + directions.concepts());
        }
        int classes = sensitivity.classes();
        int width = samples.source().width();
        long[] exceedances = new long[classes];
        if (!directions.hasSignal(concept) || sample.length < 4L * width) {
            return new Tally(exceedances, 0);
        }
        InfluenceOptions.Noise noise = options.noise();
        double level = options.significance() / ((double) directions.concepts() * classes);
        Tensor rows = Tensor.of(sample, sample.length / width, width);
        int tried = 0;
        for (int first = 0; first < noise.directions(); first += noise.group()) {
            int count = Math.min(noise.group(), noise.directions() - first);
            Matrix vectors = NoiseSignals.of(rows, concept, first, count, noise);
            double[] lengths = vectors.columnNorms();
            Matrix found = sensitivity.tested(vectors);
            for (int d = 0; d < count; d++) {
                if (lengths[d] > 0) {
                    tried++;
                    for (int k = 0; k < classes; k++) {
                        exceedances[k] += Math.abs(found.get(d, k)) >= Math.abs(own[k]) ? 1 : 0;
                    }
                }
            }
            if (allFailed(exceedances, noise.directions(), level)) {
                break;
            }
        }
        return new Tally(exceedances, tried);
    }

    /** Whether all classes have already failed. */
    private static boolean allFailed(long[] exceedances, int all, double level) {
        for (long count : exceedances) {
            if (count / (double) all < level) {
                return false;
            }
        }
        return true;
    }
}
