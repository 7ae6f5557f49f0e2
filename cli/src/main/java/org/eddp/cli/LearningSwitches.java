package org.eddp.cli;

import java.util.List;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Term;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.Objective;
import org.eddp.learning.Schedule;
import picocli.CommandLine.Option;

/** Options that change a preset of learning: sizes, targets, schedules and the paper's ablations. */
final class LearningSwitches {
    @Option(
            names = "--smallest-share",
            paramLabel = "X",
            description = "Share of the patches every concept keeps (default: half of an even share).")
    private Double smallestShare;

    @Option(
            names = "--largest-share",
            paramLabel = "X",
            description = "Share of the patches no concept exceeds (default: 20 even shares, at most 0.5).")
    private Double largestShare;

    @Option(names = "--margin-target", paramLabel = "X", description = "Bound on the mean inverse margin (default: 5).")
    private Double marginTarget;

    @Option(
            names = "--epochs",
            split = ",",
            paramLabel = "A,B,D",
            description = "Passes over the images in steps (a), (b) and (d).")
    private List<Integer> epochs;

    @Option(
            names = "--rates",
            split = ",",
            paramLabel = "A,B,D",
            description = "Learning rates of steps (a), (b) and (d).")
    private List<Double> rates;

    @Option(names = "--restarts", paramLabel = "N", description = "Random starts of step (a) (default: 1).")
    private Integer restarts;

    @Option(
            names = "--standardise",
            paramLabel = "KIND",
            description = "How step (a) standardises features: ${COMPLETION-CANDIDATES} (default: zscore).")
    private LearnOptions.Scaling standardise;

    @Option(
            names = "--fso-target",
            paramLabel = "X",
            description = "Bound on L^fso in step (d), for variant U too (default: 0.01 in variant C, none in U).")
    private Double fsoTarget;

    @Option(names = "--start-only", description = "End after step (a): orthonormal filters with one shared margin.")
    private boolean startOnly;

    @Option(names = "--free-start", description = "Filters of step (a) not orthonormal.")
    private boolean freeStart;

    @Option(
            names = "--without",
            split = ",",
            paramLabel = "LOSS",
            description = "Leave losses out, as ablations do: eac, fso, ur, ma, ic, mm.")
    private List<String> without = List.of();

    @Option(names = "--plain-sparsity", description = "L^s instead of L^fs in steps (b) and (d).")
    private boolean plainSparsity;

    @Option(
            names = "--no-subsampling",
            description = "Signal vectors from all patches instead of those where a detector fires.")
    private boolean noSubsampling;

    /** Whether L^ur is left out. */
    boolean withoutUncertainty() {
        return without.contains(Term.UNCERTAINTY.symbol());
    }

    LearnOptions apply(LearnOptions preset) {
        LossOptions old = preset.losses();
        LossOptions losses = new LossOptions(
                old.reductionExponent(),
                old.focalExponent(),
                old.membershipExponent(),
                smallestShare == null ? old.minimumShare() : smallestShare,
                largestShare == null ? old.maximumShare() : largestShare);
        LearnOptions.Start a = preset.start();
        LearnOptions.Start start = new LearnOptions.Start(
                schedule(a.schedule(), 0),
                changed(a.objective()),
                restarts == null ? a.restarts() : restarts,
                standardise == null ? a.standardise() : standardise,
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

    private Schedule schedule(Schedule old, int step) {
        checkThree("--epochs", epochs);
        checkThree("--rates", rates);
        int usual = startOnly && step > 0 ? 0 : old.epochs();
        return new Schedule(
                epochs == null ? usual : epochs.get(step),
                rates == null ? old.learningRate() : rates.get(step),
                old.batchImages(),
                old.referenceBatch(),
                old.multiplierInterval(),
                old.penalty());
    }

    private static void checkThree(String option, List<?> values) {
        if (values != null && values.size() != 3) {
            throw new IllegalArgumentException(
                    option + " has " + values.size() + " values; give three, for steps (a), (b) and (d)");
        }
    }

    private Objective changed(Objective objective) {
        Objective changed = objective;
        for (String symbol : without) {
            changed = changed.without(Term.of(symbol));
        }
        boolean bounded = changed.targets().containsKey(Term.MAXIMUM_MARGIN);
        return marginTarget != null && bounded ? changed.withTarget(Term.MAXIMUM_MARGIN, marginTarget) : changed;
    }

    private Objective withFso(Objective objective) {
        return fsoTarget == null ? objective : objective.withTarget(Term.FILTER_SIGNAL_ORTHOGONALITY, fsoTarget);
    }

    private Objective focal(Objective objective) {
        return plainSparsity ? objective.replacing(Term.FOCAL_SPARSITY, Term.SPARSITY) : objective;
    }
}
