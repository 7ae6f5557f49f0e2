package org.eddp.cli.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.eddp.learning.LearnOptions.Scaling;
import org.eddp.study.PresetChanges;
import picocli.CommandLine.Option;

/** Options that change a preset of learning: sizes, targets, schedules and the paper's ablations. */
public final class LearningSwitches {
    @Option(
            names = "--smallest-share",
            paramLabel = "X",
            description = "Share of the patches every concept keeps (default: half of an even share).")
    private Double smallestShare;

    @Option(
            names = "--largest-share",
            paramLabel = "X",
            description = "Share of the patches no concept exceeds (default: 5 even shares, at most 0.5).")
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
            description =
                    "How step (a) standardises features: PRINCIPAL (unit covariance on the leading principal components, two"
                            + " for every concept), WHITEN (on all), ZSCORE or SCALE (default: principal;"
                            + " zscore with --preset exact and the presets of the paper's networks).")
    private Scaling standardise;

    @Option(
            names = "--fso-target",
            paramLabel = "X",
            description = "Bound on L^fso in step (d), for variant U too (default: 0.01 in variant C, none in U).")
    private Double fsoTarget;

    @Option(names = "--damping", paramLabel = "R", description = "Damping of the inverse in (d); 0: the paper's.")
    private Double damping;

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
            throw new IllegalArgumentException(
                    option + " has " + values.size() + " values; give three, for steps (a), (b) and (d)");
        }
    }

    /** Options that give changes back. */
    public static List<String> text(PresetChanges changes) {
        List<String> text = new ArrayList<>();
        add(text, "--smallest-share", changes.bounds().smallestShare());
        add(text, "--largest-share", changes.bounds().largestShare());
        add(text, "--margin-target", changes.bounds().marginTarget());
        add(text, "--epochs", changes.course().epochs());
        add(text, "--rounds", changes.course().rounds());
        add(text, "--rates", changes.course().rates());
        add(text, "--restarts", changes.course().restarts());
        add(text, "--standardise", changes.form().standardise());
        add(text, "--fso-target", changes.bounds().fsoTarget());
        add(text, "--damping", changes.form().damping());
        add(
                text,
                "--without",
                changes.form().without().isEmpty() ? null : changes.form().without());
        add(text, "--start-only", changes.course().startOnly());
        add(text, "--free-start", changes.form().freeStart());
        add(text, "--plain-sparsity", changes.form().plainSparsity());
        add(text, "--no-subsampling", changes.form().noSubsampling());
        return text;
    }

    private static void add(List<String> text, String option, Object value) {
        if (value == null || value.equals(false)) {
            return;
        }
        text.add(option);
        if (value instanceof List<?> list) {
            text.add(list.stream().map(LearningSwitches::word).collect(Collectors.joining(",")));
        } else if (!value.equals(true)) {
            text.add(word(value));
        }
    }

    private static String word(Object value) {
        return value.toString().replaceFirst("\\.0$", "").toLowerCase(Locale.ROOT);
    }
}
