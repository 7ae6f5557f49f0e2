package org.eddp.study;

import java.util.ArrayList;
import java.util.List;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Term;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.LearnOptions.Joint;
import org.eddp.learning.LearnOptions.Objective;
import org.eddp.learning.LearnOptions.Refine;
import org.eddp.learning.LearnOptions.Scaling;
import org.eddp.learning.LearnOptions.Schedule;
import org.eddp.learning.LearnOptions.Start;

/**
 * What is to be different from a preset, as in ablations; null and false change nothing.
 *
 * @param bounds that losses are to keep
 * @param course how long and how fast is learned
 * @param form what is learned
 */
public record PresetChanges(Bounds bounds, Course course, Form form) {
    /** The preset as it is. */
    public static final PresetChanges NONE = new PresetChanges(Bounds.NONE, Course.NONE, Form.NONE);

    /**
     * Other bounds.
     *
     * @param smallestShare share of the patches every concept keeps
     * @param largestShare share of the patches no concept exceeds
     * @param marginTarget bound on the mean inverse margin
     * @param fsoTarget bound on L^fso in step (d), in variant U too
     */
    public record Bounds(Double smallestShare, Double largestShare, Double marginTarget, Double fsoTarget) {
        static final Bounds NONE = new Bounds(null, null, null, null);

        private Bounds and(Bounds other) {
            return new Bounds(
                    or(other.smallestShare, smallestShare),
                    or(other.largestShare, largestShare),
                    or(other.marginTarget, marginTarget),
                    or(other.fsoTarget, fsoTarget));
        }
    }

    /**
     * Another course.
     *
     * @param epochs passes over the images in steps (a), (b) and (d), and no further rounds of (d)
     * @param rounds further rounds of step (d) at most, while a constraint is not met
     * @param rates learning rates of steps (a), (b) and (d)
     * @param restarts random starts of step (a)
     * @param startOnly end after step (a)
     */
    public record Course(
            List<Integer> epochs, Integer rounds, List<Double> rates, Integer restarts, boolean startOnly) {
        static final Course NONE = new Course(null, null, null, null, false);

        public Course {
            requireThree("epochs", epochs);
            requireThree("rates", rates);
        }

        private static void requireThree(String what, List<?> values) {
            if (values != null && values.size() != 3) {
                throw new IllegalArgumentException(
                        what + ": there are " + values.size() + " values; give three, for steps (a), (b) and (d)");
            }
        }

        private Course and(Course other) {
            return new Course(
                    or(other.epochs, epochs),
                    or(other.rounds, rounds),
                    or(other.rates, rates),
                    or(other.restarts, restarts),
                    startOnly || other.startOnly);
        }

        private Schedule apply(Schedule old, int step) {
            int usual = startOnly && step > 0 ? 0 : old.epochs();
            return new Schedule(
                    epochs == null ? usual : epochs.get(step),
                    rates == null ? old.learningRate() : rates.get(step),
                    old.batchImages(),
                    old.referenceBatch(),
                    old.multiplierInterval(),
                    old.penalty());
        }

        private int rounds(Joint old) {
            return or(rounds, epochs == null && !startOnly ? old.rounds() : 0);
        }
    }

    /**
     * Another form of what is learned.
     *
     * @param standardise how step (a) standardises features
     * @param freeStart filters of step (a) not orthonormal
     * @param damping of the inverse in L^cur; 0 for the paper's pseudo-inverse
     * @param without symbols of losses to leave out
     * @param plainSparsity L^s instead of L^fs in steps (b) and (d)
     * @param noSubsampling signal vectors from all patches
     */
    public record Form(
            Scaling standardise,
            boolean freeStart,
            Double damping,
            List<String> without,
            boolean plainSparsity,
            boolean noSubsampling) {
        static final Form NONE = new Form(null, false, null, List.of(), false, false);

        public Form {
            without = List.copyOf(without);
        }

        private Form and(Form other) {
            List<String> left = new ArrayList<>(without);
            left.addAll(other.without);
            return new Form(
                    or(other.standardise, standardise),
                    freeStart || other.freeStart,
                    or(other.damping, damping),
                    left,
                    plainSparsity || other.plainSparsity,
                    noSubsampling || other.noSubsampling);
        }
    }

    /** The same, also without losses of these symbols. */
    public PresetChanges withoutLosses(String... symbols) {
        return with(new Form(null, false, null, List.of(symbols), false, false));
    }

    /** The same, ending after step (a). */
    public PresetChanges withStartOnly() {
        return new PresetChanges(bounds, course.and(new Course(null, null, null, null, true)), form);
    }

    /** The same with L^s instead of L^fs in steps (b) and (d). */
    public PresetChanges withPlainSparsity() {
        return with(new Form(null, false, null, List.of(), true, false));
    }

    /** The same with a bound on the mean inverse margin. */
    public PresetChanges withMarginTarget(double target) {
        return with(new Bounds(null, null, target, null));
    }

    /** The same with a bound on L^fso in step (d). */
    public PresetChanges withFsoTarget(double target) {
        return with(new Bounds(null, null, null, target));
    }

    private PresetChanges with(Bounds other) {
        return new PresetChanges(bounds.and(other), course, form);
    }

    private PresetChanges with(Form other) {
        return new PresetChanges(bounds, course, form.and(other));
    }

    /** The same and another's on top: its values where it has some. */
    PresetChanges and(PresetChanges other) {
        return new PresetChanges(bounds.and(other.bounds), course.and(other.course), form.and(other.form));
    }

    private static <T> T or(T value, T otherwise) {
        return value != null ? value : otherwise;
    }

    /** Whether L^ur is left out. */
    boolean withoutUncertainty() {
        return form.without.contains(Term.UNCERTAINTY.symbol());
    }

    /** A preset with these changes. */
    LearnOptions apply(LearnOptions preset) {
        return new LearnOptions(
                preset.concepts(),
                losses(preset.losses()),
                start(preset.start()),
                refine(preset.refine()),
                joint(preset.joint()),
                preset.activation(),
                preset.seed(),
                preset.tileElements());
    }

    private LossOptions losses(LossOptions old) {
        return old.withBounds(or(bounds.smallestShare, old.minimumShare()), or(bounds.largestShare, old.maximumShare()))
                .withDamping(or(form.damping, old.damping()));
    }

    private Start start(Start a) {
        return new Start(
                course.apply(a.schedule(), 0),
                changed(a.objective()),
                or(course.restarts, a.restarts()),
                or(form.standardise, a.standardise()),
                a.orthonormal() && !form.freeStart,
                a.initialMargin(),
                a.mosaic());
    }

    private Refine refine(Refine b) {
        return new Refine(course.apply(b.schedule(), 1), plain(changed(b.objective())), b.reseed());
    }

    private Joint joint(Joint d) {
        return new Joint(
                course.apply(d.schedule(), 2),
                withFso(plain(changed(d.objective()))),
                d.subsampling() && !form.noSubsampling,
                d.momentDecay(),
                course.rounds(d));
    }

    private Objective changed(Objective objective) {
        Objective changed = objective;
        for (String symbol : form.without) {
            changed = changed.without(Term.of(symbol));
        }
        boolean bounded = changed.targets().containsKey(Term.MAXIMUM_MARGIN);
        return bounds.marginTarget != null && bounded
                ? changed.withTarget(Term.MAXIMUM_MARGIN, bounds.marginTarget)
                : changed;
    }

    private Objective withFso(Objective objective) {
        return bounds.fsoTarget == null
                ? objective
                : objective.withTarget(Term.FILTER_SIGNAL_ORTHOGONALITY, bounds.fsoTarget);
    }

    private Objective plain(Objective objective) {
        return form.plainSparsity ? objective.replacing(Term.FOCAL_SPARSITY, Term.SPARSITY) : objective;
    }
}
