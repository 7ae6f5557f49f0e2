package org.eddp.experiments.marks;

import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.eddp.experiments.marks.LabelledPictures.Example;
import org.eddp.features.DenseFeatures;
import org.eddp.features.PatchLayer;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing;
import org.eddp.monitor.Monitor;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Pictures, with marks on them or not, at a layer of a network. They stay in memory, since every seed draws other marks.
 *
 * @param examples the pictures
 * @param marks the mark on each of them, null where there is none
 * @param features of their patches; valid within the scope they were computed in
 */
public record PictureFeatures(List<Example> examples, Mark[] marks, DenseFeatures features) {
    private static final int BATCH = 8;
    /** The receptive field of a patch is several times as large as its cell, so a small overlap is enough. */
    public static final double LEAST_COVERAGE = 0.1;

    /** Pictures through a network. */
    public record Source(PatchLayer layer, Preprocessing preprocessing) {
        /**
         * Pictures through a layer of a network.
         *
         * @param layer its name; null for the last one with several patches
         */
        public static Source of(Network network, String layer, Preprocessing preprocessing) {
            String name = layer != null
                    ? layer
                    : PatchLayer.last(network)
                            .orElseThrow(() -> new NetworkFailure("no layer of the network has several patches and is"
                                    + " read by the layers above it; choose a layer"))
                            .name();
            return new Source(PatchLayer.of(network.cut(name), null), preprocessing);
        }

        /** A picture as the network gets it, with its mark unless that is null. */
        public Picture picture(Example example, Mark mark) {
            Picture picture = new ImageReader().read(example.picture().path());
            return mark == null ? picture : mark.on(picture, preprocessing.box(picture.width(), picture.height()));
        }

        /** Width to height of the part that the network sees. */
        public double aspect() {
            return (double) preprocessing.cropWidth() / preprocessing.cropHeight();
        }

        /**
         * Computes the features of pictures.
         *
         * @param marks one for each, null for none
         */
        public PictureFeatures features(List<Example> examples, Mark[] marks, Workers workers, Monitor monitor) {
            return new PictureFeatures(
                    examples,
                    marks,
                    features(examples.size(), n -> picture(examples.get(n), marks[n]), workers, monitor));
        }

        /**
         * Computes the features of pictures.
         *
         * @param picture by its number; asked for by several threads
         */
        public DenseFeatures features(int pictures, IntFunction<Picture> picture, Workers workers, Monitor monitor) {
            int cells = layer.grid().cells();
            Tensor rows = Tensor.empty(DType.FLOAT32, (long) pictures * cells, layer.width());
            int[] done = {0};
            workers.forEachAhead(
                    (pictures + BATCH - 1) / BATCH,
                    task -> {
                        monitor.check("computing features");
                        int first = task * BATCH;
                        return rows(first, Math.min(pictures - first, BATCH), picture);
                    },
                    part -> {
                        try (Scope scope = Scope.open()) {
                            int count = part.length / layer.width();
                            Kernels.copy(
                                    rows.narrow(0, (long) done[0] * cells, count),
                                    Tensor.of(part, count, layer.width()));
                            done[0] += count / cells;
                        }
                        monitor.onProgress(done[0], pictures);
                    });
            return new DenseFeatures(
                    rows, layer.grid(), null, layer.cut().layer().activation());
        }

        private float[] rows(int first, int count, IntFunction<Picture> picture) {
            int length = preprocessing.length();
            float[] pixels = new float[count * length];
            for (int i = 0; i < count; i++) {
                preprocessing.apply(picture.apply(first + i), pixels, i * length);
            }
            try (Scope scope = Scope.open()) {
                return layer.rows(layer.cut().lower(preprocessing.tensor(pixels)))
                        .toFloats();
            }
        }
    }

    /** Classes of the pictures. */
    public int[] labels() {
        return examples.stream().mapToInt(Example::label).toArray();
    }

    /** The patches that show a mark: those of which it covers at least a tenth. */
    public BitSet truth() {
        return truth(picture -> true);
    }

    /**
     * The patches of some pictures that show a mark.
     *
     * @param asked the numbers of these pictures
     */
    public BitSet truth(IntPredicate asked) {
        int cells = features.grid().cells();
        BitSet truth = new BitSet();
        for (int n = 0; n < marks.length; n++) {
            if (marks[n] != null && asked.test(n)) {
                double[] shares = marks[n].coverage(features.grid());
                for (int cell = 0; cell < cells; cell++) {
                    truth.set(n * cells + cell, shares[cell] >= LEAST_COVERAGE);
                }
            }
        }
        return truth;
    }
}
