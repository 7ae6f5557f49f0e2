package org.eddp.experiments.truth;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eddp.experiments.truth.TruthTrial.Pair;
import org.eddp.experiments.truth.TruthTrial.Planted;
import org.eddp.experiments.truth.TruthTrial.Said;
import org.eddp.experiments.truth.TruthTrial.StepRequest;
import org.eddp.files.json.Json;
import org.eddp.math.Median;

/**
 * The summary of some causes.
 *
 * @param name of the selection of causes
 * @param causes their number
 * @param relying results of methods for the head that relies on the cause
 *
 * @param ignoring the same for the head that does not
 * @param found of how many causes concepts were found, by set of directions
 * @param signals estimates of directions
 * @param corrections ways to remove causes
 * @param effects of writing causes
 * @param tests of the effects of the learned concepts, by head
 */
record TruthSummary(
        String name,
        int causes,
        List<Relying> relying,
        List<Ignoring> ignoring,
        List<Found> found,
        List<Signals> signals,
        List<Corrections> corrections,
        List<Effects> effects,
        List<Tests> tests) {
    /** The reference of the other corrections. */
    private static final String SUPERVISED = "Pattern-CAV (supervised)";

    /**
     * A method and the head that relies on the cause.
     *
     * @param signs share of pairs in which the contribution has the sign of the true change
     * @param slope of contributions against true changes, through the origin
     * @param correlation of contributions with true changes
     * @param first share of pairs in which the cause is first among the concepts that fire; null if none are compared
     */
    public record Relying(
            String method,
            int pairs,
            int notFound,
            Interval signs,
            Interval slope,
            Interval correlation,
            @Json.MayBeNull Interval first,
            double medianContribution,
            double medianTruth) {}

    /**
     * A method and the head that ignores the cause.
     *
     * @param medianSize of contributions
     * @param medianTruth size of true changes
     * @param medianError size of the difference of both
     * @param withinNoise share of pairs whose contribution is at most the 95th percentile of those of other concepts that fire; null
     *     if none are compared
     */
    public record Ignoring(
            String method,
            double medianSize,
            double medianTruth,
            double medianError,
            @Json.MayBeNull Interval withinNoise) {}

    /** The number of causes that a set of directions has concepts for, and the median overlap of all. */
    public record Found(String set, int causes, double medianIou, double meanConcepts) {}

    /** Cosines of an estimate with the true change; causes that were not found count as 0. */
    public record Signals(String name, int notFound, Interval mean, double median) {}

    /**
     * A correction.
     *
     * @param gain mean points of accuracy regained on pictures with the cause
     * @param cleanChange mean change of the accuracy on clean pictures
     * @param ofSupervised median share of the gain of the Pattern-CAV, over causes where that gains
     */
    public record Corrections(
            String name,
            int notFound,
            Interval gain,
            double cleanChange,
            @Json.MayBeNull Double ofSupervised) {}

    /**
     * An effect.
     *
     * @param relying median change of log p of the class, of the head that relies on the cause; those not found count as 0
     * @param firstShare share of the causes whose class is moved most of all classes
     * @param ignoring median size of the change, of the head that ignores the cause
     */
    public record Effects(String name, int notFound, double relying, double firstShare, double ignoring) {}

    /**
     * The effect tests of one head.
     *
     * @param found causes that have learned concepts
     * @param raised of these, causes with a concept that significantly raises their class
     * @param moved of these, causes with a concept that significantly raises or lowers their class
     */
    public record Tests(String head, int found, int raised, int moved) {}

    static TruthSummary of(String name, List<String> methods, List<Planted> causes) {
        List<Relying> relying = new ArrayList<>();
        List<Ignoring> ignoring = new ArrayList<>();
        for (int k = 0; k < methods.size(); k++) {
            relying.add(relying(methods.get(k), k, causes));
            ignoring.add(ignoring(methods.get(k), k, causes));
        }
        Planted any = causes.get(0);
        return new TruthSummary(
                name,
                causes.size(),
                relying,
                ignoring,
                places(any.concepts()).map(k -> found(k, causes)).toList(),
                places(any.signals()).map(k -> signals(k, causes)).toList(),
                places(any.corrections()).map(k -> corrections(k, causes)).toList(),
                places(any.effects()).map(k -> effects(k, causes)).toList(),
                List.of(
                        tests("relying", causes, TruthTrial.Tested::relying),
                        tests("ignoring", causes, TruthTrial.Tested::ignoring)));
    }

    private static Stream<Integer> places(List<?> list) {
        return Stream.iterate(0, k -> k < list.size(), k -> k + 1);
    }

    private static double truth(Planted cause, StepRequest asked) {
        return asked.change()[cause.label()];
    }

    private static Relying relying(String name, int method, List<Planted> causes) {
        List<Moments> moments = causes.stream()
                .map(c -> Moments.sum(c.pairs().stream()
                        .map(p -> Moments.of(
                                truth(c, p.relying()), p.relying().said().get(method)))
                        .toList()))
                .toList();
        Moments all = Moments.sum(moments);
        return new Relying(
                name,
                all.pairs(),
                (int) causes.stream()
                        .filter(c ->
                                !c.pairs().get(0).relying().said().get(method).found())
                        .count(),
                Interval.of(moments, sample -> Moments.sum(sample).rightShare()),
                Interval.of(moments, sample -> Moments.sum(sample).slope()),
                Interval.of(moments, sample -> Moments.sum(sample).correlation()),
                all.compared() == 0
                        ? null
                        : Interval.of(moments, sample -> Moments.sum(sample).firstShare()),
                median(causes, (c, p) -> p.relying().said().get(method).contribution()),
                median(causes, (c, p) -> truth(c, p.relying())));
    }

    private static Ignoring ignoring(String name, int method, List<Planted> causes) {
        List<Moments> within = causes.stream()
                .map(c -> Moments.sum(
                        c.pairs().stream().map(p -> within(p, method)).toList()))
                .toList();
        return new Ignoring(
                name,
                median(
                        causes,
                        (c, p) -> Math.abs(p.ignoring().said().get(method).contribution())),
                median(causes, (c, p) -> Math.abs(truth(c, p.ignoring()))),
                median(
                        causes,
                        (c, p) -> Math.abs(p.ignoring().said().get(method).contribution() - truth(c, p.ignoring()))),
                Moments.sum(within).compared() == 0
                        ? null
                        : Interval.of(within, sample -> Moments.sum(sample).firstShare()));
    }

    /** A pair that is compared, and "first" if its contribution is within noise. A cause that was not found is not. */
    private static Moments within(Pair pair, int method) {
        Said said = pair.ignoring().said().get(method);
        boolean compared = said.first() != null;
        boolean within = said.found() && said.noise() != null && Math.abs(said.contribution()) <= said.noise();
        return Moments.of(0, new Said(0, true, compared ? within : null, null));
    }

    private interface OfPair {
        double value(Planted cause, Pair pair);
    }

    private static double median(List<Planted> causes, OfPair number) {
        return Median.of(causes.stream()
                .flatMapToDouble(c -> c.pairs().stream().mapToDouble(p -> number.value(c, p)))
                .toArray());
    }

    private static Found found(int place, List<Planted> causes) {
        return new Found(
                causes.get(0).concepts().get(place).set(),
                (int) causes.stream()
                        .filter(c -> c.concepts().get(place).found())
                        .count(),
                Median.of(causes.stream()
                        .mapToDouble(c -> c.concepts().get(place).iou())
                        .toArray()),
                causes.stream()
                        .mapToDouble(c -> c.concepts().get(place).numbers().size())
                        .average()
                        .orElse(0));
    }

    private static Signals signals(int place, List<Planted> causes) {
        List<Double> cosines = causes.stream()
                .map(c -> c.signals().get(place).cosine())
                .map(x -> x == null ? 0 : x)
                .toList();
        return new Signals(
                causes.get(0).signals().get(place).name(),
                (int) causes.stream()
                        .filter(c -> c.signals().get(place).cosine() == null)
                        .count(),
                Interval.of(cosines, TruthSummary::mean),
                Median.of(cosines));
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(x -> x).average().orElse(0);
    }

    private static Corrections corrections(int place, List<Planted> causes) {
        List<Double> gains = causes.stream()
                .map(c -> c.corrections().get(place).changed() - c.relyingChanged())
                .toList();
        int supervised = causes.get(0).corrections().stream()
                .map(TruthTrial.Taken::name)
                .toList()
                .indexOf(SUPERVISED);
        double[] shares = causes.stream()
                .filter(c -> c.corrections().get(supervised).changed() > c.relyingChanged())
                .mapToDouble(c -> (c.corrections().get(place).changed() - c.relyingChanged())
                        / (c.corrections().get(supervised).changed() - c.relyingChanged()))
                .toArray();
        return new Corrections(
                causes.get(0).corrections().get(place).name(),
                (int) causes.stream()
                        .filter(c -> !c.corrections().get(place).found())
                        .count(),
                Interval.of(gains, TruthSummary::mean),
                causes.stream()
                        .mapToDouble(c -> c.corrections().get(place).cleanChange())
                        .average()
                        .orElse(0),
                shares.length == 0 ? null : Median.of(shares));
    }

    private static Effects effects(int place, List<Planted> causes) {
        List<TruthTrial.Effect> all =
                causes.stream().map(c -> c.effects().get(place)).toList();
        return new Effects(
                all.get(0).name(),
                (int) all.stream().filter(e -> e.relying() == null).count(),
                Median.of(all.stream()
                        .map(e -> e.relying() == null ? 0 : e.relying())
                        .toList()),
                all.stream().filter(e -> e.rank() != null && e.rank() == 1).count() / (double) all.size(),
                Median.of(all.stream()
                        .map(e -> e.ignoring() == null ? 0 : Math.abs(e.ignoring()))
                        .toList()));
    }

    private static Tests tests(
            String name, List<Planted> causes, Function<TruthTrial.Tested, TruthTrial.TestedHead> head) {
        List<List<TruthTrial.TestedHead>> found = causes.stream()
                .filter(c -> !c.tests().isEmpty())
                .map(c -> c.tests().stream().map(head).toList())
                .toList();
        return new Tests(
                name,
                found.size(),
                (int) found.stream()
                        .filter(c -> c.stream().anyMatch(TruthTrial.TestedHead::raised))
                        .count(),
                (int) found.stream()
                        .filter(c -> c.stream().anyMatch(TruthTrial.TestedHead::moved))
                        .count());
    }
}
