package org.eddp.spark;

import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.types.DataType;
import org.eddp.directions.Detectors;
import org.eddp.tensor.Matrix;

/**
 * Detects the concepts of a run in a picture: for every concept the largest score p = w.x - b of its detector over the
 * patches, and its presence, the share of patches on which it fires (p &gt; 0).
 */
public final class ConceptDetector extends RunTransformer<ConceptDetector> {
    private static final long serialVersionUID = 1L;

    private final Param<String> scoresCol;
    private final Param<String> presenceCol;

    public ConceptDetector() {
        this(Identifiable$.MODULE$.randomUID("conceptDetector"));
    }

    public ConceptDetector(String uid) {
        super(uid);
        scoresCol = text("scoresCol", "new column: largest score of every concept", "scores");
        presenceCol = text("presenceCol", "new column: share of patches with each concept", "presence");
    }

    /** Column of the scores. */
    public Param<String> scoresCol() {
        return scoresCol;
    }

    public String getScoresCol() {
        return value(scoresCol);
    }

    public ConceptDetector setScoresCol(String column) {
        return with(scoresCol, column);
    }

    /** Column of the presence. */
    public Param<String> presenceCol() {
        return presenceCol;
    }

    public String getPresenceCol() {
        return value(presenceCol);
    }

    public ConceptDetector setPresenceCol(String column) {
        return with(presenceCol, column);
    }

    @Override
    PictureQuery question() {
        return new StepRequest(place());
    }

    @Override
    List<String> outputs() {
        return List.of(required(scoresCol), required(presenceCol));
    }

    /** Reads what was written with {@code write}. */
    public static MLReader<ConceptDetector> read() {
        return new DefaultParamsReader<>();
    }

    /** Loads a transformer that was saved. */
    public static ConceptDetector load(String path) {
        return read().load(path);
    }

    /** The serializable question for executors. */
    private record StepRequest(RunFiles place) implements PictureQuery {
        @Override
        public List<DataType> types() {
            return List.of(SQLDataTypes.VectorType(), SQLDataTypes.VectorType());
        }

        @Override
        public Answers open(int batch) {
            return place.answers(batch, (run, layer, lease) -> {
                Detectors detectors = run.directions().detectors();
                return (rows, head) -> {
                    Matrix scores = detectors.scores(rows.toMatrix());
                    return new Object[] {PatchVectors.largest(scores), PatchVectors.positive(scores)};
                };
            });
        }
    }
}
