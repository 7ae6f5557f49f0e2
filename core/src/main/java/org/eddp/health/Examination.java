package org.eddp.health;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.directions.Detectors;
import org.eddp.directions.Directions;
import org.eddp.explain.Explanation.Conditioning;
import org.eddp.features.FeatureSource;
import org.eddp.health.Health.Detector;
import org.eddp.health.Health.Subject;
import org.eddp.intervene.FiringSums;
import org.eddp.learning.SignalVectors;
import org.eddp.math.Median;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Workers;

/** Measures directions. */
final class Examination {
    /** Gamma of shares for directions that were not learned. */
    private static final double USUAL_SHARPENING = 2;

    private final Subject subject;
    private final Workers workers;
    private final Monitor monitor;
    private final Directions directions;
    private final FeatureSource features;

    Examination(Subject subject, Workers workers, Monitor monitor) {
        this.subject = subject;
        this.workers = workers;
        this.monitor = monitor;
        directions = subject.directions();
        features = subject.features();
    }

    Measurements measure() {
        Detectors detectors = directions.detectors();
        double sharpening =
                subject.bounds() == null ? USUAL_SHARPENING : subject.bounds().membershipExponent();
        FiringCounts counts = FiringCounts.of(features, detectors, sharpening, workers, monitor.part(0, 0.3));
        Double[] reliabilities = reliabilities(detectors);
        FiringSums even = sums(detectors, 0, monitor.part(0.75, 0.8));
        FiringSums odd = sums(detectors, 1, monitor.part(0.8, 0.85));
        Double[] differences = cosines(even.absence().signals(), odd.absence().signals());
        even.add(odd); // all images
        List<Detector> each = new ArrayList<>();
        double firing = 0;
        for (int i = 0; i < detectors.concepts(); i++) {
            each.add(new Detector(i, counts.patches(i), counts.shares()[i], reliabilities[i], differences[i]));
            firing += counts.patches(i);
        }
        int[] usable = IntStream.range(0, detectors.concepts())
                .filter(directions::hasSignal)
                .toArray();
        Matrix filters = columns(directions.filters(), usable);
        Matrix signals = columns(directions.signals(), usable);
        return new Measurements(
                detectors.concepts(),
                detectors.width(),
                features.patches(),
                features.grid().cells(),
                orthogonality(filters, signals),
                Median.orZero(filters.normaliseColumns().columnDots(signals.normaliseColumns())),
                Conditioning.of(directions).condition(),
                counts.covered() / features.patches(),
                firing / features.patches(),
                each,
                Duplicates.of(directions, counts),
                subject.head() == null
                        ? List.of()
                        : ExplanationSample.explain(subject, even.absence(), monitor.part(0.85, 1)),
                subject.other() == null
                        ? null
                        : ConceptMatching.of(directions, subject.other()).stability(subject.otherName()));
    }

    /** Cosines between the signal vectors of the images of even and of odd number. */
    private Double[] reliabilities(Detectors detectors) {
        return cosines(
                signals(detectors, 0, monitor.part(0.3, 0.525)), signals(detectors, 1, monitor.part(0.525, 0.75)));
    }

    /** Cosines of columns; null where one of the two is zero. */
    private static Double[] cosines(Matrix one, Matrix other) {
        Matrix even = one.normaliseColumns();
        Matrix odd = other.normaliseColumns();
        double[] cosines = even.columnDots(odd);
        double[] lengths = even.columnDots(even);
        double[] others = odd.columnDots(odd);
        return IntStream.range(0, cosines.length)
                .mapToObj(i -> lengths[i] == 0 || others[i] == 0 ? null : (Double) cosines[i])
                .toArray(Double[]::new);
    }

    private Matrix signals(Detectors detectors, int first, Monitor part) {
        return SignalVectors.of(half(first), detectors, subject.subsampling(), workers, part);
    }

    private FiringSums sums(Detectors detectors, int first, Monitor part) {
        return FiringSums.of(half(first), detectors, workers, part);
    }

    /** The images of even (0) or of odd number (1). */
    private FeatureSource half(int first) {
        return features.subset(IntStream.range(0, features.images())
                .filter(image -> image % 2 == first)
                .toArray());
    }

    private static double orthogonality(Matrix filters, Matrix signals) {
        Matrix cosines = filters.normaliseColumns().transposeTimes(signals.normaliseColumns());
        double sum = 0;
        for (int i = 0; i < cosines.rows(); i++) {
            for (int j = 0; j < cosines.columns(); j++) {
                sum += i == j ? 0 : cosines.get(i, j) * cosines.get(i, j);
            }
        }
        return cosines.rows() == 0 ? 0 : Math.sqrt(sum) / cosines.rows();
    }

    private static Matrix columns(Matrix all, int[] chosen) {
        Matrix out = new Matrix(all.rows(), chosen.length);
        for (int k = 0; k < chosen.length; k++) {
            for (int d = 0; d < all.rows(); d++) {
                out.set(d, k, all.get(d, chosen[k]));
            }
        }
        return out;
    }
}
