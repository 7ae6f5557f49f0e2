package org.eddp.experiments.synthetic;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eddp.baselines.KMeans;
import org.eddp.baselines.Nmf;
import org.eddp.decomposition.FastIca;
import org.eddp.decomposition.Pca;
import org.eddp.experiments.synthetic.SyntheticExperiment.SyntheticOptions;
import org.eddp.experiments.synthetic.SyntheticResults.Baseline;
import org.eddp.math.Vectors;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * Other unsupervised methods on the same data, each with the most favourable settings: a detector fires on the share of
 * patches that truly hold a concept, and where a method leaves the sign open the better one is taken.
 */
final class BaselineComparison {
    private final SyntheticData data;
    private final TrueDirections basis;
    private final SyntheticOptions options;
    private final Map<String, Baseline> results = new LinkedHashMap<>();

    private BaselineComparison(SyntheticData data, TrueDirections basis, SyntheticOptions options) {
        this.data = data;
        this.basis = basis;
        this.options = options;
    }

    static Map<String, Baseline> run(SyntheticData data, TrueDirections basis, SyntheticOptions options) {
        BaselineComparison comparison = new BaselineComparison(data, basis, options);
        try (Scope scope = Scope.open()) {
            comparison.fitAll(Tensor.of(data.features(), DType.FLOAT64));
        }
        return comparison.results;
    }

    private void fitAll(Tensor x) {
        int concepts = options.concepts();
        long seed = options.seed();
        Pca pca = Pca.fit(x, Pca.Options.of(concepts));
        directions("pca", pca.components(), pca.components(), "components; either sign");
        Nmf nmf = Nmf.fit(x, Nmf.Options.of(concepts, seed));
        Matrix coefficients = nmf.coefficients(x).toMatrix();
        boolean[][] active = topShare(coefficients, false);
        results.put("nmf", score(active, nmf.factors(), false, "factors; coefficients as activations"));
        KMeans kMeans = KMeans.fit(x, KMeans.Options.of(concepts, seed));
        boolean[][] member = membership(kMeans.assignment(), concepts);
        Matrix centres = centred(kMeans.centroids(), pca.mean());
        results.put("kmeans", score(member, centres, false, "centroids minus the mean"));
        int sources = Math.min(concepts + options.distractors(), options.dim());
        FastIca ica = FastIca.fit(x, FastIca.Options.of(sources, seed));
        String note = sources + " sources (concepts and distractors), the best " + concepts + " counted; either sign";
        directions("fastica", ica.filters(), ica.mixing(), note);
    }

    /** A method that leaves the sign of its directions open. */
    private void directions(String name, Matrix filters, Matrix encodings, String note) {
        Matrix z = data.features().times(filters);
        Baseline positive = score(topShare(z, false), encodings, true, note);
        results.put(name, better(positive, score(topShare(z, true), encodings, true, note)));
    }

    /** Chooses for every detector the sign with the larger IoU, then matches detectors and concepts again. */
    private Baseline better(Baseline positive, Baseline negative) {
        double[][] iou = positive.iou().clone();
        for (int i = 0; i < iou.length; i++) {
            double up = Arrays.stream(positive.iou()[i]).max().orElse(0);
            double down = Arrays.stream(negative.iou()[i]).max().orElse(0);
            iou[i] = up >= down ? positive.iou()[i] : negative.iou()[i];
        }
        return new Baseline(iou, matched(iou), positive.cosine(), positive.note());
    }

    /** IoU and cosine are matched separately, each in the method's favour. */
    private Baseline score(boolean[][] active, Matrix encodings, boolean eitherSign, String note) {
        double[][] iou = DetectorMatching.iou(active, data.present());
        double[][] cosines = new double[encodings.columns()][options.concepts()];
        for (int i = 0; i < cosines.length; i++) {
            for (int c = 0; c < options.concepts(); c++) {
                double cosine =
                        Vectors.cosine(encodings.column(i), basis.signals().column(c));
                cosines[i][c] = eitherSign ? Math.abs(cosine) : cosine;
            }
        }
        int[] closest = matched(cosines);
        double[] cosine = new double[options.concepts()];
        for (int c = 0; c < cosine.length; c++) {
            cosine[c] = cosines[closest[c]][c];
        }
        return new Baseline(iou, matched(iou), cosine, note);
    }

    /** The detector of each concept; spare detectors stay unmatched. */
    private int[] matched(double[][] score) {
        int n = score.length;
        double[][] square = new double[n][n];
        for (int i = 0; i < n; i++) {
            System.arraycopy(score[i], 0, square[i], 0, score[i].length);
        }
        return Arrays.copyOf(DetectorMatching.assign(square), options.concepts());
    }

    /** The patches with the largest (or smallest) values, as many as hold one concept. */
    private boolean[][] topShare(Matrix z, boolean negate) {
        Matrix signed = negate ? z.times(-1) : z;
        double[] thresholds = new double[z.columns()];
        int fire = z.rows() * options.groups() / options.concepts();
        for (int i = 0; i < thresholds.length; i++) {
            double[] sorted = signed.column(i);
            Arrays.sort(sorted);
            thresholds[i] = sorted[sorted.length - fire - 1];
        }
        return Recovery.active(signed, thresholds);
    }

    private static boolean[][] membership(int[] assignment, int clusters) {
        boolean[][] member = new boolean[assignment.length][clusters];
        for (int p = 0; p < assignment.length; p++) {
            member[p][assignment[p]] = true;
        }
        return member;
    }

    private static Matrix centred(Matrix centroids, double[] mean) {
        Matrix out = centroids.copy();
        for (int d = 0; d < out.rows(); d++) {
            for (int c = 0; c < out.columns(); c++) {
                out.set(d, c, out.get(d, c) - mean[d]);
            }
        }
        return out;
    }
}
