package org.eddp.experiments.truth;

import java.util.ArrayList;
import java.util.List;
import org.eddp.explain.UndecidedPoint;
import org.eddp.features.Head;

/** The methods of explanation that are compared. */
final class Methods {
    private Methods() {}

    /**
     * All of them, the default of eddp explain first.
     *
     * @param head any head; every question has its own
     */
    static List<Method> of(TrialConcepts concepts, TrialData data, Head head, UndecidedPoint learned) {
        ConceptSet own = concepts.learned();
        List<Method> all = new ArrayList<>();
        all.add(PointMethod.removal("by removal (the default)", own, data, head));
        all.add(new PointMethod("undecided point (damped)", own, data, head, learned));
        all.add(new PointMethod("undecided point (paper)", own, data, head, UndecidedPoint.PAPER));
        all.add(new PointMethod("undecided point (present)", own, data, head, UndecidedPoint.present()));
        all.add(AbsenceMethod.of("typical absence, single moves", own));
        all.add(new RemovalMethod(
                "typical absence, removal", own, data.relying().features().activation()));
        all.add(new AbsenceMethod("typical absence, merged pair", own, concepts.merged(), true));
        all.add(AbsenceMethod.of("absence, filter as signal", concepts.filters()));
        all.add(AbsenceMethod.of("absence, difference of means", concepts.means()));
        all.add(AbsenceMethod.of("absence, ICA pairs", concepts.ica()));
        if (concepts.nmf() != null) {
            all.add(AbsenceMethod.of("absence, NMF pairs", concepts.nmf()));
        }
        all.add(AbsenceMethod.alone("absence, Pattern-CAV (supervised)", concepts.supervised()));
        double[] zero = new double[data.relying().features().width()];
        all.add(new RegionMethod("gradient x input (told the region)", zero));
        all.add(new RegionMethod(
                "integrated gradients (told the region)", own.directions().mean()));
        return all;
    }
}
