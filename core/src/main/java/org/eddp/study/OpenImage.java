package org.eddp.study;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.eddp.features.Head;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.decode.Picture;
import org.eddp.images.source.ImageList;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.intervene.Edit;
import org.eddp.intervene.EditSearch;
import org.eddp.intervene.Editor;
import org.eddp.monitor.Monitor;
import org.eddp.network.Prediction;
import org.eddp.run.Run;
import org.eddp.run.RunNetwork;
import org.eddp.run.StoredStatistics;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * An image for many questions: the lower part of the network runs once, edits only need the upper part, and give the
 * same numbers as {@link EditStudy}. Where the upper part also reads tokens that are not patches, the lower part runs
 * every time.
 */
public final class OpenImage {
    private final Run run;
    private final Supplier<Picture> image;
    private final Matrix rows;
    private final Prediction prediction;
    private Editor editor;

    private OpenImage(Run run, Supplier<Picture> image, RunNetwork.View view) {
        this.run = run;
        this.image = image;
        rows = view.rows().toMatrix();
        prediction = view.head().predictions(view.rows())[0];
    }

    /** Runs the network on an image. */
    public static OpenImage of(Run run, ImageList.Entry image) {
        return of(run, () -> new ImageReader().read(image.path()));
    }

    /** Runs the network on a picture. */
    public static OpenImage of(Run run, Picture picture) {
        return of(run, () -> picture);
    }

    private static OpenImage of(Run run, Supplier<Picture> image) {
        try (Scope scope = Scope.open()) {
            return new OpenImage(run, image, run.network().view(image.get()));
        }
    }

    /** The prediction. */
    public Prediction prediction() {
        return prediction;
    }

    /** Scores p = w.x - b; patches x concepts. */
    public Matrix scores() {
        return run.directions().detectors().scores(rows);
    }

    /**
     * The prediction after edits, one after the other.
     *
     * @param values of the concepts, see {@link #values}
     */
    public Editor.Outcome after(List<Edit> edits, ConceptStatistics values) {
        try (Scope scope = Scope.open()) {
            if (run.network().layer().extraTokens() > 0) {
                RunNetwork.View view = run.network().view(image.get());
                return editor(view.head(), values).apply(view.rows(), edits);
            }
            if (editor == null) {
                editor = editor(run.network().head(), values);
            }
            return editor.apply(Tensor.of(rows, DType.FLOAT32), edits);
        }
    }

    /**
     * Looks for the smallest edit that changes the class, as {@link EditStudy} does.
     *
     * @param wanted class to reach; null for any other
     * @param values of the concepts, see {@link #values}
     * @return empty if no edit changes it
     */
    public Optional<EditSearch.Found> search(Integer wanted, ConceptStatistics values, Monitor monitor) {
        EditSearch.Options usual = EditSearch.Options.DEFAULT;
        try (Scope scope = Scope.open();
                Monitor.Stage stage = monitor.stage("search", 1000)) {
            RunNetwork.View view = run.network().view(image.get());
            return new EditSearch(
                            editor(view.head(), values),
                            new EditSearch.Options(wanted, usual.quantile(), usual.pairs(), usual.batch()))
                    .search(view.rows(), stage);
        }
    }

    /** The values that concepts of a run take, from which edits take their targets. */
    public static ConceptStatistics values(Run run, boolean keep) {
        return values(run, keep, Monitor.NONE);
    }

    /**
     * The same with a monitor.
     *
     * @param keep whether to write new values into the run
     * @param monitor receives the progress
     */
    public static ConceptStatistics values(Run run, boolean keep, Monitor monitor) {
        return StoredStatistics.of(run, keep, monitor);
    }

    private Editor editor(Head head, ConceptStatistics values) {
        return new Editor(
                values.writing(run.directions()), run.network().layer().grid(), head, values);
    }
}
