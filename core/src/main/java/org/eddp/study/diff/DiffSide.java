package org.eddp.study.diff;

import java.util.List;
import java.util.stream.IntStream;
import org.eddp.explain.ConceptRemoval;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.features.FeatureSource.Batch;
import org.eddp.features.Head;
import org.eddp.monitor.Monitor;
import org.eddp.names.Named;
import org.eddp.run.Run;
import org.eddp.run.StoredStatistics;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;

/** One of the two runs, with its shared pictures in the common order. */
final class DiffSide {
    private final Run run;
    private final FeatureSource source;
    private final List<int[]> predictions;
    private Head head;
    private ConceptRemoval removal;

    DiffSide(Run run, int[] pictures) {
        this.run = run;
        FeatureSet set = run.features();
        source = set.subset(pictures);
        List<int[]> all = set.predictions();
        predictions = IntStream.of(pictures).mapToObj(all::get).toList();
    }

    /** Prepares the removal of concepts; valid within the open scope. */
    void prepare(Monitor monitor) {
        FeatureSet set = run.features();
        head = set.readout()
                .map(readout -> Head.of(readout, set.grid()))
                .orElseGet(() -> run.network().head(set));
        removal = new ConceptRemoval(
                run.directions(),
                set.grid(),
                run.provenance().activation(),
                StoredStatistics.of(run, false, monitor).absence());
    }

    Run run() {
        return run;
    }

    /** Features of the shared pictures. */
    FeatureSource source() {
        return source;
    }

    int concepts() {
        return run.directions().concepts();
    }

    /** Whether contributions have a closed form. */
    boolean isLinear() {
        return head.linear().isPresent();
    }

    /** The predicted class or labels of a shared picture. */
    int[] predicted(int picture) {
        return predictions.get(picture);
    }

    Named named(int concept) {
        return new Named(concept, run.conceptNames().of(concept).called().orElse(null));
    }

    /**
     * By how much logits of a picture fall without each concept.
     *
     * @param batch with the picture
     * @param number of the picture in the batch
     * @param wanted classes
     * @return concepts x wanted classes; null for a concept that the picture does not have
     */
    double[][] falls(Batch batch, int number, int[] wanted) {
        Tensor rows = batch.rows(number, 1);
        Matrix patches = rows.toMatrix();
        ConceptRemoval.Found found = removal.found(rows.to(DType.FLOAT64)
                .mm(Tensor.of(run.directions().filters(), DType.FLOAT64))
                .toMatrix());
        Head own = head.on(batch, number, 1);
        double[] logits = isLinear() ? null : own.logits(rows).toDoubles();
        double[][] falls = new double[concepts()][];
        for (int concept : found.concepts()) {
            falls[concept] = removal.logitFalls(patches, found, concept, own, rows.type(), logits, wanted);
        }
        return falls;
    }
}
