package org.eddp.intervene;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.failure.InvalidInput;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.network.Prediction;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/** Reads and overwrites concepts in the features of one image, and computes the prediction for them. Thread-safe. */
public final class Editor {
    private final Directions directions;
    private final Grid grid;
    private final Head head;
    private final ConceptStatistics statistics;
    private final double[] scales;

    /**
     * An editor.
     *
     * @param head the part of the network above the layer
     * @param statistics source of the targets
     */
    public Editor(Directions directions, Grid grid, Head head, ConceptStatistics statistics) {
        if (statistics.concepts() != directions.concepts()) {
            throw new IllegalArgumentException("statistics of " + statistics.concepts() + " concepts do not fit "
                    + directions.concepts() + " direction pairs");
        }
        this.directions = directions;
        this.grid = grid;
        this.head = head;
        this.statistics = statistics;
        scales = directions.filters().columnDots(directions.signals());
    }

    /**
     * The result of edits.
     *
     * @param before the prediction for the unchanged image
     * @param steps after each edit, in order
     * @param size length of the change of all features together, relative to their length
     */
    public record Outcome(Prediction before, List<Step> steps, double size) {
        public Outcome {
            steps = List.copyOf(steps);
        }

        /** The prediction after the last edit. */
        public Prediction after() {
            return steps.isEmpty() ? before : steps.get(steps.size() - 1).prediction();
        }

        /** Whether the likeliest class changed, or a label turned on or off. */
        public boolean changed() {
            return after().differsFrom(before);
        }
    }

    /**
     * One edit and its result.
     *
     * @param target the number written
     * @param cells the patches changed, row by row
     * @param meanBefore mean of w.x over these patches before; 0 if there are none
     * @param prediction for the image with this and all earlier edits
     */
    public record Step(Edit edit, double target, int[] cells, double meanBefore, Prediction prediction) {}

    /**
     * Applies edits one after the other.
     *
     * @param rows the patches of one image, cells x D; not modified
     */
    public Outcome apply(Tensor rows, List<Edit> edits) {
        try (Scope scope = Scope.open()) {
            DType type = rows.type();
            Matrix original = rows.toMatrix();
            Matrix features = original.copy();
            boolean[][] fires = fires(original);
            List<Step> steps = new ArrayList<>();
            for (Edit edit : edits) {
                double target = target(edit);
                boolean[] chosen = cells(edit, fires);
                double meanBefore = write(features, edit.concept(), target, chosen);
                steps.add(new Step(edit, target, indices(chosen), meanBefore, predict(features, type)));
            }
            double size = features.minus(original).frobenius() / Math.max(1e-300, original.frobenius());
            return new Outcome(predict(original, type), steps, size);
        }
    }

    /** The features after edits, without a prediction. */
    Matrix edited(Matrix original, List<Edit> edits, boolean[][] fires) {
        Matrix features = original.copy();
        for (Edit edit : edits) {
            write(features, edit.concept(), target(edit), cells(edit, fires));
        }
        return features;
    }

    private double target(Edit edit) {
        check(edit.concept());
        return edit.target().value(edit.concept(), statistics);
    }

    private boolean[] cells(Edit edit, boolean[][] fires) {
        if (edit.place() instanceof Edit.Place.Detected detected) {
            check(detected.concept());
        }
        return edit.place().cells(grid, fires);
    }

    private void check(int concept) {
        if (concept < 0 || concept >= directions.concepts()) {
            throw new InvalidInput(
                    "concept " + concept + " does not exist; concepts are 0 .. " + (directions.concepts() - 1));
        }
    }

    /** x + k s_i at the chosen patches, in place; returns the mean of w.x there before. */
    private double write(Matrix features, int concept, double target, boolean[] chosen) {
        if (scales[concept] == 0) {
            throw new InvalidInput("concept " + concept
                    + " has no signal vector (its detector fires on fewer than 2 patches), so it cannot be written");
        }
        double sum = 0;
        int count = 0;
        for (int p = 0; p < chosen.length; p++) {
            if (chosen[p]) {
                double value = 0;
                for (int d = 0; d < features.columns(); d++) {
                    value += directions.filters().get(d, concept) * features.get(p, d);
                }
                double k = (target - value) / scales[concept];
                for (int d = 0; d < features.columns(); d++) {
                    features.set(
                            p, d, features.get(p, d) + k * directions.signals().get(d, concept));
                }
                sum += value;
                count++;
            }
        }
        return count == 0 ? 0 : sum / count;
    }

    /** Where detectors fire, patches x concepts. */
    boolean[][] fires(Matrix features) {
        Matrix z = features.times(directions.filters());
        boolean[][] fires = new boolean[z.rows()][z.columns()];
        for (int p = 0; p < z.rows(); p++) {
            for (int i = 0; i < z.columns(); i++) {
                fires[p][i] = z.get(p, i) > directions.thresholds()[i];
            }
        }
        return fires;
    }

    private static int[] indices(boolean[] chosen) {
        return IntStream.range(0, chosen.length).filter(p -> chosen[p]).toArray();
    }

    private Prediction predict(Matrix features, DType type) {
        return head.predictions(Tensor.of(features, type))[0];
    }

    /** Predictions for several versions of an image at once. */
    Prediction[] predict(List<Matrix> versions, DType type) {
        try (Scope scope = Scope.open()) {
            int width = directions.filters().rows();
            Matrix all = new Matrix(versions.size() * grid.cells(), width);
            for (int v = 0; v < versions.size(); v++) {
                System.arraycopy(
                        versions.get(v).values(), 0, all.values(), v * grid.cells() * width, grid.cells() * width);
            }
            return head.predictions(Tensor.of(all, type));
        }
    }

    boolean writable(int concept) {
        return scales[concept] != 0
                && statistics.with()[concept] > 0
                && statistics.without()[concept] > 0;
    }

    int concepts() {
        return directions.concepts();
    }
}
