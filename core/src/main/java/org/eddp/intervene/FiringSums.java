package org.eddp.intervene;

import org.eddp.directions.Detectors;
import org.eddp.explain.ConceptRemoval.TypicalAbsence;
import org.eddp.features.FeatureSource;
import org.eddp.features.ImageStream;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Sums of the patches on which each detector fires, and of all patches. Differences of means and levels of absence follow from
 * them; sums of parts of the images add up to the sums of all.
 */
public final class FiringSums {
    private static final long READ_ELEMENTS = 1 << 20;
    private static final String WORK = "comparing patches with and without concepts";

    private final Detectors detectors;
    private final long[] with;
    private final Matrix fired;
    private final Matrix all;
    private long patches;

    FiringSums(Detectors detectors) {
        this.detectors = detectors;
        with = new long[detectors.concepts()];
        fired = new Matrix(detectors.concepts(), detectors.width());
        all = new Matrix(1, detectors.width());
    }

    /**
     * Reads all patches once.
     *
     * @param workers threads; not closed
     * @param monitor receives the progress, and may stop the work
     */
    public static FiringSums of(FeatureSource source, Detectors detectors, Workers workers, Monitor monitor) {
        FiringSums sums = new FiringSums(detectors);
        ImageStream.of(source, source.width(), READ_ELEMENTS)
                .watchedBy(monitor, WORK)
                .forEach(workers, range -> of(range.rows(), detectors), sums::add);
        return sums;
    }

    private static FiringSums of(Tensor rows, Detectors detectors) {
        return of(rows, detectors, readings(rows, detectors));
    }

    /** w.x, concept by concept. */
    static float[] readings(Tensor rows, Detectors detectors) {
        return Tensor.of(detectors.filters().transpose(), rows.type())
                .mm(rows.t())
                .toFloats();
    }

    /** The sums of some patches whose {@link #readings} are known. */
    static FiringSums of(Tensor rows, Detectors detectors, float[] readings) {
        FiringSums sums = new FiringSums(detectors);
        int count = rows.size(0);
        Matrix fires = new Matrix(detectors.concepts(), count);
        for (int k = 0; k < readings.length; k++) {
            int concept = k / count;
            if (readings[k] > detectors.thresholds()[concept]) {
                fires.values()[k] = 1;
                sums.with[concept]++;
            }
        }
        Tensor exact = rows.to(DType.FLOAT64);
        sums.fired.add(Tensor.of(fires, DType.FLOAT64).mm(exact).toMatrix(), 1);
        sums.all.add(exact.sum(0).toMatrix(), 1);
        sums.patches = count;
        return sums;
    }

    /** Adds those of other patches. */
    public void add(FiringSums others) {
        for (int i = 0; i < with.length; i++) {
            with[i] += others.with[i];
        }
        fired.add(others.fired, 1);
        all.add(others.all, 1);
        patches += others.patches;
    }

    /**
     * The typical absence of every concept. The signal vector of a concept is the mean patch on which its detector
     * fires minus the mean patch on which it does not, scaled so that w.s = 1; zero where one of the two does not
     * exist.
     */
    public TypicalAbsence absence() {
        int width = detectors.width();
        double[] levels = new double[with.length];
        Matrix signals = new Matrix(width, with.length);
        for (int i = 0; i < with.length; i++) {
            long without = patches - with[i];
            double reading = 0;
            for (int d = 0; d < width; d++) {
                double filter = detectors.filters().get(d, i);
                double rest = without == 0 ? 0 : (all.get(0, d) - fired.get(i, d)) / without;
                levels[i] += filter * rest;
                if (with[i] > 0 && without > 0) {
                    double difference = fired.get(i, d) / with[i] - rest;
                    signals.set(d, i, difference);
                    reading += filter * difference;
                }
            }
            for (int d = 0; reading != 0 && d < width; d++) {
                signals.set(d, i, signals.get(d, i) / reading);
            }
        }
        return new TypicalAbsence(levels, signals);
    }
}
