package org.eddp.study;

import java.util.ArrayList;
import java.util.List;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Term;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.LearnOptions.Scaling;

/**
 * What is to be different from a preset, as in ablations; null and false change nothing.
 *
 * @param smallestShare share of the patches every concept keeps
 * @param largestShare share of the patches no concept exceeds
 * @param marginTarget bound on the mean inverse margin
 * @param epochs passes over the images in steps (a), (b) and (d)
 * @param rates learning rates of steps (a), (b) and (d)
 * @param restarts random starts of step (a)
 * @param standardise how step (a) standardises features
 * @param fsoTarget bound on L^fso in step (d), in variant U too
 * @param startOnly end after step (a)
 * @param freeStart filters of step (a) not orthonormal
 * @param without symbols of losses to leave out
 * @param plainSparsity L^s instead of L^fs in steps (b) and (d)
 * @param noSubsampling signal vectors from all patches
 */
public record LearningChanges(
        Double smallestShare,
        Double largestShare,
        Double marginTarget,
        List<Integer> epochs,
        List<Double> rates,
        Integer restarts,
        Scaling standardise,
        Double fsoTarget,
        boolean startOnly,
        boolean freeStart,
        List<String> without,
        boolean plainSparsity,
        boolean noSubsampling) {
    /** The preset as it is. */
    public static final LearningChanges NONE =
            new LearningChanges(null, null, null, null, null, null, null, null, false, false, List.of(), false, false);

    public LearningChanges {
        requireThree("epochs", epochs);
        requireThree("rates", rates);
        without = List.copyOf(without);
    }

    private static void requireThree(String what, List<?> values) {
        if (values != null && values.size() != 3) {
            throw new IllegalArgumentException(
                    what + ": there are " + values.size() + " values; give three, for steps (a), (b) and (d)");
        }
    }

    /** The same and another's on top: its values where it has some. */
    LearningChanges and(LearningChanges other) {
        List<String> left = new ArrayList<>(without);
        left.addAll(other.without);
        return new LearningChanges(
                or(other.smallestShare, smallestShare),
                or(other.largestShare, largestShare),
                or(other.marginTarget, marginTarget),
                or(other.epochs, epochs),
                or(other.rates, rates),
                or(other.restarts, restarts),
                or(other.standardise, standardise),
                or(other.fsoTarget, fsoTarget),
                startOnly || other.startOnly,
                freeStart || other.freeStart,
                left,
                plainSparsity || other.plainSparsity,
                noSubsampling || other.noSubsampling);
    }

    private static <T> T or(T value, T otherwise) {
        return value != null ? value : otherwise;
    }

    /** Whether L^ur is left out. */
    boolean withoutUncertainty() {
        return without.contains(Term.UNCERTAINTY.symbol());
    }

    /** A preset with these changes. */
    LearnOptions apply(LearnOptions preset) {
        LossOptions old = preset.losses();
        LossOptions losses = new LossOptions(
                old.reductionExponent(),
                old.focalExponent(),
                old.membershipExponent(),
                or(smallestShare, old.minimumShare()),
                or(largestShare, old.maximumShare()));
        LearnOptions.Start a = preset.start();
        LearnOptions.Start start = new LearnOptions.Start(
                schedule(a.schedule(), 0),
                changed(a.objective()),
                or(restarts, a.restarts()),
                or(standardise, a.standardise()),
                a.orthonormal() && !freeStart,
                a.initialMargin(),
                a.mosaic());
        LearnOptions.Refine b = preset.refine();
        LearnOptions.Refine refine = new LearnOptions.Refine(schedule(b.schedule(), 1), focal(changed(b.objective())));
        LearnOptions.Joint d = preset.joint();
        LearnOptions.Joint joint = new LearnOptions.Joint(
                schedule(d.schedule(), 2),
                withFso(focal(changed(d.objective()))),
                d.subsampling() && !noSubsampling,
                d.momentDecay());
        return new LearnOptions(
                preset.concepts(),
                losses,
                start,
                refine,
                joint,
                preset.activation(),
                preset.seed(),
                preset.tileElements());
    }

    private LearnOptions.Schedule schedule(LearnOptions.Schedule old, int step) {
        int usual = startOnly && step > 0 ? 0 : old.epochs();
        return new LearnOptions.Schedule(
                epochs == null ? usual : epochs.get(step),
                rates == null ? old.learningRate() : rates.get(step),
                old.batchImages(),
                old.referenceBatch(),
                old.multiplierInterval(),
                old.penalty());
    }

    private LearnOptions.Objective changed(LearnOptions.Objective objective) {
        LearnOptions.Objective changed = objective;
        for (String symbol : without) {
            changed = changed.without(Term.of(symbol));
        }
        boolean bounded = changed.targets().containsKey(Term.MAXIMUM_MARGIN);
        return marginTarget != null && bounded ? changed.withTarget(Term.MAXIMUM_MARGIN, marginTarget) : changed;
    }

    private LearnOptions.Objective withFso(LearnOptions.Objective objective) {
        return fsoTarget == null ? objective : objective.withTarget(Term.FILTER_SIGNAL_ORTHOGONALITY, fsoTarget);
    }

    private LearnOptions.Objective focal(LearnOptions.Objective objective) {
        return plainSparsity ? objective.replacing(Term.FOCAL_SPARSITY, Term.SPARSITY) : objective;
    }
}
