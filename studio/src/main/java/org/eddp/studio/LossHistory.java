package org.eddp.studio;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eddp.directions.Term;
import org.eddp.learning.LearningMonitor.Round;
import org.eddp.learning.LearningMonitor.Step;
import org.eddp.learning.LearningResult.LossCurve;

/** The history of losses, thinned out evenly to a limited number of points. */
final class LossHistory {
    private static final int MOST = 512;

    private final List<Step> kept = new ArrayList<>();
    private long every = 1;
    private Step last;

    /**
     * One loss.
     *
     * @param term its superscript
     * @param title in words
     * @param value current value; null if the current step does not have it
     *
     * @param target current upper bound; null if it is minimised or takes no part
     * @param met whether it is at most the target; null without a target
     * @param multiplier of the constraint; null without a target
     * @param values at {@link Shown#steps}, null where it took no part
     * @param targets at the same
     */
    record Curve(
            String term,
            String title,
            String formula,
            Double value,
            Double target,
            Boolean met,
            Double multiplier,
            Double[] values,
            Double[] targets) {}

    /**
     * The beginning of a step of the method.
     *
     * @param from optimiser step
     * @param stage "a", "b" or "d"
     * @param start which random start of (a), from 1
     * @param round of (d), from 1
     */
    record Part(long from, String stage, int start, int round) {}

    /**
     * All losses.
     *
     * @param step optimiser steps finished
     * @param total optimiser steps of all started or planned steps
     *
     * @param now current step of the method
     * @param mostRounds of it
     */
    record Shown(long step, long total, Part now, int mostRounds, long[] steps, List<Part> parts, List<Curve> curves) {}

    /** Begins with what was recorded before. */
    synchronized void begin(List<Step> before) {
        kept.clear();
        last = null;
        every = 1;
        before.forEach(this::add);
    }

    synchronized void add(Step step) {
        Step own = new Step(
                step.stage(),
                step.restart(),
                step.round(),
                step.done(),
                step.total(),
                new EnumMap<>(step.values()),
                step.targets(),
                Map.copyOf(step.multipliers())); // those of the learner change
        if (last == null
                || !isSamePart(last, own)
                || own.done() - kept.get(kept.size() - 1).done() >= every) {
            kept.add(own);
        }
        last = own;
        if (kept.size() > MOST) {
            thin();
        }
    }

    /** The final losses are measured on many images, not on the last batch. */
    synchronized void end(List<LossCurve> curves) {
        if (last == null) {
            return;
        }
        Map<Term, Double> values = new EnumMap<>(Term.class);
        curves.stream()
                .filter(curve -> curve.stage().equals(last.stage()))
                .forEach(curve -> values.put(Term.of(curve.term()), curve.ending()));
        Step end = new Step(
                last.stage(),
                last.restart(),
                last.round(),
                last.done(),
                last.total(),
                values,
                last.targets(),
                last.multipliers());
        if (kept.get(kept.size() - 1).done() == end.done()) {
            kept.remove(kept.size() - 1);
        }
        kept.add(end);
        last = end;
    }

    private void thin() {
        List<Step> half = new ArrayList<>();
        for (int k = 0; k < kept.size(); k++) {
            if (k % 2 == 0 || !isSamePart(kept.get(k - 1), kept.get(k))) {
                half.add(kept.get(k));
            }
        }
        kept.clear();
        kept.addAll(half);
        every *= 2;
    }

    private static boolean isSamePart(Step one, Step other) {
        return one.stage().equals(other.stage())
                && one.restart() == other.restart()
                && one.round().number() == other.round().number();
    }

    /** The losses to show; null if there are none. */
    synchronized Shown shown() {
        if (last == null) {
            return null;
        }
        List<Step> all = new ArrayList<>(kept);
        if (all.get(all.size() - 1) != last) {
            all.add(last);
        }
        List<Part> parts = new ArrayList<>();
        for (int k = 0; k < all.size(); k++) {
            if (k == 0 || !isSamePart(all.get(k - 1), all.get(k))) {
                parts.add(part(all.get(k)));
            }
        }
        Round round = last.round();
        return new Shown(
                last.done(),
                Math.max(last.done(), last.total()),
                part(last),
                round.most(),
                all.stream().mapToLong(Step::done).toArray(),
                parts,
                Arrays.stream(Term.values())
                        .filter(term ->
                                all.stream().anyMatch(step -> step.values().containsKey(term)))
                        .map(term -> curve(term, all))
                        .toList());
    }

    private static Part part(Step step) {
        return new Part(
                step.done(), step.stage(), step.restart() + 1, step.round().number());
    }

    private Curve curve(Term term, List<Step> all) {
        Double value = last.values().get(term);
        Double target = last.targets().get(term);
        return new Curve(
                term.symbol(),
                term.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                term.formula(),
                value,
                target,
                value == null || target == null ? null : (Boolean) (value <= target),
                last.multipliers().get(term),
                all.stream().map(step -> step.values().get(term)).toArray(Double[]::new),
                all.stream().map(step -> step.targets().get(term)).toArray(Double[]::new));
    }
}
