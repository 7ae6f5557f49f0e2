package org.eddp.study;

import java.util.ArrayList;
import java.util.List;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Term;
import org.eddp.failure.InvalidInput;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.LearnOptions.Joint;
import org.eddp.learning.LearnOptions.Objective;
import org.eddp.learning.LearnOptions.Refine;
import org.eddp.learning.LearnOptions.Scaling;
import org.eddp.learning.LearnOptions.Schedule;
import org.eddp.learning.LearnOptions.Start;

/**
 * Changes to a preset, as in ablations; null and false change nothing.
 *
 * @param bounds that losses are to keep
 * @param course schedule and rates
 *
 * @param form of the learned parameters and losses
 */
public record PresetChanges(Bounds bounds, Course course, Form form) {
    /** The unchanged preset. */
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
        /** No change. */
        public static final Bounds NONE = new Bounds(null, null, null, null);

        private Bounds and(Bounds other) {
            return new Bounds(
                    or(other.smallestShare, smallestShare),
                    or(other.largestShare, largestShare),
                    or(other.marginTarget, marginTarget),
                    or(other.fsoTarget, fsoTarget));
        }

        /** The same with {@code smallestShare} changed. */
        public Bounds withSmallestShare(Double changed) {
            return new Bounds(changed, largestShare, marginTarget, fsoTarget);
        }

        /** The same with {@code largestShare} changed. */
        public Bounds withLargestShare(Double changed) {
            return new Bounds(smallestShare, changed, marginTarget, fsoTarget);
        }

        /** The same with {@code marginTarget} changed. */
        public Bounds withMarginTarget(Double changed) {
            return new Bounds(smallestShare, largestShare, changed, fsoTarget);
        }

        /** The same with {@code fsoTarget} changed. */
        public Bounds withFsoTarget(Double changed) {
            return new Bounds(smallestShare, largestShare, marginTarget, changed);
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
        /** No change. */
        public static final Course NONE = new Course(null, null, null, null, false);

        public Course {
            requireThree("epochs", epochs);
            requireThree("rates", rates);
        }

        private static void requireThree(String what, List<?> values) {
            if (values != null && values.size() != 3) {
                throw new InvalidInput(
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
            return old.withEpochs(epochs == null ? usual : epochs.get(step))
                    .withLearningRate(rates == null ? old.learningRate() : rates.get(step));
        }

        private int rounds(Joint old) {
            return or(rounds, epochs == null && !startOnly ? old.rounds() : 0);
        }

        /** The same with {@code rounds} changed. */
        public Course withRounds(Integer changed) {
            return new Course(epochs, changed, rates, restarts, startOnly);
        }

        /** The same with {@code rates} changed. */
        public Course withRates(List<Double> changed) {
            return new Course(epochs, rounds, changed, restarts, startOnly);
        }

        /** The same with {@code restarts} changed. */
        public Course withRestarts(Integer changed) {
            return new Course(epochs, rounds, rates, changed, startOnly);
        }

        /** The same with {@code startOnly} changed. */
        public Course withStartOnly(boolean changed) {
            return new Course(epochs, rounds, rates, restarts, changed);
        }

        /** The same with {@code epochs} changed. */
        public Course withEpochs(List<Integer> changed) {
            return new Course(changed, rounds, rates, restarts, startOnly);
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
        /** No change. */
        public static final Form NONE = new Form(null, false, null, List.of(), false, false);

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

        /** The same with {@code standardise} changed. */
        public Form withStandardise(Scaling changed) {
            return new Form(changed, freeStart, damping, without, plainSparsity, noSubsampling);
        }

        /** The same with {@code freeStart} changed. */
        public Form withFreeStart(boolean changed) {
            return new Form(standardise, changed, damping, without, plainSparsity, noSubsampling);
        }

        /** The same with {@code damping} changed. */
        public Form withDamping(Double changed) {
            return new Form(standardise, freeStart, changed, without, plainSparsity, noSubsampling);
        }

        /** The same with {@code without} changed. */
        public Form withWithout(List<String> changed) {
            return new Form(standardise, freeStart, damping, changed, plainSparsity, noSubsampling);
        }

        /** The same with {@code plainSparsity} changed. */
        public Form withPlainSparsity(boolean changed) {
            return new Form(standardise, freeStart, damping, without, changed, noSubsampling);
        }

        /** The same with {@code noSubsampling} changed. */
        public Form withNoSubsampling(boolean changed) {
            return new Form(standardise, freeStart, damping, without, plainSparsity, changed);
        }
    }

    /** The same, also without losses of these symbols. */
    public PresetChanges withoutLosses(String... symbols) {
        List<String> left = new ArrayList<>(form.without);
        left.addAll(List.of(symbols));
        return withForm(form.withWithout(left));
    }

    /** The same, ending after step (a). */
    public PresetChanges withStartOnly() {
        return withCourse(course.withStartOnly(true));
    }

    /** The same with {@code course} changed. */
    public PresetChanges withCourse(Course changed) {
        return new PresetChanges(bounds, changed, form);
    }

    /** The same with {@code form} changed. */
    public PresetChanges withForm(Form changed) {
        return new PresetChanges(bounds, course, changed);
    }

    /** The same with {@code bounds} changed. */
    public PresetChanges withBounds(Bounds changed) {
        return new PresetChanges(changed, course, form);
    }

    /** The same with L^s instead of L^fs in steps (b) and (d). */
    public PresetChanges withPlainSparsity() {
        return withForm(form.withPlainSparsity(true));
    }

    /** The same with a bound on the mean inverse margin. */
    public PresetChanges withMarginTarget(double target) {
        return withBounds(bounds.withMarginTarget(target));
    }

    /** The same with a bound on L^fso in step (d). */
    public PresetChanges withFsoTarget(double target) {
        return withBounds(bounds.withFsoTarget(target));
    }

    /** The same, overridden by the values of another. */
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
        return preset.withLosses(losses(preset.losses()))
                .withStart(start(preset.start()))
                .withRefine(refine(preset.refine()))
                .withJoint(joint(preset.joint()));
    }

    private LossOptions losses(LossOptions old) {
        return old.withMinimumShare(or(bounds.smallestShare, old.minimumShare()))
                .withMaximumShare(or(bounds.largestShare, old.maximumShare()))
                .withDamping(or(form.damping, old.damping()));
    }

    private Start start(Start a) {
        return a.withSchedule(course.apply(a.schedule(), 0))
                .withObjective(changed(a.objective()))
                .withRestarts(or(course.restarts, a.restarts()))
                .withStandardise(or(form.standardise, a.standardise()))
                .withOrthonormal(a.orthonormal() && !form.freeStart);
    }

    private Refine refine(Refine b) {
        return b.withSchedule(course.apply(b.schedule(), 1)).withObjective(plain(changed(b.objective())));
    }

    private Joint joint(Joint d) {
        return d.withSchedule(course.apply(d.schedule(), 2))
                .withObjective(withFso(plain(changed(d.objective()))))
                .withSubsampling(d.subsampling() && !form.noSubsampling)
                .withRounds(course.rounds(d));
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
