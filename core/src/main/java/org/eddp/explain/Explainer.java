package org.eddp.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.explain.Explanation.ClassScore;
import org.eddp.explain.Explanation.Contribution;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;
import org.eddp.network.Prediction;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * Explains predictions of one network in the concepts of one run; see this package's documentation. Thread-safe.
 *
 * <p>The decomposition is computed in double precision from the features; the logits it is checked against are the
 * network's own.
 */
public final class Explainer {
    private static final int LIKELIEST = 5;

    private final Directions directions;
    private final Grid grid;
    private final Head head;
    private final Optional<LinearReadout> readout;
    private final Baseline baseline;

    /** An explainer that takes the paper's undecided point. */
    public Explainer(Directions directions, Grid grid, Activation activation, Head head) {
        this(directions, grid, activation, head, UndecidedPoint.PAPER);
    }

    /**
     * An explainer.
     *
     * @param activation the layer's own
     * @param head the part of the network above the layer; unless it is linear, explanations are of first order
     * @param undecided how the baseline is found
     */
    public Explainer(Directions directions, Grid grid, Activation activation, Head head, UndecidedPoint undecided) {
        this(directions, grid, head, new Baseline(directions, activation, undecided));
    }

    private Explainer(Directions directions, Grid grid, Head head, Baseline baseline) {
        this.directions = directions;
        this.grid = grid;
        this.head = head;
        readout = head.linear();
        this.baseline = baseline;
    }

    /** The same with another head: that of one image, where the part above the layer reads more of it than patches. */
    public Explainer with(Head other) {
        return new Explainer(directions, grid, other, baseline);
    }

    /**
     * Explains the logit of a class.
     *
     * @param rows the patches of one image, cells x D; not modified
     * @param label the class; null for the predicted one
     * @param against a class to set it against, or null
     */
    public Explanation explain(Tensor rows, Integer label, Integer against) {
        if (rows.size(0) != grid.cells() || rows.size(1) != directions.filters().rows()) {
            throw new IllegalArgumentException("patches of " + rows.size(0) + " x " + rows.size(1)
                    + " are not one image of " + grid.cells() + " x "
                    + directions.filters().rows());
        }
        try (Scope scope = Scope.open()) {
            Prediction predicted = head.predictions(rows)[0];
            int classes = predicted.logits().length;
            int chosen = label == null ? predicted.label() : check(label, classes);
            if (against != null && check(against, classes) == chosen) {
                String noun = head.outputs().noun();
                throw new IllegalArgumentException(
                        noun + " " + chosen + " cannot be set against itself; choose another " + noun);
            }
            return new Decomposition(rows, predicted, chosen, against).explanation();
        }
    }

    private int check(int label, int classes) {
        if (label < 0 || label >= classes) {
            OutputKind outputs = head.outputs();
            throw new IllegalArgumentException(outputs.noun() + " " + label + " does not exist; " + outputs.plural()
                    + " are 0 .. " + (classes - 1));
        }
        return label;
    }

    /** The working out of one explanation. */
    private final class Decomposition {
        private final int label;
        private final Integer against;
        private final Prediction predicted;
        private final Prediction uncertain;
        private final Matrix vectors;
        private final Baseline.Coordinates image;
        private final Baseline.Coordinates reference;

        Decomposition(Tensor rows, Prediction predicted, int label, Integer against) {
            this.predicted = predicted;
            this.label = label;
            this.against = against;
            image = baseline.coordinates(rows.toMatrix());
            Matrix manipulated = baseline.activate(image.undecided());
            reference = baseline.coordinates(manipulated);
            uncertain = head.predictions(Tensor.of(manipulated, rows.type()))[0];
            vectors = readout.map(this::classVectors).orElseGet(() -> gradients(rows));
        }

        private double logit(Prediction prediction) {
            double[] logits = prediction.logits();
            return logits[label] - (against == null ? 0 : logits[against]);
        }

        /** w_c for every patch: the same one. */
        private Matrix classVectors(LinearReadout linear) {
            Matrix all = new Matrix(grid.cells(), linear.classVectors().rows());
            for (int d = 0; d < all.columns(); d++) {
                double value = linear.classVectors().get(d, label)
                        - (against == null ? 0 : linear.classVectors().get(d, against));
                for (int p = 0; p < all.rows(); p++) {
                    all.set(p, d, value);
                }
            }
            return all;
        }

        /** d(logit)/dx of every patch, times their number because the parts are means over patches. */
        private Matrix gradients(Tensor rows) {
            return Autograd.differentiate(
                            variable -> {
                                Tensor all = head.logits(variable);
                                Tensor chosen = all.narrow(1, label, 1);
                                return against == null ? chosen : chosen.minus(all.narrow(1, against, 1));
                            },
                            rows)
                    .gradient()
                    .toMatrix()
                    .times(grid.cells());
        }

        Explanation explanation() {
            Matrix relations = vectors.times(directions.signals()); // patches x I
            List<Contribution> concepts = new ArrayList<>();
            double sample = 0;
            double base = 0;
            double correction = 0;
            for (int i = 0; i < directions.concepts(); i++) {
                Contribution concept = concept(i, relations);
                concepts.add(concept);
                sample += concept.sample();
                base += concept.baseline();
                correction += concept.correction();
            }
            double residual = residual();
            double logit = logit(predicted);
            double explained = logit - logit(uncertain);
            double error = explained - (sample - base + correction + residual);
            double scale = Math.max(Math.abs(logit), Math.abs(explained));
            return new Explanation(
                    label,
                    against,
                    predicted.label(),
                    predicted.probabilities()[label],
                    logit,
                    uncertain.probabilities()[label],
                    uncertain.entropy(),
                    logit(uncertain),
                    explained,
                    sample,
                    base,
                    correction,
                    residual,
                    readout.isEmpty(),
                    error,
                    scale == 0 ? Math.abs(error) : Math.abs(error) / scale,
                    baseline.point(),
                    baseline.conditioning(),
                    likeliest(),
                    baseline.cancelling(concepts.stream()
                            .mapToDouble(Contribution::contribution)
                            .toArray()),
                    concepts);
        }

        private List<ClassScore> likeliest() {
            double[] probabilities = predicted.probabilities();
            int count = Math.max(LIKELIEST, predicted.predicted().length); // every label that the image has
            return IntStream.of(predicted.likeliest(count))
                    .mapToObj(k -> new ClassScore(k, probabilities[k], predicted.logits()[k]))
                    .toList();
        }

        private Contribution concept(int i, Matrix relations) {
            int cells = grid.cells();
            double[][] map = new double[grid.height()][grid.width()];
            double relation = 0;
            double sample = 0;
            double base = 0;
            double correction = 0;
            int present = 0;
            for (int p = 0; p < cells; p++) {
                double factor = relations.get(p, i);
                double here = image.single().get(p, i);
                double there = reference.single().get(p, i);
                relation += factor / cells;
                sample += factor * here / cells;
                base += factor * there / cells;
                correction += factor
                        * ((image.joint().get(p, i) - here) - (reference.joint().get(p, i) - there))
                        / cells;
                present += image.scores().get(p, i) > 0 ? 1 : 0;
                map[p / grid.width()][p % grid.width()] = factor * (here - there);
            }
            return new Contribution(i, relation, sample, base, correction, sample - base + correction, present, map);
        }

        private double residual() {
            double sum = 0;
            double[] w = vectors.values();
            double[] from = image.undecided().values();
            double[] to = reference.undecided().values();
            for (int k = 0; k < w.length; k++) {
                sum += w[k] * (from[k] - to[k]);
            }
            return sum / grid.cells();
        }
    }
}
