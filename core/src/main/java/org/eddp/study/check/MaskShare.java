package org.eddp.study.check;

import org.eddp.explain.ConceptRemoval;
import org.eddp.failure.InvalidInput;
import org.eddp.features.Grid;
import org.eddp.features.PatchLayer;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageList;
import org.eddp.monitor.Monitor;
import org.eddp.network.Prediction;
import org.eddp.run.Run;
import org.eddp.run.RunNetwork;
import org.eddp.run.StoredStatistics;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * Which share of a prediction's explanation lies inside a mask. All concepts are removed from the patches inside the mask
 * only, and then from all patches; the share is the ratio of the two falls of the predicted class's logit. A patch is inside
 * if the mask covers at least half of its cell. If an image may have several labels, the strongest is explained.
 */
final class MaskShare {
    private static final double COVERED = 0.5;

    private final Run run;
    private final Grid grid;
    private final ConceptRemoval removal;
    private final ImageReader reader = new ImageReader();

    /**
     * Prepares the removal of concepts.
     *
     * @throws org.eddp.failure.Failure if the network does not classify, or its layer has no patches that it uses
     */
    MaskShare(Run run, Monitor monitor) {
        this.run = run;
        run.network().requireDecisions();
        PatchLayer layer = run.network().layer();
        grid = layer.grid();
        if (grid.cells() == 1) {
            throw new InvalidInput("layer " + run.provenance().layer()
                    + " has no patches (its map is 1 x 1), so that explanations have no place; use a run of a layer"
                    + " with patches");
        }
        if (!layer.readsPatches()) {
            throw new InvalidInput(layer.unreadPatches());
        }
        removal = new ConceptRemoval(
                run.directions(),
                grid,
                run.provenance().activation(),
                StoredStatistics.of(run, false, monitor).absence());
    }

    /**
     * The share for one picture.
     *
     * @throws InvalidInput if there is no such share: nothing is predicted, no concept speaks for the prediction, or the
     *     mask has another shape than the picture
     */
    double of(ImageList.Entry image, ImageList.Entry maskFile) {
        Picture picture = reader.read(image.path());
        Picture mask = reader.read(maskFile.path());
        requireSameShape(image.name(), picture, mask);
        try (Scope scope = Scope.open()) {
            RunNetwork.View view = run.network().view(picture);
            Prediction prediction = view.head().predictions(view.rows())[0];
            if (prediction.predicted().length == 0) {
                throw new InvalidInput(
                        "the network predicts no " + prediction.outputs().noun() + " for " + image.name()
                                + ", so that there is nothing to explain; leave the picture out");
            }
            int label = prediction.label();
            double before = prediction.logits()[label];
            Matrix rows = view.rows().toMatrix();
            ConceptRemoval.Found found =
                    removal.found(rows.times(run.directions().filters()));
            Matrix without = removal.without(rows, found, found.concepts());
            double all = before - logit(view, without, label);
            if (!(all > 0)) {
                throw new InvalidInput("no concept speaks for the prediction of " + image.name()
                        + ", so that there is no share inside its mask; leave the picture out");
            }
            Matrix partly = rows.copy();
            boolean[] inside = inside(picture, mask);
            for (int p = 0; p < rows.rows(); p++) {
                for (int d = 0; inside[p] && d < rows.columns(); d++) {
                    partly.set(p, d, without.get(p, d));
                }
            }
            return (before - logit(view, partly, label)) / all;
        }
    }

    /** Masks may be smaller than their pictures; one pixel of difference comes from rounding. */
    private static void requireSameShape(String name, Picture picture, Picture mask) {
        long difference = Math.abs((long) mask.width() * picture.height() - (long) mask.height() * picture.width());
        if (difference > Math.max(picture.width(), picture.height())) {
            throw new InvalidInput("the mask of " + name + " is " + mask.width() + " x " + mask.height()
                    + ", and the picture " + picture.width() + " x " + picture.height()
                    + "; make a mask with the same ratio of width to height");
        }
    }

    private static double logit(RunNetwork.View view, Matrix rows, int label) {
        return view.head().logits(Tensor.of(rows, view.rows().type())).toDoubles()[label];
    }

    /** Whether each patch is inside; the network may see only a part of the picture. */
    private boolean[] inside(Picture picture, Picture mask) {
        Preprocessing.CropBox seen = run.network().preprocessing().box(picture.width(), picture.height());
        double across = mask.width() / (double) picture.width();
        double down = mask.height() / (double) picture.height();
        Preprocessing.CropBox box = new Preprocessing.CropBox(
                seen.left() * across, seen.top() * down, seen.width() * across, seen.height() * down);
        boolean[] inside = new boolean[grid.cells()];
        for (int p = 0; p < inside.length; p++) {
            inside[p] = covered(mask, box.cell(p / grid.width(), p % grid.width(), grid.height(), grid.width()));
        }
        return inside;
    }

    private static boolean covered(Picture mask, Preprocessing.CropBox cell) {
        int left = clamp(cell.left(), mask.width() - 1);
        int right = Math.max(left, clamp(cell.left() + cell.width() - 1, mask.width() - 1));
        int top = clamp(cell.top(), mask.height() - 1);
        int bottom = Math.max(top, clamp(cell.top() + cell.height() - 1, mask.height() - 1));
        long shown = 0;
        for (int y = top; y <= bottom; y++) {
            for (int x = left; x <= right; x++) {
                shown += mask.value(x, y, 0) > 0 || mask.value(x, y, 1) > 0 || mask.value(x, y, 2) > 0 ? 1 : 0;
            }
        }
        return shown >= COVERED * (right - left + 1L) * (bottom - top + 1L);
    }

    private static int clamp(double at, int largest) {
        return (int) Math.max(0, Math.min(largest, Math.round(at)));
    }
}
