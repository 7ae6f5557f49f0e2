package org.eddp.experiments.truth;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.baselines.BaselineMethod;
import org.eddp.baselines.BaselineOptions;
import org.eddp.directions.Directions;
import org.eddp.experiments.marks.MarkDetectors;
import org.eddp.features.DenseFeatures;
import org.eddp.intervene.RefittedPair;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.Workers;

/**
 * All direction pairs of a trial: the learned ones, the same detectors with other signal vectors, those of other methods at equal
 * redundancy, and one pair per cause.
 *
 * @param learned with the signal vectors of the paper
 * @param means the learned detectors with differences of means as signal vectors
 * @param filters the learned detectors with their filters as signal vectors
 * @param ica independent components; detectors fire as often as the learned ones on average
 * @param nmf parts of a non-negative factorisation, likewise; null where the features may be negative
 * @param merged the learned concepts of each cause merged into one pair
 * @param supervised one pair per cause, made with knowledge of the patches that show it: its Pattern-CAV
 */
record TrialConcepts(
        ConceptSet learned,
        ConceptSet means,
        ConceptSet filters,
        ConceptSet ica,
        ConceptSet nmf,
        ConceptSet merged,
        ConceptSet supervised) {

    static TrialConcepts of(Directions directions, TrialData data, long seed, Workers workers, Monitor monitor) {
        DenseFeatures train = data.relying().features();
        ConceptSet learned = ConceptSet.of(directions, data, workers);
        MarkDetectors fired = MarkDetectors.of(train, directions.detectors(), workers);
        double share =
                fired.firing().stream().mapToInt(BitSet::cardinality).average().orElse(0) / train.patches();
        BaselineOptions options = BaselineOptions.of(Math.min(directions.concepts(), train.width()), seed)
                .withShare(Math.max(1.0 / train.patches(), share));
        List<Directions> merged = new ArrayList<>();
        List<Directions> supervised = new ArrayList<>();
        for (int m = 0; m < data.causes().size(); m++) {
            monitor.check("measuring a trial");
            merged.add(
                    learned.found(m)
                            ? RefittedPair.of(
                                    train, fired.together(learned.groups().get(m)), workers)
                            : null);
            supervised.add(RefittedPair.of(train, data.relying().shown().get(m), workers));
        }
        return new TrialConcepts(
                learned,
                learned.withSignals(learned.meanDifferences(train)),
                learned.withSignals(learned.filterSignals()),
                fit(BaselineMethod.ICA, options, data, workers, monitor.part(0, 0.5)),
                train.rows().min().item() < 0
                        ? null
                        : fit(BaselineMethod.NMF, options, data, workers, monitor.part(0.5, 1)),
                ConceptSet.ofCauses(merged, data.relying(), workers),
                ConceptSet.ofCauses(supervised, data.relying(), workers));
    }

    private static ConceptSet fit(
            BaselineMethod method, BaselineOptions options, TrialData data, Workers workers, Monitor monitor) {
        DenseFeatures train = data.relying().features();
        BaselineMethod.Data features = BaselineMethod.Data.of(train, train.activation());
        return ConceptSet.of(method.fit(features, options, workers, monitor).directions(), data, workers);
    }

    /** The sets in which concepts of causes were looked for. */
    Map<String, ConceptSet> searched() {
        Map<String, ConceptSet> sets = new LinkedHashMap<>();
        sets.put("learned", learned);
        sets.put("ICA", ica);
        if (nmf != null) {
            sets.put("NMF", nmf);
        }
        return sets;
    }

    /** All sets that have a pair for a cause, by what is special about them. */
    Map<String, ConceptSet> pairs() {
        Map<String, ConceptSet> sets = new LinkedHashMap<>();
        sets.put("learned pairs", learned);
        sets.put("merged pair", merged);
        sets.put("difference of means", means);
        sets.put("filter", filters);
        sets.put("ICA pairs", ica);
        if (nmf != null) {
            sets.put("NMF pairs", nmf);
        }
        sets.put("Pattern-CAV (supervised)", supervised);
        return sets;
    }
}
