package org.eddp.intervene;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.eddp.directions.Directions;
import org.eddp.features.PatchLayer;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.OutputKind;
import org.eddp.network.load.Networks;
import org.eddp.network.onnx.file.Model;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Tensor;

/**
 * Takes concepts out of all features of a layer, so that the network no longer relies on them: act(x - m k s), for several
 * concepts one after the other, each reading what the one before left.
 *
 * @param suppressions at least one, in order
 * @param activation the layer's own, applied after each
 */
public record Correction(List<Suppression> suppressions, Activation activation) {
    public Correction {
        suppressions = List.copyOf(suppressions);
        if (suppressions.isEmpty()) {
            throw new IllegalArgumentException("a correction takes out at least one concept");
        }
    }

    /**
     * A correction.
     *
     * @param concepts to take out, in this order, each once
     * @param statistics of the patches of the concept dataset
     * @param activation the layer's own
     */
    public static Correction of(
            Directions directions, int[] concepts, ConceptStatistics statistics, Activation activation) {
        eachOnce(concepts);
        List<Suppression> all = new ArrayList<>();
        for (int concept : concepts) {
            all.add(Suppression.of(directions, concept, statistics));
        }
        return new Correction(all, activation);
    }

    /** Refuses concepts among which one is twice. */
    static void eachOnce(int[] concepts) {
        Set<Integer> taken = new HashSet<>();
        for (int concept : concepts) {
            if (!taken.add(concept)) {
                throw new IllegalArgumentException("concept " + concept + " is given twice in "
                        + Arrays.toString(concepts) + "; a concept can be taken out once");
            }
        }
    }

    /** A control: the same with random directions of the same length in place of the signal vectors. */
    public Correction withRandomDirections(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new Correction(
                suppressions.stream().map(s -> s.withRandomDirection(random)).toList(), activation);
    }

    /** A control: the same with the filters, at the same length, in place of the signal vectors. */
    public Correction withFilters() {
        return new Correction(suppressions.stream().map(Suppression::withFilter).toList(), activation);
    }

    /** A control: the same with one direction, at the same length, in place of all signal vectors. */
    public Correction withDirection(double[] other) {
        return new Correction(suppressions.stream().map(s -> s.with(other)).toList(), activation);
    }

    /** Corrected patches (n x D); differentiable, the input stays as it is. */
    public Tensor apply(Tensor rows) {
        Tensor corrected = rows;
        for (Suppression s : suppressions) {
            corrected = activation.of(corrected.minus(removed(s, corrected)));
        }
        return corrected;
    }

    /** On how many patches (rows, n x D) the detector of each concept fires, as they are before anything is taken out. */
    long[] firing(Tensor rows) {
        return suppressions.stream()
                .mapToLong(s -> {
                    Tensor z = rows.mm(Tensor.of(s.filter(), rows.type(), s.filter().length, 1));
                    return Math.round(
                            z.plus(-s.threshold()).greaterThan(0).sum().toDoubles()[0]);
                })
                .toArray();
    }

    private static Tensor removed(Suppression s, Tensor rows) {
        DType type = rows.type();
        int width = s.filter().length;
        Tensor z = rows.mm(Tensor.of(s.filter(), type, width, 1));
        Tensor present = z.plus(-s.threshold()).sigmoid();
        Tensor amount = present.times(z.plus(-s.target()).times(s.gain()));
        return amount.mm(Tensor.of(s.direction(), type, 1, width));
    }

    /**
     * Writes a copy of a network file with this correction behind a layer, in the same format.
     *
     * @param network the file that {@code layer} is of; not modified
     * @param images the size of images that the layer was taken from, which a TorchScript file is then for; null for the size that
     *     loading the file finds
     * @param layer the layer the correction was made for
     * @param file to create or replace, in one step
     * @throws NetworkFailure if the file cannot take it
     */
    public void writeInto(Path network, Network.ImageInput images, PatchLayer layer, Path file) {
        if (Networks.isTorchExport(network)) {
            ExportCorrection.write(network, layer, this, file);
        } else if (Networks.isTorchScript(network)) {
            ScriptCorrection.write(network, images, layer, this, file);
        } else {
            Model.write(file, OnnxCorrection.insert(Model.read(network), layer, this));
        }
    }

    /**
     * A network with a correction at a layer: {@link #lower} gives the layer's own output, {@link #upper} corrects it first. Tokens
     * that stand for no patch are passed on as they are.
     */
    public static final class CorrectedCut implements Network.Cut {
        private final PatchLayer layer;
        private final Correction correction;

        /** A layer of a network, and what to do to its output. */
        public CorrectedCut(PatchLayer layer, Correction correction) {
            int width = correction.suppressions().get(0).filter().length;
            if (width != layer.width()) {
                throw new IllegalArgumentException("a correction of width " + width + " does not fit layer "
                        + layer.cut().layer() + " of width " + layer.width());
            }
            this.layer = layer;
            this.correction = correction;
        }

        @Override
        public Network.Layer layer() {
            return layer.cut().layer();
        }

        @Override
        public Tensor lower(Tensor images) {
            return layer.cut().lower(images);
        }

        @Override
        public Tensor upper(Tensor features) {
            return layer.cut().upper(correct(features));
        }

        @Override
        public OutputKind outputs() {
            return layer.cut().outputs();
        }

        /** Logits of images. */
        public Tensor logits(Tensor images) {
            return upper(lower(images));
        }

        /** The layer's output with the concepts taken out, in the shape of the layer. */
        public Tensor correct(Tensor features) {
            Tensor rows = correction.apply(layer.rows(features));
            return layer.output(rows, layer.extra(features)).contiguous();
        }
    }
}
