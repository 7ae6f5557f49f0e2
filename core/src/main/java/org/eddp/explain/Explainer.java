package org.eddp.explain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.explain.ConceptRemoval.TypicalAbsence;
import org.eddp.explain.Explanation.ClassScore;
import org.eddp.explain.Explanation.Contribution;
import org.eddp.failure.InvalidInput;
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
    /** The number of concepts that speak most for the class and are removed together, as named on pages. */
    private static final int STRONGEST = 5;
    /** Versions of an image that go through the head at a time. */
    private static final int VERSIONS = 32;

    private final Directions directions;
    private final Grid grid;
    private final Head head;
    private final Optional<LinearReadout> readout;
    private final Baseline baseline;
    private final ConceptRemoval removal;

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
        this(directions, grid, head, new Baseline(directions, activation, undecided), null);
    }

    /**
     * An explainer by removal: a contribution is the fall of the logit when the concept alone is removed from the
     * picture, for any head.
     *
     * @param activation the layer's own
     * @param absence the level of patches without a concept
     */
    public Explainer(Directions directions, Grid grid, Activation activation, Head head, TypicalAbsence absence) {
        this(
                directions,
                grid,
                head,
                new Baseline(directions, activation, UndecidedPoint.ABSENCE),
                new ConceptRemoval(directions, grid, activation, absence));
    }

    private Explainer(Directions directions, Grid grid, Head head, Baseline baseline, ConceptRemoval removal) {
        this.directions = directions;
        this.grid = grid;
        this.head = head;
        readout = head.linear();
        this.baseline = baseline;
        this.removal = removal;
    }

    /** The same with another head: that of one image, where the part above the layer reads more of it than patches. */
    public Explainer with(Head other) {
        return new Explainer(directions, grid, other, baseline, removal);
    }

    /**
     * Explains the logit of a class.
     *
     * @param rows the patches of one image, cells x D; not modified
     * @param label the class; null for the predicted one
     * @param against a class to compare it with, or null
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
                throw new InvalidInput(noun + " " + chosen + " cannot be set against itself; choose another " + noun);
            }
            return removal == null
                    ? new Decomposition(rows, predicted, chosen, against).explanation()
                    : new Removals(rows, predicted, chosen, against).explanation();
        }
    }

    private int check(int label, int classes) {
        if (label < 0 || label >= classes) {
            OutputKind outputs = head.outputs();
            throw new InvalidInput(outputs.noun() + " " + label + " does not exist; " + outputs.plural() + " are 0 .. "
                    + (classes - 1));
        }
        return label;
    }

    /** The explained logit. */
    private class Question {
        final Prediction predicted;
        final int label;
        final Integer against;

        Question(Prediction predicted, int label, Integer against) {
            this.predicted = predicted;
            this.label = label;
            this.against = against;
        }

        final double logit(Prediction prediction) {
            double[] logits = prediction.logits();
            return logits[label] - (against == null ? 0 : logits[against]);
        }

        /** w_c for every patch: the same one. */
        final Matrix classVectors(LinearReadout linear) {
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
        final Matrix gradients(Tensor rows) {
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

        final List<ClassScore> likeliest() {
            double[] probabilities = predicted.probabilities();
            int count = Math.max(LIKELIEST, predicted.predicted().length); // every label that the image has
            return IntStream.of(predicted.likeliest(count))
                    .mapToObj(k -> new ClassScore(k, probabilities[k], predicted.logits()[k]))
                    .toList();
        }
    }

    /** Computes one explanation by the paper's decomposition. */
    private final class Decomposition extends Question {
        private final Prediction uncertain;
        private final Matrix vectors;
        private final Baseline.Coordinates image;
        private final Baseline.Coordinates reference;

        Decomposition(Tensor rows, Prediction predicted, int label, Integer against) {
            super(predicted, label, against);
            image = baseline.coordinates(rows.toMatrix());
            Matrix manipulated = baseline.activate(image.undecided());
            reference = baseline.coordinates(manipulated);
            uncertain = head.predictions(Tensor.of(manipulated, rows.type()))[0];
            vectors = readout.map(this::classVectors).orElseGet(() -> gradients(rows));
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
                    null,
                    baseline.cancelling(concepts.stream()
                            .mapToDouble(Contribution::contribution)
                            .toArray()),
                    concepts);
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

    /** Computes one explanation by removal. */
    private final class Removals extends Question {
        private final Tensor rows;
        private final Matrix image;
        private final ConceptRemoval.Found found;
        private final Matrix vectors;

        Removals(Tensor rows, Prediction predicted, int label, Integer against) {
            super(predicted, label, against);
            this.rows = rows;
            image = rows.toMatrix();
            found = removal.find(image);
            vectors = readout.map(this::classVectors).orElseGet(() -> gradients(rows));
        }

        Explanation explanation() {
            int[] firing = found.concepts();
            Matrix[] single = new Matrix[directions.concepts()];
            for (int i : firing) {
                single[i] = removal.without(image, found, i);
            }
            double[] falls = falls(firing, single);
            Matrix all = removal.without(image, found, firing);
            Prediction reference = predict(List.of(all))[0];
            List<Contribution> concepts = new ArrayList<>();
            Matrix relations = vectors.times(removal.signals());
            for (int i = 0; i < directions.concepts(); i++) {
                concepts.add(contribution(i, falls[i], single[i], relations));
            }
            double together = DoubleStream.of(falls).sum();
            double logit = logit(predicted);
            double explained = logit - logit(reference);
            double error = readout.isPresent() ? explained - change(all) : 0;
            double scale = Math.max(Math.abs(logit), Math.abs(explained));
            return new Explanation(
                    label,
                    against,
                    predicted.label(),
                    predicted.probabilities()[label],
                    logit,
                    reference.probabilities()[label],
                    reference.entropy(),
                    logit(reference),
                    explained,
                    together,
                    0,
                    0,
                    explained - together,
                    false,
                    error,
                    scale == 0 ? Math.abs(error) : Math.abs(error) / scale,
                    baseline.point(),
                    baseline.conditioning(),
                    likeliest(),
                    withoutStrongest(falls),
                    List.of(),
                    concepts);
        }

        /** The fall of the logit without each concept; in closed form, in double precision, if the head is linear. */
        private double[] falls(int[] firing, Matrix... single) {
            double[] falls = new double[directions.concepts()];
            if (readout.isPresent()) {
                for (int i : firing) {
                    falls[i] = change(single[i]);
                }
                return falls;
            }
            for (int first = 0; first < firing.length; first += VERSIONS) {
                int[] some = Arrays.copyOfRange(firing, first, Math.min(firing.length, first + VERSIONS));
                Prediction[] without =
                        predict(IntStream.of(some).mapToObj(i -> single[i]).toList());
                for (int k = 0; k < some.length; k++) {
                    falls[some[k]] = logit(predicted) - logit(without[k]);
                }
            }
            return falls;
        }

        /** w_c.(x - x'), the mean over the patches. */
        private double change(Matrix without) {
            double sum = 0;
            for (int k = 0; k < without.values().length; k++) {
                sum += vectors.values()[k] * (image.values()[k] - without.values()[k]);
            }
            return sum / grid.cells();
        }

        private Contribution contribution(int i, double fall, Matrix without, Matrix relations) {
            double[][] map = new double[grid.height()][grid.width()];
            double relation = 0;
            for (int p = 0; p < grid.cells(); p++) {
                relation += relations.get(p, i) / grid.cells();
                for (int d = 0; without != null && d < image.columns(); d++) {
                    map[p / grid.width()][p % grid.width()] +=
                            vectors.get(p, d) * (image.get(p, d) - without.get(p, d));
                }
            }
            return new Contribution(i, relation, fall, 0, 0, fall, found.firing(i), map);
        }

        private Explanation.Without withoutStrongest(double... falls) {
            int[] strongest = IntStream.of(found.concepts())
                    .filter(i -> falls[i] > 0)
                    .boxed()
                    .sorted(Comparator.comparingDouble(i -> -falls[i]))
                    .limit(STRONGEST)
                    .mapToInt(Integer::intValue)
                    .toArray();
            Prediction left = predict(List.of(removal.without(image, found, strongest)))[0];
            return new Explanation.Without(
                    IntStream.of(strongest).boxed().toList(),
                    logit(left),
                    left.probabilities()[label],
                    left.label(),
                    margin(predicted),
                    margin(left));
        }

        private double margin(Prediction prediction) {
            if (against != null || head.outputs() == OutputKind.LABELS) {
                return logit(prediction);
            }
            double[] logits = prediction.logits();
            return logits[label]
                    - IntStream.range(0, logits.length)
                            .filter(k -> k != label)
                            .mapToDouble(k -> logits[k])
                            .max()
                            .orElse(0);
        }

        /** Logits of several versions of the image. */
        private Prediction[] predict(List<Matrix> versions) {
            Matrix all = new Matrix(versions.size() * grid.cells(), image.columns());
            for (int v = 0; v < versions.size(); v++) {
                double[] values = versions.get(v).values();
                System.arraycopy(values, 0, all.values(), v * values.length, values.length);
            }
            return head.predictions(Tensor.of(all, rows.type()));
        }
    }
}
