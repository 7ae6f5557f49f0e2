package org.eddp.explain;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Json;
import org.eddp.math.Median;

/**
 * How reliable an explanation is, in a few numbers. Shares are of the size of the explanation logit; they are infinite
 * if that is zero.
 *
 * @param explained l_e, the explanation logit
 * @param cancellation sum_i |total_i| / |l_e|: 1 if every concept speaks for the class; the larger, the more
 *     contributions cancel each other
 * @param groupedCancellation the same with concepts that only cancel each other merged
 * @param residual share that concepts do not account for, including terms beyond first order
 * @param correction size of the correction as a share
 * @param correctionSmaller whether the correction is smaller than sample - baseline, so that maps show most of the
 *     totals
 * @param entropy of the prediction at the undecided point, in bits
 * @param undecided size of the logit that is left at the undecided point as a share of the image's own: this part is
 *     not explained
 * @param firing {@linkplain Explanation#firing what fires} as a part of l_e, with its sign
 * @param absent {@linkplain Explanation#absent what is absent} as a part of l_e, with its sign
 * @param removed {@linkplain Explanation.Without#share part of the margin} that is gone without the concepts that speak
 *     most for the class; null unless the explanation is by removal
 * @param probability of the class explained; null unless the explanation is by removal
 */
public record Quality(
        double explained,
        double cancellation,
        double groupedCancellation,
        double residual,
        double correction,
        boolean correctionSmaller,
        double entropy,
        double undecided,
        double firing,
        double absent,
        @Json.MayBeNull Double removed,
        @Json.MayBeNull Double probability) {
    /** Smallest share of the margin that must be lost without the named concepts in a clear explanation by removal. */
    public static final double CLEAR_REMOVAL = 0.5;

    private static final double PARTLY_REMOVAL = 0.25;
    /** Below this probability the network is undecided itself, and an explanation is not clear. */
    static final double CONFIDENT = 0.5;
    /** Largest residual of a clear explanation. */
    public static final double CLEAR_RESIDUAL = 0.3;
    /** Largest cancellation of a clear explanation. */
    public static final double CLEAR_CANCELLATION = 6;
    /**
     * If more of the logit than this is left at the undecided point, only the smaller part of the prediction is
     * explained.
     */
    private static final double UNDECIDED = 0.5;

    private static final double PARTLY_RESIDUAL = 0.7;
    private static final double PARTLY_CANCELLATION = 12;

    /** The verdict. */
    public enum Grade {
        /**
         * By removal: at least half of the margin over the other classes is gone without the concepts named, and the
         * network gives the class a probability of at least one half. By the paper's decomposition: the residual is at
         * most 30 %, totals sum to at most 6 times the explained logit, and at most half of the logit is left at the
         * undecided point.
         */
        CLEAR,
        /**
         * By removal: at least a quarter of the margin is gone. By the paper's decomposition: the residual is at most
         * 70 %, totals sum to at most 12 times the explained logit, and at most half of the logit is left at the
         * undecided point.
         */
        PARTLY,
        /**
         * A larger residual or cancellation, so that single contributions mean little; or hardly anything is explained.
         */
        POOR;

        /** This one, or a worse limit. */
        Grade atMost(Grade limit) {
            return compareTo(limit) < 0 ? limit : this;
        }
    }

    /** The numbers of an explanation. */
    public static Quality of(Explanation e) {
        double size = Math.abs(e.explanationLogit());
        double unexplained = Math.abs(e.residual()) + (e.firstOrder() ? Math.abs(e.error()) : 0);
        double single = e.concepts().stream()
                .mapToDouble(c -> Math.abs(c.contribution()))
                .sum();
        double grouped =
                e.parts().stream().mapToDouble(p -> Math.abs(p.total())).sum();
        return new Quality(
                e.explanationLogit(),
                share(single, size),
                share(grouped, size),
                share(unexplained, size),
                share(Math.abs(e.correction()), size),
                Math.abs(e.correction()) < Math.abs(e.sample() - e.baseline()),
                e.baselineEntropy(),
                share(Math.abs(e.baselineLogit()), Math.abs(e.logit())),
                share(e.firing(), e.explanationLogit()),
                share(e.absent(), e.explanationLogit()),
                e.without() == null ? null : e.without().share(),
                e.without() == null ? null : e.probability());
    }

    private static double share(double part, double whole) {
        return part == 0 ? 0 : part / whole;
    }

    /** Whether neither the explanation logit nor the image's own is zero, so that shares of them exist. */
    boolean finite() {
        return DoubleStream.of(
                        cancellation,
                        groupedCancellation,
                        residual,
                        correction,
                        undecided,
                        firing,
                        absent,
                        removed == null ? 0 : removed)
                .allMatch(Double::isFinite);
    }

    /** Whether concepts that are absent from the image add more, for or against, than those that fire. */
    public boolean absentLarger() {
        return Math.abs(absent) > Math.abs(firing);
    }

    /** Whether most of the logit is gone at the undecided point, so that there is something to explain. */
    public boolean explainsMost() {
        return undecided <= UNDECIDED;
    }

    /** The verdict. */
    public Grade grade() {
        if (removed != null) {
            return gradeOfRemoval();
        }
        if (!explainsMost()) {
            return Grade.POOR;
        }
        if (residual <= CLEAR_RESIDUAL && cancellation <= CLEAR_CANCELLATION) {
            return Grade.CLEAR;
        }
        return residual <= PARTLY_RESIDUAL && cancellation <= PARTLY_CANCELLATION ? Grade.PARTLY : Grade.POOR;
    }

    private Grade gradeOfRemoval() {
        if (removed < PARTLY_REMOVAL) {
            return Grade.POOR;
        }
        boolean confident = probability == null || probability >= CONFIDENT;
        return removed >= CLEAR_REMOVAL && confident ? Grade.CLEAR : Grade.PARTLY;
    }

    /**
     * Many explanations together: medians and counts.
     *
     * @param images explanations
     * @param explained median of |l_e|
     * @param cancellation median; null if infinite, as the other medians
     * @param groupedCancellation median
     * @param residual median
     * @param correction median
     * @param correctionSmaller images in which the correction is smaller than sample - baseline
     * @param entropy median
     * @param clear images whose {@link Grade} is CLEAR
     * @param partly those where it is PARTLY
     * @param poor those where it is POOR
     * @param undecided median
     * @param firing median
     * @param absent median
     * @param absentLarger images in which absent concepts add more than those that fire
     * @param removed median; null unless explanations are by removal
     */
    public record Summary(
            int images,
            @Json.MayBeNull Double explained,
            @Json.MayBeNull Double cancellation,
            @Json.MayBeNull Double groupedCancellation,
            @Json.MayBeNull Double residual,
            @Json.MayBeNull Double correction,
            int correctionSmaller,
            @Json.MayBeNull Double entropy,
            int clear,
            int partly,
            int poor,
            @Json.MayBeNull Double undecided,
            @Json.MayBeNull Double firing,
            @Json.MayBeNull Double absent,
            int absentLarger,
            @Json.MayBeNull Double removed) {
        /** Summarizes one or more explanations. */
        public static Summary of(List<Quality> all) {
            return of(all, Grade.CLEAR);
        }

        /**
         * The same of a run whose health limits the verdicts.
         *
         * @param best that an explanation can be
         */
        public static Summary of(List<Quality> all, Grade best) {
            if (all.isEmpty()) {
                throw new InvalidInput("there are no explanations to summarise; explain an image first");
            }
            return new Summary(
                    all.size(),
                    median(all, q -> Math.abs(q.explained())),
                    median(all, Quality::cancellation),
                    median(all, Quality::groupedCancellation),
                    median(all, Quality::residual),
                    median(all, Quality::correction),
                    count(all, Quality::correctionSmaller),
                    median(all, Quality::entropy),
                    count(all, q -> q.grade().atMost(best) == Grade.CLEAR),
                    count(all, q -> q.grade().atMost(best) == Grade.PARTLY),
                    count(all, q -> q.grade().atMost(best) == Grade.POOR),
                    median(all, Quality::undecided),
                    median(all, Quality::firing),
                    median(all, Quality::absent),
                    count(all, Quality::absentLarger),
                    median(all, q -> q.removed() == null ? Double.NaN : q.removed()));
        }

        private static int count(List<Quality> all, Predicate<Quality> test) {
            return (int) all.stream().filter(test).count();
        }

        private static Double median(List<Quality> all, ToDoubleFunction<Quality> number) {
            double median = Median.of(all.stream().mapToDouble(number).toArray());
            return Double.isFinite(median) ? median : null;
        }
    }
}
