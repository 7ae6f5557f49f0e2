package org.eddp.learning;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.eddp.directions.Manipulation;
import org.eddp.directions.Term;

/**
 * What a step minimises and what it is constrained to: min sum weight_j L_j subject to L_k &lt;= target_k.
 *
 * @param weights factors of the terms to minimise
 * @param targets upper bounds of the terms that are constraints; a term absent here and in {@code weights} is switched
 *     off, which is how ablations are made
 * @param manipulation how L^ur moves features; required when L^ur is weighted
 */
public record Objective(Map<Term, Double> weights, Map<Term, Double> targets, Manipulation manipulation) {
    public Objective {
        weights = ordered(weights);
        targets = ordered(targets);
        weights.forEach((term, weight) -> {
            if (!(weight >= 0 && weight < 1e6)) {
                throw new IllegalArgumentException(
                        "weight of " + term.symbol() + " = " + weight + " must be within 0 .. 1e6");
            }
        });
        targets.forEach((term, target) -> {
            if (!(target >= 0 && target < 1e6)) {
                throw new IllegalArgumentException(
                        "target of " + term.symbol() + " = " + target + " must be within 0 .. 1e6");
            }
        });
        if (targets.containsKey(Term.UNCERTAINTY)) {
            throw new IllegalArgumentException("ur is minimised, not constrained; give it a weight instead");
        }
        for (Term term : targets.keySet()) {
            if (weights.containsKey(term)) {
                throw new IllegalArgumentException(term.symbol() + " is both minimised and constrained; choose one");
            }
        }
        if (weights.containsKey(Term.UNCERTAINTY) && manipulation == null) {
            throw new IllegalArgumentException("ur needs a manipulation (unconstrained or constrained)");
        }
    }

    /** An unmodifiable copy in the order of {@link Term}, so that files list terms the same way every time. */
    private static Map<Term, Double> ordered(Map<Term, Double> map) {
        Map<Term, Double> copy = new EnumMap<>(Term.class);
        copy.putAll(map);
        return Collections.unmodifiableMap(copy);
    }

    /** The same with one target changed. */
    public Objective withTarget(Term term, double target) {
        Map<Term, Double> changed = new EnumMap<>(targets);
        changed.put(term, target);
        return new Objective(weights, changed, manipulation);
    }

    /** The same without one term, weight or constraint. */
    public Objective without(Term term) {
        Map<Term, Double> w = new EnumMap<>(weights);
        w.remove(term);
        Map<Term, Double> t = new EnumMap<>(targets);
        t.remove(term);
        return new Objective(w, t, term == Term.UNCERTAINTY ? null : manipulation);
    }

    /** The same with another term minimised in place of one, with its weight. */
    public Objective replacing(Term old, Term replacement) {
        Map<Term, Double> w = new EnumMap<>(weights);
        Double weight = w.remove(old);
        if (weight != null) {
            w.put(replacement, weight);
        }
        return new Objective(w, targets, manipulation);
    }

    /** Whether L^ur takes part. */
    public boolean usesHead() {
        return weights.containsKey(Term.UNCERTAINTY);
    }
}
