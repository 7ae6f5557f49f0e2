package org.eddp.baselines;

import java.util.LinkedHashMap;
import java.util.Map;
import org.eddp.baselines.BaselineMethod.Fit;
import org.eddp.decomposition.FastIca;
import org.eddp.decomposition.Pca;
import org.eddp.directions.Detectors;
import org.eddp.directions.Directions;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureStatistics;
import org.eddp.learning.SignalVectors;
import org.eddp.metrics.Quantiles;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/**
 * Directions by decomposition of the features, thresholds by quantile, signal vectors from the patches on which
 * detectors fire.
 */
final class Decompositions {
    /** Share of the patches on which a unit fires in Network Dissection. */
    private static final double RARE = 0.005;
    /** Share of the patches on which a principal component fires. */
    private static final double FREQUENT = 0.2;

    /** Share of the time of an iterative fit; thresholds and signal vectors take the rest. */
    private static final double FITTED = 0.9;

    private Decompositions() {}

    static Fit natural(BaselineMethod.Data data, BaselineOptions options, Workers workers, Monitor monitor) {
        Matrix features = Matrix.identity(data.features().width());
        return byQuantile(data.features(), features, RARE, Map.of(), options, workers, monitor);
    }

    static Fit pca(BaselineMethod.Data data, BaselineOptions options, Workers workers, Monitor monitor) {
        FeatureStatistics statistics = FeatureStatistics.of(data.features(), monitor.part(0, 0.4));
        Pca pca = Pca.of(statistics, Pca.Options.of(options.concepts()));
        double explained = 0;
        for (double variance : pca.variances()) {
            explained += variance / pca.totalVariance();
        }
        Map<String, Object> details = Map.of("explainedVariance", explained);
        return byQuantile(data.features(), pca.components(), FREQUENT, details, options, workers, monitor.part(0.4, 1));
    }

    static Fit nmf(BaselineMethod.Data data, BaselineOptions options, Workers workers, Monitor monitor) {
        Nmf nmf;
        try (Scope scope = Scope.open()) {
            Nmf.Options paper = Nmf.Options.of(options.concepts(), options.seed());
            Nmf.Options chosen = paper.withMaxIterations(options.iterationsOr(paper.maxIterations()))
                    .withUpdates(options.nmfUpdates());
            nmf = Nmf.fit(Patches.pooled(data.features()), chosen, workers, monitor.part(0, FITTED));
        }
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("iterations", nmf.iterations());
        details.put("converged", nmf.converged());
        details.put("relativeError", nmf.relativeError());
        return byQuantile(data.features(), nmf.factors(), RARE, details, options, workers, monitor.part(FITTED, 1));
    }

    static Fit ica(BaselineMethod.Data data, BaselineOptions options, Workers workers, Monitor monitor) {
        FastIca ica;
        try (Scope scope = Scope.open()) {
            FastIca.Options usual = FastIca.Options.of(options.concepts(), options.seed());
            FastIca.Options chosen = usual.withMaxIterations(options.iterationsOr(usual.maxIterations()));
            ica = FastIca.fit(
                    Patches.sample(data.features(), options.seed()), chosen, workers, monitor.part(0, FITTED));
        }
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("iterations", ica.iterations());
        details.put("converged", ica.converged());
        return byQuantile(data.features(), ica.filters(), RARE, details, options, workers, monitor.part(FITTED, 1));
    }

    static Fit sae(BaselineMethod.Data data, BaselineOptions options, Workers workers, Monitor monitor) {
        SparseAutoencoder found;
        try (Scope scope = Scope.open()) {
            SparseAutoencoder.Options usual = SparseAutoencoder.Options.of(options.concepts(), options.seed());
            SparseAutoencoder.Options chosen = usual.withSteps(options.iterationsOr(usual.steps()));
            found = SparseAutoencoder.fit(
                    Patches.sample(data.features(), options.seed()), chosen, monitor.part(0, FITTED));
        }
        Map<String, Object> details = Map.of("relativeError", found.relativeError());
        Detectors detectors = new Detectors(found.filters(), found.thresholds());
        return new Fit(withSignals(data.features(), detectors, workers, monitor.part(FITTED, 1)), details, null);
    }

    private static Fit byQuantile(
            FeatureSource features,
            Matrix filters,
            double usualShare,
            Map<String, Object> details,
            BaselineOptions options,
            Workers workers,
            Monitor monitor) {
        return atShare(features, filters, options.shareOr(usualShare), options.saturated(), details, workers, monitor);
    }

    /** Directions whose detectors fire on a share of the patches each. */
    static Fit atShare(
            FeatureSource features,
            Matrix filters,
            double share,
            Quantiles.Saturated saturated,
            Map<String, Object> details,
            Workers workers,
            Monitor monitor) {
        Detectors detectors = Quantiles.detectors(features, filters, share, saturated, monitor.part(0, 0.5));
        Map<String, Object> all = new LinkedHashMap<>(details);
        all.put(Fit.SHARE, share);
        return new Fit(withSignals(features, detectors, workers, monitor.part(0.5, 1)), all, null);
    }

    /** Direction pairs for detectors without signal vectors. */
    static Directions withSignals(FeatureSource features, Detectors detectors, Workers workers, Monitor monitor) {
        Matrix signals = SignalVectors.of(features, detectors, workers, monitor);
        double[] mean = FeatureStatistics.mean(features);
        return new Directions(detectors.filters(), detectors.thresholds(), signals, mean);
    }
}
