package org.eddp.cli.option;

import java.util.List;
import org.eddp.failure.InvalidInput;
import org.eddp.learning.LearnOptions.Scaling;
import org.eddp.study.PresetChanges;
import picocli.CommandLine.Option;

/** Options that change a preset of learning: sizes, targets, schedules and the paper's ablations. */
public final class LearningSwitches {
    @Option(
            names = "--smallest-share",
            paramLabel = "X",
            description = "Smallest share of the patches of a concept (default: half of an even share).")
    private Double smallestShare;

    @Option(
            names = "--largest-share",
            paramLabel = "X",
            description = "Largest share of the patches of a concept (default: 5 even shares, at most 0.5).")
    private Double largestShare;

    @Option(names = "--margin-target", paramLabel = "X", description = "Bound on the mean inverse margin (default: 5).")
    private Double marginTarget;

    @Option(
            names = "--epochs",
            split = ",",
            paramLabel = "A,B,D",
            description = "Passes over the images in steps (a), (b) and (d).")
    private List<Integer> epochs;

    @Option(names = "--rounds", paramLabel = "N", description = "Further rounds of (d) (default: 3; 0 with --epochs).")
    private Integer rounds;

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
            description = "How step (a) standardises features: PRINCIPAL (unit covariance on the leading principal"
                    + " components, two for every concept), WHITEN (on all), ZSCORE or SCALE (default: principal;"
                    + " zscore with --preset exact and the presets of the paper's networks).")
    private Scaling standardise;

    @Option(
            names = "--fso-target",
            paramLabel = "X",
            description = "Bound on L^fso in step (d), for variant U too (default: 0.01 in variant C, none in U).")
    private Double fsoTarget;

    @Option(names = "--damping", paramLabel = "R", description = "Damping of the inverse in (d); 0: the paper's.")
    private Double damping;

    @Option(
            names = "--without",
            split = ",",
            paramLabel = "LOSS",
            description = "Leave losses out, as ablations do: eac, fso, ur, ma, ic, mm.")
    private List<String> without = List.of();

    @Option(names = "--start-only", description = "End after step (a): orthonormal filters with one shared margin.")
    private boolean startOnly;

    @Option(names = "--free-start", description = "Filters of step (a) need not be orthonormal.")
    private boolean freeStart;

    @Option(names = "--plain-sparsity", description = "L^s instead of L^fs in steps (b) and (d).")
    private boolean plainSparsity;

    @Option(
            names = "--no-subsampling",
            description = "Signal vectors from all patches instead of those where a detector fires.")
    private boolean noSubsampling;

    /** No changes; picocli fills them in. */
    public LearningSwitches() {}

    /** Options that make these changes. */
    public LearningSwitches(PresetChanges changes) {
        smallestShare = changes.bounds().smallestShare();
        largestShare = changes.bounds().largestShare();
        marginTarget = changes.bounds().marginTarget();
        fsoTarget = changes.bounds().fsoTarget();
        epochs = changes.course().epochs();
        rounds = changes.course().rounds();
        rates = changes.course().rates();
        restarts = changes.course().restarts();
        startOnly = changes.course().startOnly();
        standardise = changes.form().standardise();
        freeStart = changes.form().freeStart();
        damping = changes.form().damping();
        without = changes.form().without();
        plainSparsity = changes.form().plainSparsity();
        noSubsampling = changes.form().noSubsampling();
    }

    public PresetChanges changes() {
        checkThree("--epochs", epochs);
        checkThree("--rates", rates);
        return new PresetChanges(
                new PresetChanges.Bounds(smallestShare, largestShare, marginTarget, fsoTarget),
                new PresetChanges.Course(epochs, rounds, rates, restarts, startOnly),
                new PresetChanges.Form(standardise, freeStart, damping, without, plainSparsity, noSubsampling));
    }

    private static void checkThree(String option, List<?> values) {
        if (values != null && values.size() != 3) {
            throw new InvalidInput(
                    option + " has " + values.size() + " values; give three, for steps (a), (b) and (d)");
        }
    }
}
