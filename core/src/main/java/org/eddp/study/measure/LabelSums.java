package org.eddp.study.measure;

import java.util.List;
import org.eddp.labels.Concept;
import org.eddp.labels.Dissection;
import org.eddp.labels.Labels;
import org.eddp.labels.Labels.DetectorGroups;
import org.eddp.run.Run;
import org.eddp.study.measure.Sum.SumEvaluator;

/**
 * Labels of detectors, or of groups of them, from the pixels of both splits.
 *
 * @param name of the dataset
 * @param options how pixels are judged
 * @param train pixels of the split for labels
 *
 * @param val pixels of the split for scores
 * @param splits the images
 */
record LabelSums(
        String name,
        Labelling.Options options,
        Sum<Dissection.Counts> train,
        Sum<Dissection.Counts> val,
        Splits splits) {
    /** Every detector on its own. */
    LabelSums(Run run, Labelling.Options options, Splits splits) {
        this(run, options, splits, "", DetectorGroups.single(run.directions().concepts()));
    }

    /**
     * Groups.
     *
     * @param prefix of the names of the sums
     */
    LabelSums(Run run, Labelling.Options options, Splits splits, String prefix, DetectorGroups groups) {
        this(
                splits.name(),
                options,
                new RunSums(run).pixels(prefix + "labelling", "label", splits.train(), groups),
                new RunSums(run).pixels(prefix + "scoring", "score", splits.val(), groups),
                splits);
    }

    List<Sum<?>> all() {
        return List.of(train, val);
    }

    /** The labels that detectors agree with best. */
    Labels closest(SumEvaluator evaluator) {
        return Labels.of(
                name,
                evaluator.of(train),
                evaluator.of(val),
                splits.train()::labelName,
                options.counting(),
                options.threshold());
    }

    /** Labels that are known, scored. */
    Labels given(List<Concept> concepts, SumEvaluator evaluator) {
        return Labels.given(
                name, concepts, evaluator.of(train), evaluator.of(val), options.counting(), options.threshold());
    }
}
