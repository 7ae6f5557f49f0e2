package org.eddp.experiments.audit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.eddp.directions.Directions;
import org.eddp.features.DenseFeatures;
import org.eddp.influence.Sensitivity;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/** Simple rankings of pairs of a concept and a class, on the same concepts that the audit gets. */
enum SimpleRanking {
    /** RCAV score S of writing the signal vector into all pictures: share of pictures whose probability of the class rises. */
    RCAV("RCAV score") {
        @Override
        Matrix scores(Measured measured) {
            return measured.rcav.scores();
        }
    },
    /** Mean change of the logarithm of the probability by the same step. */
    EFFECT("RCAV effect") {
        @Override
        Matrix scores(Measured measured) {
            return measured.rcav.effects();
        }
    },
    /** |w_c.s|: by how much the logit of the class changes per unit of the concept. */
    RELATION("|CCRC|") {
        @Override
        Matrix scores(Measured measured) {
            return absolute(measured.relations);
        }
    },
    /** Share of the pictures taken for the class that have the concept. */
    SHARE("share of the class") {
        @Override
        Matrix scores(Measured measured) {
            return measured.share;
        }
    },
    /** The same minus the share of the other pictures that have it. */
    MORE("share beyond others") {
        @Override
        Matrix scores(Measured measured) {
            return measured.share.minus(measured.otherShare);
        }
    },
    /** Mean contribution to the logit of the class over the pictures taken for it. */
    CONTRIBUTION("contribution") {
        @Override
        Matrix scores(Measured measured) {
            return measured.contribution;
        }
    };

    private final String title;

    SimpleRanking(String title) {
        this.title = title;
    }

    /** The name in results. */
    String title() {
        return title;
    }

    abstract Matrix scores(Measured measured);

    /** All pairs with their scores. */
    List<Suspicion> ranking(Measured measured) {
        Matrix scores = scores(measured);
        List<Suspicion> all = new ArrayList<>();
        for (int i = 0; i < scores.rows(); i++) {
            for (int k = 0; k < scores.columns(); k++) {
                all.add(Suspicion.of(i, k, scores.get(i, k)));
            }
        }
        return all;
    }

    private static Matrix absolute(Matrix values) {
        Matrix sizes = values.copy();
        for (int k = 0; k < sizes.values().length; k++) {
            sizes.values()[k] = Math.abs(sizes.values()[k]);
        }
        return sizes;
    }

    /**
     * What the rankings are made from; matrices are concepts x classes.
     *
     * @param rcav of the signal vectors
     * @param relations w_c.s
     * @param share of the pictures taken for a class that have a concept
     * @param otherShare of the other pictures that have it
     * @param contribution mean over the pictures taken for a class of the mean over cells of 1(w.x &gt; b) (w_c.d)(w.x - a); d is the
     *     difference of means with w.d = 1, a the mean of w.x where the detector is off
     */
    record Measured(Sensitivity.Measured rcav, Matrix relations, Matrix share, Matrix otherShare, Matrix contribution) {
        /** Measures the training pictures of a network. */
        static Measured of(FlawNetwork network, Directions directions, Workers workers) {
            DenseFeatures train = network.train().features();
            Sensitivity.Measured rcav;
            try (Sensitivity sensitivity =
                    Sensitivity.of(network.head(), train, Sensitivity.Perturbation.DEFAULT, workers)) {
                rcav = sensitivity.measure(directions.signals());
            }
            Matrix vectors = network.readout().classVectors();
            ConceptStatistics statistics =
                    ConceptStatistics.of(train, directions.detectors(), ConceptStatistics.defaultLevels(), workers);
            Presence presence = Presence.of(train, directions, statistics);
            int[] predicted = network.predictions(network.train(), null);
            Matrix differences = statistics.differences().transpose().times(vectors);
            int concepts = directions.concepts();
            int classes = vectors.columns();
            Matrix share = new Matrix(concepts, classes);
            Matrix otherShare = new Matrix(concepts, classes);
            Matrix contribution = new Matrix(concepts, classes);
            for (int k = 0; k < classes; k++) {
                BitSet taken = new BitSet();
                for (int n = 0; n < predicted.length; n++) {
                    taken.set(n, predicted[n] == k);
                }
                int count = Math.max(1, taken.cardinality());
                int others = Math.max(1, predicted.length - taken.cardinality());
                for (int i = 0; i < concepts; i++) {
                    for (int n = 0; n < predicted.length; n++) {
                        double present = presence.present().get(n, i);
                        if (taken.get(n)) {
                            share.set(i, k, share.get(i, k) + present / count);
                            contribution.set(
                                    i,
                                    k,
                                    contribution.get(i, k)
                                            + presence.excess().get(n, i) * differences.get(i, k) / count);
                        } else {
                            otherShare.set(i, k, otherShare.get(i, k) + present / others);
                        }
                    }
                }
            }
            return new Measured(rcav, directions.signals().transpose().times(vectors), share, otherShare, contribution);
        }
    }

    /**
     * Concepts in pictures; pictures x concepts.
     *
     * @param present 1 where the detector fires on some patch, else 0
     * @param excess mean over cells of w.x - a where the detector fires
     */
    private record Presence(Matrix present, Matrix excess) {
        static Presence of(DenseFeatures features, Directions directions, ConceptStatistics statistics) {
            int cells = features.grid().cells();
            Matrix present = new Matrix(features.images(), directions.concepts());
            Matrix excess = new Matrix(features.images(), directions.concepts());
            for (int n = 0; n < features.images(); n++) {
                Matrix scores;
                try (Scope scope = Scope.open()) {
                    scores = directions.detectors().scores(features.rows(n, 1)).toMatrix();
                }
                for (int i = 0; i < directions.concepts(); i++) {
                    double below = directions.thresholds()[i] - statistics.meanWithout()[i];
                    for (int p = 0; p < cells; p++) {
                        if (scores.get(p, i) > 0) {
                            present.set(n, i, 1);
                            excess.set(n, i, excess.get(n, i) + (scores.get(p, i) + below) / cells);
                        }
                    }
                }
            }
            return new Presence(present, excess);
        }
    }
}
