package org.eddp.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.Learned.LossCurve;

/**
 * A run whose directions were learned.
 *
 * @param fingerprint of version, options and data
 * @param chosenStart which random start of step (a) was kept, from 1
 * @param outcome every loss at the end of step (d)
 * @param history every loss along the way
 */
public record LearnedRun(
        String eddp,
        String fingerprint,
        LearnOptions options,
        Map<String, Object> data,
        int chosenStart,
        Map<String, Outcome> outcome,
        List<LossCurve> history)
        implements RunFile {
    public LearnedRun {
        history = history == null ? List.of() : List.copyOf(history);
    }

    /** A final loss against its target, if it has one. */
    public record Outcome(double value, Double target, Boolean met) {
        static Map<String, Outcome> of(List<LossCurve> curves) {
            Map<String, Outcome> outcome = new LinkedHashMap<>();
            for (LossCurve curve : curves) {
                if (curve.stage().equals("d")) {
                    double last = curve.values()[curve.values().length - 1];
                    Boolean met = curve.target() == null ? null : last <= curve.target();
                    outcome.put(curve.term(), new Outcome(last, curve.target(), met));
                }
            }
            return outcome;
        }
    }
}
