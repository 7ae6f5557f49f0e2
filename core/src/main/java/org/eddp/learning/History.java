package org.eddp.learning;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.eddp.directions.Term;
import org.eddp.learning.LearningResult.LossCurve;

/** Losses and multipliers, one row per recorded step. */
final class History {
    private static final Term[] TERMS = Term.values();
    private static final int COLUMNS = 2 + 2 * TERMS.length;

    private final List<double[]> rows;

    History() {
        this(new ArrayList<>());
    }

    private History(List<double[]> rows) {
        this.rows = rows;
    }

    /** Rows of phase, step, values and multipliers in the order of {@link Term}; NaN where a term has none. */
    double[] flat() {
        double[] flat = new double[rows.size() * COLUMNS];
        for (int r = 0; r < rows.size(); r++) {
            System.arraycopy(rows.get(r), 0, flat, r * COLUMNS, COLUMNS);
        }
        return flat;
    }

    static History of(double[] flat) {
        List<double[]> rows = new ArrayList<>();
        for (int at = 0; at + COLUMNS <= flat.length; at += COLUMNS) {
            double[] row = new double[COLUMNS];
            System.arraycopy(flat, at, row, 0, COLUMNS);
            rows.add(row);
        }
        return new History(rows);
    }

    void record(int phase, int step, Map<Term, Double> values, Map<Term, Double> multipliers) {
        double[] row = new double[COLUMNS];
        row[0] = phase;
        row[1] = step;
        for (int t = 0; t < TERMS.length; t++) {
            row[2 + t] = values.getOrDefault(TERMS[t], Double.NaN);
            row[2 + TERMS.length + t] = multipliers.getOrDefault(TERMS[t], Double.NaN);
        }
        rows.add(row);
    }

    /** One recorded step: values and multipliers of the terms that took part. */
    record Row(int phase, int step, Map<Term, Double> values, Map<Term, Double> multipliers) {}

    /** The recorded rows, in the order of the steps. */
    List<Row> rows() {
        return rows.stream()
                .map(row -> new Row((int) row[0], (int) row[1], terms(row, 2), terms(row, 2 + TERMS.length)))
                .toList();
    }

    private static Map<Term, Double> terms(double[] row, int first) {
        Map<Term, Double> terms = new EnumMap<>(Term.class);
        for (int t = 0; t < TERMS.length; t++) {
            if (!Double.isNaN(row[first + t])) {
                terms.put(TERMS[t], row[first + t]);
            }
        }
        return terms;
    }

    /** The curves of one phase, one per term that took part. */
    List<LossCurve> curves(int phase, String stage, LearnOptions.Objective objective) {
        List<double[]> mine = rows.stream().filter(row -> (int) row[0] == phase).toList();
        int[] steps = mine.stream().mapToInt(row -> (int) row[1]).toArray();
        List<LossCurve> curves = new ArrayList<>();
        for (int t = 0; t < TERMS.length; t++) {
            int column = 2 + t;
            if (mine.isEmpty() || Double.isNaN(mine.get(0)[column])) {
                continue;
            }
            Double target = objective.targets().get(TERMS[t]);
            double[] values = mine.stream().mapToDouble(row -> row[column]).toArray();
            double[] multipliers = target == null
                    ? null
                    : mine.stream()
                            .mapToDouble(row -> row[column + TERMS.length])
                            .toArray();
            curves.add(new LossCurve(stage, TERMS[t].symbol(), target, steps, values, multipliers));
        }
        return curves;
    }
}
