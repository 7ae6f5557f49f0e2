package org.eddp.experiments.selftest;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.eddp.directions.Detectors;
import org.eddp.directions.Directions;
import org.eddp.explain.Explainer;
import org.eddp.explain.Explanation;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.run.Run;
import org.eddp.run.RunNetwork;
import org.eddp.study.ExplanationStudy;
import org.eddp.study.OpenImage;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Workers;

/**
 * Concepts with their explanations by removal.
 *
 * @param detectors where they fire
 * @param explainer of pictures
 */
record ExplainingConcepts(Detectors detectors, Explainer explainer) {
    /** The concepts of a run, explained as `eddp explain` does by default. */
    static ExplainingConcepts ofRun(Run run, Monitor monitor) {
        return new ExplainingConcepts(
                run.directions().detectors(),
                ExplanationStudy.explainer(run, run.network().layer(), OpenImage.values(run, true, monitor)));
    }

    /** As many random detectors that fire as often on average. */
    static ExplainingConcepts random(Run run, long seed, Monitor monitor) {
        FeatureSource features = run.features();
        Workers workers = run.workers();
        double share = share(ConceptStatistics.of(
                features, run.directions().detectors(), new double[0], workers, monitor.part(0, 0.3)));
        SplittableRandom random = Seeds.random(seed, 0);
        Matrix filters = new Matrix(features.width(), run.directions().concepts());
        for (int k = 0; k < filters.values().length; k++) {
            filters.values()[k] = random.nextGaussian();
        }
        int concepts = filters.columns();
        double[] thresholds = ConceptStatistics.of(
                        features,
                        new Detectors(filters, new double[concepts]),
                        new double[] {1 - share},
                        workers,
                        monitor.part(0.3, 0.65))
                .quantiles()
                .column(0);
        Directions directions = new Directions(filters, thresholds, filters.copy(), new double[features.width()]);
        ConceptStatistics statistics =
                ConceptStatistics.of(features, directions.detectors(), new double[0], workers, monitor.part(0.65, 1));
        RunNetwork network = run.network();
        return new ExplainingConcepts(
                directions.detectors(),
                new Explainer(
                        directions,
                        network.layer().grid(),
                        run.provenance().activation(),
                        Head.of(network.layer()),
                        statistics.absence()));
    }

    /** Share of the patches on which a detector fires, the mean over detectors. */
    private static double share(ConceptStatistics statistics) {
        double sum = 0;
        for (int i = 0; i < statistics.concepts(); i++) {
            sum += (double) statistics.with()[i]
                    / (statistics.with()[i] + statistics.without()[i]);
        }
        return sum / statistics.concepts();
    }

    /** The explanation of a class. */
    Explanation explain(RunNetwork.View view, int label) {
        return explainer.with(view.head()).explain(view.rows(), label, null);
    }

    /** The patches of a picture on which each detector fires. */
    BitSet[] firing(RunNetwork.View view) {
        Matrix scores = detectors.scores(view.rows().toMatrix());
        BitSet[] firing = new BitSet[scores.columns()];
        for (int i = 0; i < firing.length; i++) {
            firing[i] = new BitSet();
            for (int p = 0; p < scores.rows(); p++) {
                firing[i].set(p, scores.get(p, i) > 0);
            }
        }
        return firing;
    }
}
