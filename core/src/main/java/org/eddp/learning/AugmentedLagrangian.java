package org.eddp.learning;

import java.util.EnumMap;
import java.util.Map;
import org.eddp.directions.Term;
import org.eddp.directions.step.Step.Weighting;
import org.eddp.learning.LearnOptions.Objective;

/**
 * The augmented Lagrangian for inequalities (Powell, Hestenes, Rockafellar) with constant penalties: the gradient is
 * that of f + sum_j m_j L_j with m_j = max(0, l_j + mu (L_j - t_j)).
 *
 * <p>The penalty of L^fso grows from zero over the first part of the steps: at full strength from the start it can
 * destroy clusters that are not sharp yet.
 */
final class AugmentedLagrangian implements Weighting {
    private static final double ENTRY = 0.3;
    /** Progress from which on L^fso may cost more. */
    private static final double RISE = 0.5;

    private final Objective objective;
    private final double penalty;
    private final Map<Term, Double> multipliers = new EnumMap<>(Term.class);

    private double entered = 1;
    private double allowed = 1;

    AugmentedLagrangian(Objective objective, double penalty) {
        this.objective = objective;
        this.penalty = penalty;
        objective.targets().keySet().forEach(term -> multipliers.put(term, 0.0));
    }

    /**
     * Sets the progress of the descent.
     *
     * @param progress within its schedule, from 0 to 1 and beyond
     * @param rounds further rounds so far
     */
    void setProgress(double progress, int rounds) {
        entered = Math.min(1, progress / ENTRY);
        allowed = 1 + rounds + Math.max(0, Math.min(1, (progress - RISE) / (1 - RISE)));
    }

    @Override
    public boolean uses(Term term) {
        return objective.weights().containsKey(term) || objective.targets().containsKey(term);
    }

    @Override
    public double coefficient(Term term, double value) {
        Double target = objective.targets().get(term);
        return target == null
                ? objective.weights().get(term)
                : Math.max(0, multipliers.get(term) + penalty(term) * (value - target));
    }

    private double penalty(Term term) {
        double whole = objective.penalties().getOrDefault(term, penalty);
        return term == Term.FILTER_SIGNAL_ORTHOGONALITY ? whole * entered : whole;
    }

    /** l_j = max(0, l_j + mu (L_j - t_j)), within its limit. */
    void updateMultipliers(Map<Term, Double> values) {
        multipliers.replaceAll(
                (term, multiplier) -> Math.min(coefficient(term, values.get(term)), limit(term, values)));
    }

    /**
     * An unlimited multiplier of L^fso overshoots while L^fso is still falling: it outweighs all other terms, clusters
     * and signal vectors blur, and L^fso itself gets worse. The limit is reached where one per cent less of L^fso is
     * worth one per cent of sparsity. It rises to two per cent at the end of the schedule, when clusters have settled,
     * and by one per cent in every further round. Presets without a separate penalty for L^fso have no limit.
     */
    private double limit(Term term, Map<Term, Double> values) {
        if (term != Term.FILTER_SIGNAL_ORTHOGONALITY || !objective.penalties().containsKey(term)) {
            return Double.POSITIVE_INFINITY;
        }
        double orthogonality = Math.max(values.get(term), objective.targets().get(term));
        return allowed * objective.sparsity(values) / orthogonality;
    }

    /** Current multipliers, live. */
    Map<Term, Double> multipliers() {
        return multipliers;
    }
}
