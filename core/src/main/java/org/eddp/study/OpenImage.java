package org.eddp.study;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.eddp.features.Head;
import org.eddp.images.ImageList;
import org.eddp.images.ImageReader;
import org.eddp.images.Picture;
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
 * An image that is asked about again and again: the lower part of the network runs once, edits then cost the upper part alone, and
 * give the same numbers as {@link EditStudy}. Where the upper part also reads tokens that stand for no patch, the lower part runs
 * every time.
 */
public final class OpenImage {
    private final Run run;
    private final Supplier<Picture> image;
    private final String picture;
    private final Matrix rows;
    private final Prediction prediction;
    private Editor editor;

    private OpenImage(Run run, Supplier<Picture> image, RunNetwork.View view) {
        this.run = run;
        this.image = image;
        picture = view.picture().address();
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

    /** What the network sees of it, as a data address. */
    public String picture() {
        return picture;
    }

    /** What the network says of it. */
    public Prediction prediction() {
        return prediction;
    }

    /** What every detector says of every patch, p = w.x - b; patches x concepts. */
    public Matrix scores() {
        return run.directions().detectors().scores(rows);
    }

    /**
     * What the network would say after edits, one after the other.
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
     * @return empty if nothing tried changes it
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

    /** What values the concepts of a run take: where edits find theirs. */
    public static ConceptStatistics values(Run run, boolean keep) {
        return values(run, keep, Monitor.NONE);
    }

    /**
     * The same, watched.
     *
     * @param keep whether to write what has to be found out into the run
     * @param monitor told how far the pass over the features is
     */
    public static ConceptStatistics values(Run run, boolean keep, Monitor monitor) {
        return StoredStatistics.of(run, keep, monitor);
    }

    private Editor editor(Head head, ConceptStatistics values) {
        return new Editor(
                values.writing(run.directions()), run.network().layer().grid(), head, values);
    }
}
