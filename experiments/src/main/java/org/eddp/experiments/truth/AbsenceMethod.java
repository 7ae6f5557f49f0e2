package org.eddp.experiments.truth;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.eddp.tensor.Matrix;

/**
 * Contributions of concepts relative to their typical absence: the mean over cells of 1(w.x &gt; b) (w_c.s)(w.x - a) /
 * (w.s), a the mean of w.x over training patches on which the detector is off. Concepts of a cause add up.
 *
 * @param name in tables
 * @param concepts the pairs
 * @param ofCause pairs that stand for the causes themselves, each compared with the concepts of {@code concepts} that
 *     are not of its cause; null to take the concepts of the cause
 * @param compared whether there are other concepts to compare with
 */
record AbsenceMethod(String name, ConceptSet concepts, ConceptSet ofCause, boolean compared) implements Method {
    /** The concepts of the causes among all concepts. */
    static AbsenceMethod of(String name, ConceptSet concepts) {
        return new AbsenceMethod(name, concepts, null, true);
    }

    /** Pairs of single causes, with nothing to compare them with. */
    static AbsenceMethod alone(String name, ConceptSet pairs) {
        return new AbsenceMethod(name, pairs, null, false);
    }

    @Override
    public Answer answer(EffectQuery question) {
        if (!concepts.found(question.cause())) {
            return Answer.NOT_FOUND;
        }
        Moves all = new Moves(concepts, question);
        int[] group = concepts.groups().get(question.cause());
        Moves asked = ofCause == null ? all : new Moves(ofCause, question);
        int[] members = ofCause == null ? group : ofCause.groups().get(question.cause());
        double sum = IntStream.of(members).mapToDouble(asked::contribution).sum();
        if (!compared) {
            return Answer.alone(sum);
        }
        boolean fires = IntStream.of(members).anyMatch(asked::fires);
        double[] others = IntStream.range(0, concepts.directions().concepts())
                .filter(i -> all.fires(i) && Arrays.stream(group).noneMatch(g -> g == i))
                .mapToDouble(all::contribution)
                .toArray();
        return new Answer(true, fires, sum, others);
    }

    /** The single moves of all concepts in one picture. */
    private static final class Moves {
        private final double[] contributions;
        private final boolean[] fires;

        Moves(ConceptSet concepts, EffectQuery question) {
            double[] thresholds = concepts.directions().thresholds();
            double[] absent = concepts.statistics().meanWithout();
            double[] along = concepts.directions()
                    .filters()
                    .columnDots(concepts.directions().signals());
            double[] relations = question.relations(concepts.directions().signals());
            Matrix scores = question.rows().times(concepts.directions().filters());
            contributions = new double[thresholds.length];
            fires = new boolean[thresholds.length];
            for (int i = 0; i < thresholds.length; i++) {
                for (int p = 0; p < scores.rows() && along[i] != 0; p++) {
                    double z = scores.get(p, i);
                    if (z > thresholds[i]) {
                        fires[i] = true;
                        contributions[i] += relations[i] * (z - absent[i]) / along[i] / scores.rows();
                    }
                }
            }
        }

        double contribution(int concept) {
            return contributions[concept];
        }

        boolean fires(int concept) {
            return fires[concept];
        }
    }
}
