package org.eddp.influence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.parts.PartialResult;
import org.eddp.tensor.Matrix;

/**
 * Results of consecutive concepts. As arrays: {@code scores} (concepts x classes), {@code exceedances} (the same, whole
 * numbers, concept after concept) and {@code tried} (per concept), which are 0 where nothing was tested.
 */
public final class InfluenceRows implements PartialResult<InfluenceRows> {
    private final int classes;
    private final List<Row> rows = new ArrayList<>();

    private InfluenceRows(int classes) {
        this.classes = classes;
    }

    /**
     * The result of one concept.
     *
     * @param scores S of every class
     * @param exceedances per class, noise vectors with |S| at least as large, among those tried
     * @param tried noise vectors, without those that are undefined
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Row(double[] scores, long[] exceedances, long tried) {}

    /** Rows without concepts. */
    public static InfluenceRows none(int classes) {
        return new InfluenceRows(classes);
    }

    static InfluenceRows of(Row row) {
        InfluenceRows rows = none(row.scores().length);
        rows.rows.add(row);
        return rows;
    }

    @Override
    public void add(InfluenceRows later) {
        if (later.classes != classes) {
            throw new IllegalArgumentException(
                    "scores of " + later.classes + " classes cannot be added to those of " + classes);
        }
        rows.addAll(later.rows);
    }

    /** Number of concepts. */
    public int concepts() {
        return rows.size();
    }

    /**
     * The table of all concepts: a pair is significant if fewer noise vectors exceed it than the level allows. Effects
     * are not tested yet.
     *
     * @param effects of all concepts, I x K
     * @param images that scores are over
     */
    public Influence influence(Matrix effects, InfluenceOptions options, int images) {
        double level = options.significance() / ((double) concepts() * classes);
        Matrix exceedances = new Matrix(concepts(), classes);
        Matrix significant = new Matrix(concepts(), classes);
        for (int i = 0; i < concepts(); i++) {
            Row row = rows.get(i);
            for (int k = 0; k < classes; k++) {
                exceedances.set(i, k, row.exceedances()[k]);
                boolean passes = row.tried() > 0 && row.exceedances()[k] / (double) row.tried() < level;
                significant.set(i, k, passes ? 1 : 0);
            }
        }
        return new Influence(scores(), exceedances, tried(), significant, effects, null, images);
    }

    private long[] tried() {
        return rows.stream().mapToLong(Row::tried).toArray();
    }

    private Matrix scores() {
        return new Matrix(
                concepts(),
                classes,
                rows.stream().map(Row::scores).flatMapToDouble(Arrays::stream).toArray());
    }

    @Override
    public SafetensorsFile content() {
        return new SafetensorsFile()
                .add("scores", scores())
                .add(
                        "exceedances",
                        rows.stream()
                                .flatMapToLong(row -> Arrays.stream(row.exceedances()))
                                .toArray())
                .add("tried", tried());
    }

    /**
     * Rows that were kept.
     *
     * @throws org.eddp.files.FileFailure if it does not hold rows that belong together
     */
    public static InfluenceRows read(SafetensorsFile content) {
        Matrix scores = content.matrix("scores");
        int classes = scores.columns();
        long[] tried = content.integers("tried", scores.rows());
        long[] exceedances = content.integers("exceedances", scores.values().length);
        InfluenceRows rows = none(classes);
        for (int i = 0; i < tried.length; i++) {
            long[] own = Arrays.copyOfRange(exceedances, i * classes, (i + 1) * classes);
            long most = tried[i];
            if (Arrays.stream(own).anyMatch(count -> count < 0 || count > most)) {
                throw content.damaged("of " + most + " noise vectors of concept " + i + " more than these, or less than"
                        + " none, exceed its scores");
            }
            rows.rows.add(new Row(scores.rowCopy(i), own, tried[i]));
        }
        return rows;
    }
}
