package org.eddp.spark;

import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.eddp.explain.Explainer;
import org.eddp.explain.Explanation;
import org.eddp.run.Run;
import org.eddp.study.ExplanationStudy;
import org.eddp.study.OpenImage;

/**
 * Explains predictions of the network of a run: the number of the explained class, and the contribution of every
 * concept to its logit. The numbers are those of {@link ExplanationStudy}.
 */
public final class ConceptExplainer extends RunTransformer<ConceptExplainer> {
    private static final long serialVersionUID = 1L;

    private final Param<String> label;
    private final Param<String> against;
    private final Param<String> classCol;
    private final Param<String> contributionsCol;

    public ConceptExplainer() {
        this(Identifiable$.MODULE$.randomUID("conceptExplainer"));
    }

    public ConceptExplainer(String uid) {
        super(uid);
        label = text(
                "label", "class to explain, by number or name; the predicted one of every picture if not given", null);
        against = text("against", "explain the class as opposed to this one, by number or name", null);
        classCol = text("classCol", "new column: number of the class that is explained", "class");
        contributionsCol =
                text("contributionsCol", "new column: what every concept adds to the logit", "contributions");
    }

    /** The class to explain. */
    public Param<String> label() {
        return label;
    }

    public String getLabel() {
        return value(label);
    }

    public ConceptExplainer setLabel(String numberOrName) {
        return with(label, numberOrName);
    }

    /** The class that it is compared with. */
    public Param<String> against() {
        return against;
    }

    public String getAgainst() {
        return value(against);
    }

    public ConceptExplainer setAgainst(String numberOrName) {
        return with(against, numberOrName);
    }

    /** Column of the class. */
    public Param<String> classCol() {
        return classCol;
    }

    public String getClassCol() {
        return value(classCol);
    }

    public ConceptExplainer setClassCol(String column) {
        return with(classCol, column);
    }

    /** Column of the contributions. */
    public Param<String> contributionsCol() {
        return contributionsCol;
    }

    public String getContributionsCol() {
        return value(contributionsCol);
    }

    public ConceptExplainer setContributionsCol(String column) {
        return with(contributionsCol, column);
    }

    @Override
    PictureQuery question() {
        return new StepRequest(place(), getLabel(), getAgainst());
    }

    @Override
    List<String> outputs() {
        return List.of(required(classCol), required(contributionsCol));
    }

    /** Reads what was written with {@code write}. */
    public static MLReader<ConceptExplainer> read() {
        return new DefaultParamsReader<>();
    }

    /** Loads a transformer that was saved. */
    public static ConceptExplainer load(String path) {
        return read().load(path);
    }

    /** The serializable question for executors. */
    private record StepRequest(RunFiles place, String label, String against) implements PictureQuery {
        @Override
        public List<DataType> types() {
            return List.of(DataTypes.IntegerType, SQLDataTypes.VectorType());
        }

        @Override
        public Answers open(int batch) {
            return place.answers(batch, (run, layer, lease) -> {
                Explainer explainer = lease.prepared(
                        List.of(layer, run.digest()),
                        () -> ExplanationStudy.explainer(run, layer, OpenImage.values(run, false)));
                int classes = lease.network().classes();
                Integer explained = number(run, "class", label, classes);
                Integer opposed = number(run, "class to set it against", against, classes);
                return (rows, head) -> {
                    Explanation found = explainer.with(head).explain(rows, explained, opposed);
                    return new Object[] {
                        found.label(),
                        Vectors.dense(found.concepts().stream()
                                .mapToDouble(Explanation.Contribution::contribution)
                                .toArray())
                    };
                };
            });
        }

        private static Integer number(Run run, String what, String text, int classes) {
            return text == null ? null : run.classNames().parse(what, text, classes);
        }
    }
}
