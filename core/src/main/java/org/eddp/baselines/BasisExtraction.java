package org.eddp.baselines;

import java.util.LinkedHashMap;
import java.util.Map;
import org.eddp.baselines.BaselineMethod.Fit;
import org.eddp.directions.Manipulation;
import org.eddp.directions.Term;
import org.eddp.learning.GeneralPreset;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.LearnOptions.Joint;
import org.eddp.learning.LearnOptions.Objective;
import org.eddp.learning.LearnOptions.Schedule;
import org.eddp.learning.LearnOptions.Start;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.learning.Learner;
import org.eddp.learning.LearningMonitor;
import org.eddp.learning.LearningResult;
import org.eddp.learning.LearningResult.LossCurve;
import org.eddp.monitor.Monitor;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Workers;

/**
 * The two predecessors of direction pairs: orthonormal filters in standardised feature space with one shared margin and
 * threshold, which is step (a) of {@link Learner} alone.
 *
 * <ul>
 *   <li>UIBE (Doumanoglou et al., "Unsupervised Interpretable Basis Extraction for Concept-Based Visual Explanations"):
 *       sparsity with bounds on L^ma, L^mm and L^ic.
 *   <li>CBE (Doumanoglou et al., "Concept Basis Extraction for Latent Space Interpretation of Image Classifiers"): also
 *       makes the network uncertain when the present concepts, and only these, are removed from the features.
 * </ul>
 *
 * <p>Originally both add their losses with weights that the paper does not repeat. Here they are minimised under the
 * constraints of step (a), with the same weights for L^s and the uncertainty. So they differ from direction pairs in
 * the method and not in its tuning.
 */
final class BasisExtraction {
    private BasisExtraction() {}

    static Fit uibe(BaselineMethod.Data data, BaselineOptions options, Workers workers, Monitor monitor) {
        return learn(data, options(data, options, null), workers, monitor);
    }

    static Fit cbe(BaselineMethod.Data data, BaselineOptions options, Workers workers, Monitor monitor) {
        Manipulation manipulation = Manipulation.partial(Manipulation.Kind.PRESENT_ONLY);
        return learn(data, options(data, options, manipulation), workers, monitor);
    }

    private static LearnOptions options(BaselineMethod.Data data, BaselineOptions options, Manipulation manipulation) {
        LearnOptions general = GeneralPreset.of(options.concepts())
                .withVariant(Variant.U)
                .withActivation(data.activation())
                .withUncertainty(manipulation != null)
                .withSeed(options.seed())
                .of(data.features())
                .forOutputs(
                        data.head() == null ? OutputKind.CLASSES : data.head().outputs());
        Start start = general.start();
        Schedule schedule = options.iterations() == null
                ? start.schedule()
                : start.schedule().withEpochs(options.iterations());
        Joint joint = general.joint();
        return general.withStart(start.withSchedule(schedule)
                        .withObjective(new Objective(
                                start.objective().weights(), start.objective().targets(), manipulation))
                        .withStandardise(LearnOptions.Scaling.ZSCORE))
                .withRefine(null)
                .withJoint(joint.withSchedule(joint.schedule().withEpochs(0))
                        .withObjective(joint.objective().without(Term.UNCERTAINTY))
                        .withRounds(0));
    }

    private static Fit learn(BaselineMethod.Data data, LearnOptions options, Workers workers, Monitor monitor) {
        LearningMonitor watching = new LearningMonitor() {
            @Override
            public void onStep(Step step) {
                monitor.onProgress(step.done(), step.total());
            }

            @Override
            public boolean stopRequested() {
                return monitor.stopRequested();
            }
        };
        LearningResult learned = new Learner(data.features(), options)
                .head(options.usesHead() ? data.head() : null)
                .workers(workers)
                .monitor(watching)
                .learn();
        Map<String, Object> details = new LinkedHashMap<>();
        for (LossCurve curve : learned.curves()) {
            details.put(curve.term(), curve.values()[curve.values().length - 1]);
        }
        return new Fit(learned.directions(), details, null);
    }
}
