package org.eddp.experiments.sticker;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.eddp.experiments.sticker.LabelledPictures.Example;
import org.eddp.features.DenseFeatures;
import org.eddp.features.PatchLayer;
import org.eddp.images.ImageReader;
import org.eddp.images.Picture;
import org.eddp.images.Preprocessing;
import org.eddp.monitor.Monitor;
import org.eddp.tensor.DType;
import org.eddp.tensor.Kernels;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Pictures, with a card on them or not, at a layer of a network; in memory, since a card is drawn anew for every seed.
 *
 * @param examples the pictures
 * @param cards the card on each of them, null where there is none
 * @param features of their patches; valid within the scope they were computed in
 */
record PictureFeatures(List<Example> examples, Card[] cards, DenseFeatures features) {
    private static final int BATCH = 8;
    /** A patch sees several times as far as its cell, so one that the card only reaches into is full of it already. */
    private static final double LEAST_COVERAGE = 0.1;

    /** Pictures through a network. */
    record Source(PatchLayer layer, Preprocessing preprocessing) {
        /** A picture as the network gets it, with its card. */
        Picture picture(Example example, Card card) {
            Picture picture = new ImageReader().read(example.picture().path());
            return card == null ? picture : card.on(picture, preprocessing.box(picture.width(), picture.height()));
        }

        /** Width to height of what the network sees. */
        double aspect() {
            return (double) preprocessing.cropWidth() / preprocessing.cropHeight();
        }

        PictureFeatures features(List<Example> examples, Card[] cards, Workers workers, Monitor monitor) {
            int cells = layer.grid().cells();
            Tensor rows = Tensor.empty(DType.FLOAT32, (long) examples.size() * cells, layer.width());
            int[] done = {0};
            workers.forEachAhead(
                    (examples.size() + BATCH - 1) / BATCH,
                    task -> {
                        monitor.check("computing features");
                        int first = task * BATCH;
                        return rows(
                                examples.subList(first, Math.min(examples.size(), first + BATCH)),
                                Arrays.copyOfRange(cards, first, first + BATCH));
                    },
                    part -> {
                        try (Scope scope = Scope.open()) {
                            int count = part.length / layer.width();
                            Kernels.copy(
                                    rows.narrow(0, (long) done[0] * cells, count),
                                    Tensor.of(part, count, layer.width()));
                            done[0] += count / cells;
                        }
                        monitor.onProgress(done[0], examples.size());
                    });
            return new PictureFeatures(
                    examples,
                    cards,
                    new DenseFeatures(
                            rows, layer.grid(), null, layer.cut().layer().activation()));
        }

        private float[] rows(List<Example> examples, Card... cards) {
            int length = preprocessing.length();
            float[] pixels = new float[examples.size() * length];
            for (int i = 0; i < examples.size(); i++) {
                preprocessing.apply(picture(examples.get(i), cards[i]), pixels, i * length);
            }
            try (Scope scope = Scope.open()) {
                Tensor images = Tensor.of(
                        pixels,
                        examples.size(),
                        preprocessing.channels().count(),
                        preprocessing.cropHeight(),
                        preprocessing.cropWidth());
                return layer.rows(layer.cut().lower(images)).toFloats();
            }
        }
    }

    /** Classes of the pictures. */
    int[] labels() {
        return examples.stream().mapToInt(Example::label).toArray();
    }

    /** The patches that show a card: those of which it covers at least a tenth. */
    BitSet truth() {
        int cells = features.grid().cells();
        BitSet truth = new BitSet();
        for (int n = 0; n < cards.length; n++) {
            if (cards[n] != null) {
                double[] shares = cards[n].coverage(features.grid());
                for (int cell = 0; cell < cells; cell++) {
                    truth.set(n * cells + cell, shares[cell] >= LEAST_COVERAGE);
                }
            }
        }
        return truth;
    }
}
