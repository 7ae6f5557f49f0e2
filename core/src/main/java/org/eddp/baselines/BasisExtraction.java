package org.eddp.baselines;

import java.util.EnumMap;
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
import org.eddp.learning.Learned;
import org.eddp.learning.Learned.LossCurve;
import org.eddp.learning.Learner;
import org.eddp.learning.LearningMonitor;
import org.eddp.monitor.Monitor;
import org.eddp.network.OutputKind;
import org.eddp.tensor.Workers;

/**
 * The two methods that direction pairs grew out of: orthonormal filters in standardised feature space with one shared
 * margin and threshold, which is step (a) of {@link Learner} and nothing after it.
 *
 * <ul>
 *   <li>UIBE (Doumanoglou et al., "Unsupervised Interpretable Basis Extraction for Concept-Based Visual Explanations"):
 *       sparsity with bounds on L^ma, L^mm and L^ic.
 *   <li>CBE (Doumanoglou et al., "Concept Basis Extraction for Latent Space Interpretation of Image Classifiers"): also asks
 *       the network to be uncertain once the concepts that are present, and only these, have been moved out of the features.
 * </ul>
 *
 * <p>Both had their losses added up with weights that the paper does not repeat. Here they are minimised under the same
 * constraints as in step (a), with the same weights for L^s and the uncertainty, so that what differs from direction pairs
 * is the method and not its tuning.
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
        LearnOptions general = new GeneralPreset(options.concepts())
                .withVariant(Variant.U)
                .withActivation(data.activation())
                .withUncertainty(manipulation != null)
                .withSeed(options.seed())
                .of(data.features())
                .forOutputs(
                        data.head() == null ? OutputKind.CLASSES : data.head().outputs());
        Start start = general.start();
        Map<Term, Double> weights = new EnumMap<>(start.objective().weights());
        Objective objective = new Objective(weights, start.objective().targets(), manipulation);
        Schedule schedule = start.schedule();
        if (options.iterations() != null) {
            schedule = epochs(schedule, options.iterations());
        }
        Joint none = new Joint(
                epochs(general.joint().schedule(), 0),
                general.joint().objective().without(Term.UNCERTAINTY),
                true,
                0.9);
        return new LearnOptions(
                general.concepts(),
                general.losses(),
                new Start(
                        schedule,
                        objective,
                        start.restarts(),
                        LearnOptions.Scaling.ZSCORE,
                        start.orthonormal(),
                        start.initialMargin(),
                        start.mosaic()),
                null,
                none,
                general.activation(),
                general.seed(),
                general.tileElements());
    }

    private static Schedule epochs(Schedule schedule, int count) {
        return new Schedule(
                count,
                schedule.learningRate(),
                schedule.batchImages(),
                schedule.referenceBatch(),
                schedule.multiplierInterval(),
                schedule.penalty());
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
        Learned learned = new Learner(data.features(), options)
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
