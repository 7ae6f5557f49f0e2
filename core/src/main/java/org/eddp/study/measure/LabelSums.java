package org.eddp.study.measure;

import java.util.List;
import org.eddp.labels.Concept;
import org.eddp.labels.DetectorGroups;
import org.eddp.labels.Dissection;
import org.eddp.labels.Labels;
import org.eddp.parts.Sum;
import org.eddp.parts.SumEvaluator;
import org.eddp.run.Run;

/**
 * Labels of detectors, or of groups of them, from the pixels of both splits.
 *
 * @param name of the dataset
 * @param options how pixels are judged
 * @param train pixels counted where labels come from
 * @param val pixels counted where scores come from
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
                new RunSums(run, options.dataset())
                        .pixels(prefix + "labelling", "label", options.labelSplit(), splits.train(), groups),
                new RunSums(run, options.dataset())
                        .pixels(prefix + "scoring", "score", options.scoreSplit(), splits.val(), groups),
                splits);
    }

    /** All sums. */
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
