package org.eddp.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.eddp.directions.Directions;
import org.eddp.features.DenseFeatures;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.monitor.Monitor;
import org.eddp.names.Named;
import org.eddp.network.LinearReadout;
import org.eddp.network.Prediction;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Features of pictures of three classes, each with a part of its own that varies in strength and area, and perhaps a mark on the pictures of
 * class 0 that is the same everywhere. Concept k reads feature k; concept 3 reads the mark.
 */
final class MarkedPictures {
    static final Grid GRID = new Grid(4, 4);
    static final int WIDTH = 12;
    static final int CLASSES = 3;
    static final int MARK = 3;
    private static final int PICTURES = 150;

    private MarkedPictures() {}

    static Tensor rows(boolean marked) {
        SplittableRandom random = new SplittableRandom(7);
        double[] values = new double[PICTURES * GRID.cells() * WIDTH];
        for (int v = 0; v < values.length; v++) {
            values[v] = Math.max(0, 0.5 + 0.5 * random.nextGaussian());
        }
        for (int n = 0; n < PICTURES; n++) {
            int cells = 1 + random.nextInt(9);
            for (int c = 0; c < cells; c++) {
                values[(n * GRID.cells() + random.nextInt(GRID.cells())) * WIDTH + n % CLASSES] +=
                        1 + 3 * random.nextDouble();
            }
            int corner = random.nextInt(12);
            for (int c = 0; marked && n % CLASSES == 0 && c < 3; c++) {
                int first = (n * GRID.cells() + corner + c) * WIDTH;
                for (int d = 0; d < WIDTH; d++) {
                    values[first + d] = d == MARK ? 5 : 0.3;
                }
            }
        }
        return Tensor.of(values, DType.FLOAT32, PICTURES * GRID.cells(), WIDTH);
    }

    /** Filters along the axes that fire above 2. */
    static Directions directions() {
        Matrix axes = new Matrix(WIDTH, 4);
        for (int k = 0; k < 4; k++) {
            axes.set(k, k, 1);
        }
        return new Directions(axes, new double[] {2.2, 2.2, 2.2, 2.5}, axes, new double[WIDTH]);
    }

    /** Class k reads feature k, and class 0 the mark too. */
    static LinearReadout readout() {
        Matrix vectors = new Matrix(WIDTH, CLASSES);
        for (int k = 0; k < CLASSES; k++) {
            vectors.set(k, k, 3);
        }
        vectors.set(MARK, 0, 3);
        return new LinearReadout(vectors, new double[] {-1.5, 0, 0});
    }

    /** Pooling, then something that is not linear. */
    static Head deep() {
        return rows -> Head.of(readout(), GRID).logits(rows).tanh().times(4);
    }

    static AuditSubject subject(Tensor rows, Head head, Workers workers) {
        DenseFeatures source = new DenseFeatures(rows, GRID, null, Activation.RELU);
        Prediction[] predictions = head.predictions(rows);
        List<int[]> predicted = new ArrayList<>();
        for (Prediction prediction : predictions) {
            predicted.add(prediction.predicted());
        }
        return new AuditSubject(
                directions(),
                ConceptStatistics.of(
                        source, directions().detectors(), ConceptStatistics.defaultLevels(), workers, Monitor.NONE),
                source,
                head,
                Activation.RELU,
                IntStream.range(0, 4).mapToObj(k -> new Named(k, null)).toList(),
                CLASSES,
                k -> new Named(k, null),
                IntStream.range(0, source.images()).mapToObj(n -> n + ".png").toList(),
                predicted,
                null,
                null);
    }
}
