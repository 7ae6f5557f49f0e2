package org.eddp.explain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Json;
import org.eddp.tensor.Matrix;

/**
 * Why a network gives an image the logit of a class, in concepts. Everything is in units of the logit.
 *
 * @param label the class explained
 * @param against the class it is compared with: all logits are then differences; null if none
 * @param predicted the likeliest class, or the strongest label
 * @param probability of {@code label}
 * @param logit l_c(X)
 * @param baselineProbability of {@code label} at the baseline
 * @param baselineEntropy of the prediction at the baseline in bits; the largest possible is log2 of the number of
 *     classes, or one bit where labels are independent
 * @param baselineLogit l_c(X_bm)
 * @param explanationLogit l_e
 * @param sample sum of all concepts' sample
 * @param baseline sum of all concepts' baseline
 * @param correction sum of all concepts' correction
 * @param residual the part that concepts do not account for; by removal the interaction of concepts that are removed
 *     together
 * @param firstOrder false: the decomposition is exact; true: the head is not pooling and one linear layer, and the
 *     gradient at the image took the place of the class vector
 * @param error l_e - (sample - baseline + correction + residual): rounding where the decomposition is exact, the part
 *     beyond first order otherwise
 * @param relativeError |error| relative to the larger of |l_c(X)| and |l_e|
 * @param undecided how the baseline was found
 * @param conditioning how well the concepts can be distinguished
 * @param likeliest the five likeliest classes, likeliest first; of labels at least every one above one half
 * @param without the prediction without the concepts that speak most for the class; null unless the explanation is by
 *     removal
 * @param cancelling groups of concepts whose totals only cancel each other
 * @param concepts every concept, in order
 */
public record Explanation(
        int label,
        @Json.MayBeNull Integer against,
        int predicted,
        double probability,
        double logit,
        double baselineProbability,
        double baselineEntropy,
        double baselineLogit,
        double explanationLogit,
        double sample,
        double baseline,
        double correction,
        double residual,
        boolean firstOrder,
        double error,
        double relativeError,
        UndecidedPoint undecided,
        Conditioning conditioning,
        List<ClassScore> likeliest,
        @Json.MayBeNull Without without,
        List<List<Integer>> cancelling,
        List<Contribution> concepts) {
    /** Largest relative error of an exact decomposition in single precision. */
    public static final double TOLERANCE = 1e-4;

    /** Relative rounding error of a difference that is 0 in single precision. */
    private static final double ROUNDING = 1e-5;

    private static final Comparator<Part> PRESENT_FIRST =
            Comparator.comparing((Part part) -> !part.present()).thenComparing(part -> -Math.abs(part.total()));

    public Explanation {
        likeliest = List.copyOf(likeliest);
        cancelling = List.copyOf(cancelling);
        concepts = List.copyOf(concepts);
        for (int i = 0; i < concepts.size(); i++) {
            if (concepts.get(i).concept() != i) {
                throw new InvalidInput("concept " + concepts.get(i).concept() + " stands at place " + i);
            }
        }
        requireWithout(without, undecided.moved() == UndecidedPoint.Moved.TO_ABSENCE, concepts.size());
        for (List<Integer> group : cancelling) {
            if (group.isEmpty() || !inRange(group, concepts.size())) {
                throw new InvalidInput(
                        "concepts that cancel each other are numbers below " + concepts.size() + ", not " + group);
            }
        }
    }

    private static void requireWithout(Without without, boolean byRemoval, int concepts) {
        if (byRemoval != (without != null)) {
            throw new InvalidInput(
                    byRemoval
                            ? "an explanation by removal must say what is left without the strongest concepts"
                            : "only an explanation by removal says what is left without concepts");
        }
        if (byRemoval && !inRange(without.concepts(), concepts)) {
            throw new InvalidInput("concepts taken out are numbers below " + concepts + ", not " + without.concepts());
        }
    }

    private static boolean inRange(List<Integer> numbers, int count) {
        return numbers.stream().allMatch(i -> i >= 0 && i < count);
    }

    /** Whether it is an explanation by removal, not the paper's decomposition. */
    public boolean byRemoval() {
        return undecided.moved() == UndecidedPoint.Moved.TO_ABSENCE;
    }

    /** Whether the parts add up to the explanation logit. */
    public boolean addsUp() {
        return relativeError <= TOLERANCE;
    }

    /** The sum of all contributions; the rest of the explanation logit is the residual. */
    public double total() {
        return sample - baseline + correction;
    }

    /** The interaction of concepts in an explanation by removal; 0 if it is within rounding. */
    public double interaction() {
        double scale = Math.max(Math.abs(logit), Math.abs(explanationLogit));
        return Math.abs(residual) <= ROUNDING * scale ? 0 : residual;
    }

    /** Its quality. */
    public Quality quality() {
        return Quality.of(this);
    }

    /**
     * The parts of the logit, with concepts that only cancel each other merged: first those that fire in the image,
     * then absent ones, both by falling size.
     */
    public List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        Set<Integer> grouped = new HashSet<>();
        for (List<Integer> group : cancelling) {
            grouped.addAll(group);
            parts.add(part(group));
        }
        for (Contribution c : concepts) {
            if (!grouped.contains(c.concept())) {
                parts.add(part(List.of(c.concept())));
            }
        }
        parts.sort(PRESENT_FIRST);
        return parts;
    }

    /** The sum of all parts that {@linkplain Part#present fire in the image}. */
    public double firing() {
        return parts().stream().filter(Part::present).mapToDouble(Part::total).sum();
    }

    /**
     * The sum of all other parts: concepts that are absent from the image, raised to their threshold at the undecided
     * point.
     */
    public double absent() {
        return parts().stream()
                .filter(p -> !p.present())
                .mapToDouble(Part::total)
                .sum();
    }

    private Part part(List<Integer> group) {
        List<Contribution> members = group.stream().map(concepts::get).toList();
        return new Part(
                group,
                members.stream().mapToDouble(Contribution::contribution).sum(),
                members.stream().anyMatch(c -> c.present() > 0));
    }

    /** Concepts in the order of interest: those that fire in the image, then the others, both by falling |contribution|. */
    public List<Contribution> strongest(int count) {
        return concepts.stream()
                .sorted(Comparator.comparing((Contribution c) -> c.present() == 0)
                        .thenComparing(c -> -Math.abs(c.contribution())))
                .limit(count)
                .toList();
    }

    /** Requires a rectangular grid with a number for every patch. */
    static void requireGrid(String what, double[][] values) {
        boolean grid = values.length > 0 && values[0].length > 0;
        for (double[] row : values) {
            grid &= row.length == values[0].length;
        }
        if (!grid) {
            throw new InvalidInput(what + " must have rows of equal length, a number for every patch");
        }
    }

    /**
     * The prediction without the concepts that speak most for the class, removed together.
     *
     * @param concepts at most five with a positive contribution, largest first; none if no concept speaks for the class
     * @param logit of the class explained
     * @param probability of the class explained
     * @param predicted the likeliest class then
     * @param margin logit of the class minus the largest of the others (or of the class it is set against), in the
     *     image; of independent labels the logit itself
     * @param marginWithout the same without the concepts
     */
    public record Without(
            List<Integer> concepts,
            double logit,
            double probability,
            int predicted,
            double margin,
            double marginWithout) {
        public Without {
            concepts = List.copyOf(concepts);
        }

        /** The share of the margin that is lost without these concepts; above 1 if another class wins. */
        public double share() {
            return margin == marginWithout ? 0 : (margin - marginWithout) / Math.abs(margin);
        }
    }

    /** A class, its probability and its logit. */
    public record ClassScore(int label, double probability, double logit) {}

    /**
     * A concept, or concepts that only cancel each other.
     *
     * @param concepts their numbers, rising
     * @param total what they add together
     * @param present whether one of them fires in the image
     */
    public record Part(List<Integer> concepts, double total, boolean present) {
        /** Whether it is more than one concept. */
        public boolean group() {
            return concepts.size() > 1;
        }
    }

    /**
     * The contribution of one concept: its total, the sum of three parts.
     *
     * @param concept its number
     * @param relation CCRC, w_c.s_i: how much the class logit changes per unit of the concept everywhere (for heads
     *     that are not linear, the mean over the patches)
     * @param sample sample_i: from the concept as it is in the image; by removal the whole contribution, the fall of
     *     the logit when the concept alone is removed
     * @param baseline baseline_i: from the concept as it is in the baseline
     * @param correction correction_i: because filters and signal vectors of different concepts are not quite orthogonal
     * @param contribution total_i = sample - baseline + correction: what the concept adds to the logit; always computed
     *     here, whatever value is passed
     * @param present patches on which its detector fires
     * @param map concept contribution map: what each patch adds, row by row; in units of the logit, its mean is sample
     *     - baseline (by removal and with a head that is not linear: to first order)
     */
    public record Contribution(
            int concept,
            double relation,
            double sample,
            double baseline,
            double correction,
            double contribution,
            int present,
            double[][] map) {
        public Contribution {
            contribution = sample - baseline + correction;
            requireGrid("map", map);
        }
    }

    /**
     * How well the concepts of a run can be distinguished: the condition number of W^T S. This matrix is the identity if
     * every signal vector moves its own detector and no other. The larger its condition number, the more the contributions
     * of concepts trade against each other.
     *
     * @param concepts those that have a signal vector; the others take no part
     * @param features width D of the layer
     * @param condition largest over smallest singular value; null if the matrix is singular
     */
    public record Conditioning(
            int concepts, int features, @Json.MayBeNull Double condition) {
        /** Largest condition number at which concepts can be distinguished. */
        public static final double GOOD = 100;
        /** Smallest condition number at which they can hardly be distinguished. */
        public static final double BAD = 1000;

        /** Relative size below which a singular value counts as zero. */
        private static final double CUTOFF = 1e-10;

        /** Measures the conditioning of directions. */
        public static Conditioning of(Directions directions) {
            int[] used = IntStream.range(0, directions.concepts())
                    .filter(directions::hasSignal)
                    .toArray();
            int features = directions.filters().rows();
            if (used.length == 0) {
                return new Conditioning(0, features, null);
            }
            Matrix all = directions.filters().transposeTimes(directions.signals());
            double[] values = select(all, used).svd().singularValues();
            double smallest = values[values.length - 1];
            boolean singular = smallest <= CUTOFF * values[0];
            return new Conditioning(used.length, features, singular ? null : values[0] / smallest);
        }

        /** Some rows and the same columns of a square matrix. */
        private static Matrix select(Matrix square, int[] chosen) {
            Matrix part = new Matrix(chosen.length, chosen.length);
            for (int r = 0; r < chosen.length; r++) {
                for (int c = 0; c < chosen.length; c++) {
                    part.set(r, c, square.get(chosen[r], chosen[c]));
                }
            }
            return part;
        }

        /** Whether concepts can be distinguished. */
        public boolean good() {
            return condition != null && condition <= GOOD;
        }

        /** Whether they can hardly be distinguished. */
        public boolean bad() {
            return condition == null || condition >= BAD;
        }

        /** Whether there are as many concepts as features, so that concepts can span all features of a patch. */
        public boolean spansAll() {
            return concepts >= features;
        }
    }
}
