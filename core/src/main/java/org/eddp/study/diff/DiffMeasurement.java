package org.eddp.study.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.eddp.features.FeatureSet;
import org.eddp.features.Grid;
import org.eddp.images.input.Preprocessing;
import org.eddp.math.OneToOne;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.names.ClassNames;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;
import org.eddp.network.Prediction;
import org.eddp.run.Run;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/** Makes a {@link RunDiff}. */
final class DiffMeasurement {
    /** Numbers of the random draws: shuffles have those up to their number. */
    private static final long COMPARED = -1;

    private static final long EXAMINED = -2;
    private static final long CHANGED = -3;

    /** A contribution moved if it changed by more than this share of the mean margin. */
    private static final double LEAST_CHANGE = 0.05;

    private final RunDiff.Options options;
    private final Monitor monitor;
    private final SharedPictures shared;
    private final DiffSide before;
    private final DiffSide after;

    DiffMeasurement(Run before, Run after, RunDiff.Options options, Monitor monitor) {
        this.options = options;
        this.monitor = monitor;
        shared = SharedPictures.of(before, after);
        this.before = new DiffSide(before, shared.before());
        this.after = new DiffSide(after, shared.after());
    }

    RunDiff measure() {
        try (Scope scope = Scope.open();
                Monitor.Stage stage = monitor.stage("diff", 1000)) {
            Grid grid = grid();
            int[] compared = sample(all(), options.most(), COMPARED);
            FiringMatching matching = FiringMatching.of(
                    maps(before, compared, grid, stage.part(0, 0.2)),
                    maps(after, compared, grid, stage.part(0.2, 0.4)),
                    options.shuffles(),
                    options.rate(),
                    options.seed(),
                    before.run().workers());
            stage.onProgress(500, 1000);
            return result(grid, compared.length, matching, stage.part(0.5, 1));
        }
    }

    private FiringMaps maps(DiffSide side, int[] pictures, Grid grid, Monitor watching) {
        return FiringMaps.of(
                side.source().subset(pictures),
                side.run().directions().detectors(),
                grid,
                before.run().workers(),
                watching);
    }

    /** The coarser of both grids. */
    private Grid grid() {
        Preprocessing one = before.run().provenance().preprocessing();
        Preprocessing other = after.run().provenance().preprocessing();
        // the same part of a picture if both keep the same share of its shorter side
        boolean sameView = (one.resize() == 0) == (other.resize() == 0)
                && one.cropHeight() * other.resize() == other.cropHeight() * one.resize()
                && one.cropWidth() * other.resize() == other.cropWidth() * one.resize();
        if (!sameView) {
            monitor.remark("the networks see different parts of a picture (resize and crop differ): places are compared"
                    + " as if they were the same, so fewer concepts may be matched");
        }
        Grid first = before.source().grid();
        Grid second = after.source().grid();
        return new Grid(Math.min(first.height(), second.height()), Math.min(first.width(), second.width()));
    }

    private int[] all() {
        return IntStream.range(0, shared.count()).toArray();
    }

    private int[] sample(int[] pictures, int most, long draw) {
        return pictures.length <= most
                ? pictures
                : Arrays.stream(Seeds.choose(pictures.length, most, Seeds.random(options.seed(), draw)))
                        .map(n -> pictures[n])
                        .toArray();
    }

    private RunDiff result(Grid grid, int compared, FiringMatching matching, Monitor watching) {
        List<FiringMatching.Pair> accepted = matching.accepted();
        List<FiringMatching.Pair> chosen =
                OneToOne.of(accepted, FiringMatching.Pair::before, FiringMatching.Pair::after);
        boolean[] usedBefore = new boolean[before.concepts()];
        boolean[] usedAfter = new boolean[after.concepts()];
        chosen.forEach(pair -> {
            usedBefore[pair.before()] = true;
            usedAfter[pair.after()] = true;
        });
        List<FiringMatching.Pair> merged = firstOf(accepted, pair -> !usedBefore[pair.before()], true);
        List<FiringMatching.Pair> split = firstOf(accepted, pair -> !usedAfter[pair.after()], false);
        merged.forEach(pair -> usedBefore[pair.before()] = true);
        split.forEach(pair -> usedAfter[pair.after()] = true);
        String incomparable = incomparable();
        List<ComparedConcept> concepts = concepts(chosen, merged, split);
        Outputs outputs = incomparable == null ? outputs(concepts, watching) : new Outputs(0, 0, List.of(), null);
        return new RunDiff(
                after.run().options().command(),
                options,
                RunDiff.Side.of(before.run()),
                RunDiff.Side.of(after.run()),
                shared.count(),
                compared,
                grid,
                matching.line(),
                matches(chosen),
                matches(merged),
                matches(split),
                named(before, i -> !usedBefore[i] && matching.isComparedBefore(i)),
                named(after, j -> !usedAfter[j] && matching.isComparedAfter(j)),
                named(before, i -> !matching.isComparedBefore(i)),
                named(after, j -> !matching.isComparedAfter(j)),
                incomparable,
                outputs.examined(),
                outputs.margin(),
                outputs.moved(),
                outputs.predictions(),
                before.run().features().outputs());
    }

    /** The best pair of every concept that has one with a property. */
    private static List<FiringMatching.Pair> firstOf(
            List<FiringMatching.Pair> pairs, Predicate<FiringMatching.Pair> property, boolean byBefore) {
        List<FiringMatching.Pair> wanted = pairs.stream().filter(property).toList();
        List<FiringMatching.Pair> first = new ArrayList<>();
        for (FiringMatching.Pair pair : wanted) {
            if (first.stream().noneMatch(f -> byBefore ? f.before() == pair.before() : f.after() == pair.after())) {
                first.add(pair);
            }
        }
        return first;
    }

    private List<RunDiff.Match> matches(List<FiringMatching.Pair> pairs) {
        return pairs.stream()
                .map(pair -> new RunDiff.Match(
                        before.named(pair.before()),
                        after.named(pair.after()),
                        pair.correlation(),
                        pair.iou(),
                        pair.qValue()))
                .toList();
    }

    private static List<Named> named(DiffSide side, Predicate<Integer> chosen) {
        return IntStream.range(0, side.concepts())
                .filter(chosen::test)
                .mapToObj(side::named)
                .toList();
    }

    /**
     * Matched concepts with those that are merged into them or split from them, then those of the first run alone, then
     * those of the second.
     */
    private List<ComparedConcept> concepts(
            List<FiringMatching.Pair> chosen, List<FiringMatching.Pair> merged, List<FiringMatching.Pair> split) {
        int[] groupBefore = new int[before.concepts()];
        int[] groupAfter = new int[after.concepts()];
        Arrays.fill(groupBefore, -1);
        Arrays.fill(groupAfter, -1);
        List<List<Named>> befores = new ArrayList<>();
        List<List<Named>> afters = new ArrayList<>();
        for (FiringMatching.Pair pair : chosen) {
            groupBefore[pair.before()] = befores.size();
            groupAfter[pair.after()] = afters.size();
            befores.add(new ArrayList<>(List.of(before.named(pair.before()))));
            afters.add(new ArrayList<>(List.of(after.named(pair.after()))));
        }
        for (FiringMatching.Pair pair : merged) {
            groupBefore[pair.before()] = groupAfter[pair.after()];
            befores.get(groupAfter[pair.after()]).add(before.named(pair.before()));
        }
        for (FiringMatching.Pair pair : split) {
            groupAfter[pair.after()] = groupBefore[pair.before()];
            afters.get(groupBefore[pair.before()]).add(after.named(pair.after()));
        }
        List<ComparedConcept> concepts = new ArrayList<>();
        for (int k = 0; k < befores.size(); k++) {
            concepts.add(new ComparedConcept(befores.get(k), afters.get(k)));
        }
        named(before, i -> groupBefore[i] < 0)
                .forEach(concept -> concepts.add(new ComparedConcept(List.of(concept), List.of())));
        named(after, j -> groupAfter[j] < 0)
                .forEach(concept -> concepts.add(new ComparedConcept(List.of(), List.of(concept))));
        return concepts;
    }

    /** Why outputs cannot be compared; null if they can. */
    private String incomparable() {
        if (!options.influence()) {
            return "only the concepts were compared";
        }
        FeatureSet one = before.run().features();
        FeatureSet other = after.run().features();
        if (!one.outputs().decides() || one.outputs() != other.outputs()) {
            return "the networks do not both predict classes, or do not both predict labels";
        }
        if (one.info().classes() != other.info().classes()) {
            return "the networks have " + one.info().classes() + " and "
                    + other.info().classes() + " " + one.outputs().plural();
        }
        ClassNames names = before.run().classNames();
        ClassNames others = after.run().classNames();
        boolean differ =
                names.source() != null && others.source() != null && !Objects.equals(names.names(), others.names());
        return differ ? "the " + one.outputs().plural() + " of the networks have different names" : null;
    }

    private record Outputs(int examined, double margin, List<RunDiff.Moved> moved, RunDiff.Predictions predictions) {}

    private Outputs outputs(List<ComparedConcept> concepts, Monitor watching) {
        before.prepare(monitor);
        after.prepare(monitor);
        boolean linear = before.isLinear() && after.isLinear();
        if (!linear) {
            monitor.remark("a head is more than pooling and one linear layer: contributions are measured on a sample of"
                    + " at most " + options.sample() + " pictures");
        }
        int most = linear ? Integer.MAX_VALUE : options.sample();
        ClassNames names = before.run().classNames().source() != null
                ? before.run().classNames()
                : after.run().classNames();
        int[] examined = sample(all(), most, EXAMINED);
        ContributionChanges contributions =
                new ContributionChanges(concepts, before.run().features().info().classes());
        PairedContributions.forEach(
                before,
                after,
                examined,
                this::predictedByEither,
                before.run().workers(),
                watching.part(0, 0.7),
                contributions::add);
        DifferingPredictions changes =
                new DifferingPredictions(before, after, shared, concepts, names::of, options.kept());
        PairedContributions.forEach(
                before,
                after,
                sample(changes.pictures(), most, CHANGED),
                changes::differing,
                before.run().workers(),
                watching.part(0.7, 1),
                changes::add);
        double margin = margin();
        return new Outputs(
                examined.length,
                margin,
                contributions.moved(options.rate(), LEAST_CHANGE * margin, options.kept(), names::of),
                changes.result());
    }

    private int[] predictedByEither(int picture) {
        return IntStream.concat(Arrays.stream(before.predicted(picture)), Arrays.stream(after.predicted(picture)))
                .distinct()
                .toArray();
    }

    /** Mean distance of the first network's strongest logit to the next; of labels, to the bound of a prediction. */
    private double margin() {
        FeatureSet set = before.run().features();
        double sum = 0;
        for (int number : shared.before()) {
            try (Scope scope = Scope.open()) {
                Tensor logits = set.logits(number, 1);
                double[] values = logits.toDoubles();
                int[] strongest = Prediction.of(set.outputs(), values).likeliest(2);
                sum += set.outputs() == OutputKind.LABELS || strongest.length < 2
                        ? Math.abs(values[strongest[0]])
                        : values[strongest[0]] - values[strongest[1]];
            }
        }
        return sum / shared.count();
    }
}
