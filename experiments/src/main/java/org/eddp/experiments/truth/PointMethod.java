package org.eddp.experiments.truth;

import java.util.Arrays;
import java.util.List;
import org.eddp.explain.ConceptRemoval.TypicalAbsence;
import org.eddp.explain.Explainer;
import org.eddp.explain.Explanation;
import org.eddp.explain.UndecidedPoint;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/** An explanation against a reference point, as eddp explain gives it. */
final class PointMethod implements Method {
    private final String name;
    private final ConceptSet concepts;
    private final Explainer explainer;

    private PointMethod(String name, ConceptSet concepts, Explainer explainer) {
        this.name = name;
        this.concepts = concepts;
        this.explainer = explainer;
    }

    PointMethod(String name, ConceptSet concepts, TrialData data, Head head, UndecidedPoint point) {
        this(name, concepts, new Explainer(concepts.directions(), grid(data), activation(data), head, point));
    }

    /** Explanations by removal, the default of eddp explain. */
    static PointMethod removal(String name, ConceptSet concepts, TrialData data, Head head) {
        TypicalAbsence absence = concepts.statistics().absence();
        return new PointMethod(
                name, concepts, new Explainer(concepts.directions(), grid(data), activation(data), head, absence));
    }

    private static Grid grid(TrialData data) {
        return data.relying().features().grid();
    }

    private static Activation activation(TrialData data) {
        return data.relying().features().activation();
    }

    @Override
    public String name() {
        return name;
    }

    /** The whole explanation. */
    Explanation explain(EffectQuery question) {
        try (Scope scope = Scope.open()) {
            return explainer
                    .with(question.head())
                    .explain(Tensor.of(question.rows(), DType.FLOAT32), question.label(), null);
        }
    }

    @Override
    public Answer answer(EffectQuery question) {
        if (!concepts.found(question.cause())) {
            return Answer.NOT_FOUND;
        }
        List<Explanation.Contribution> all = explain(question).concepts();
        int[] group = concepts.groups().get(question.cause());
        double sum =
                Arrays.stream(group).mapToDouble(i -> all.get(i).contribution()).sum();
        boolean fires = Arrays.stream(group).anyMatch(i -> all.get(i).present() > 0);
        double[] others = all.stream()
                .filter(c -> c.present() > 0 && Arrays.stream(group).noneMatch(i -> i == c.concept()))
                .mapToDouble(Explanation.Contribution::contribution)
                .toArray();
        return new Answer(true, fires, sum, others);
    }
}
