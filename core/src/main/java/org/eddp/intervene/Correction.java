package org.eddp.intervene;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.eddp.directions.Detectors;
import org.eddp.directions.Directions;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSource;
import org.eddp.features.PatchLayer;
import org.eddp.math.Vectors;
import org.eddp.metrics.Firing;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.OutputKind;
import org.eddp.network.load.Networks;
import org.eddp.network.onnx.file.Model;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.Matrix;
import org.eddp.tensor.Tensor;
import org.eddp.tensor.Workers;

/**
 * Removes concepts from all features of a layer, so that the network no longer relies on them: act(x - m k s). Several
 * concepts are removed one after the other; each reads the features that the last one left.
 *
 * @param suppressions at least one, in order
 * @param activation the layer's own, applied after each
 */
public record Correction(List<Suppression> suppressions, Activation activation) {
    public Correction {
        suppressions = List.copyOf(suppressions);
        if (suppressions.isEmpty()) {
            throw new InvalidInput("a correction takes out at least one concept");
        }
    }

    /**
     * A correction.
     *
     * @param concepts to remove, in this order, each once
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

    /** Refuses a list with a concept twice. */
    static void eachOnce(int[] concepts) {
        Set<Integer> taken = new HashSet<>();
        for (int concept : concepts) {
            if (!taken.add(concept)) {
                throw new InvalidInput("concept " + concept + " is given twice in " + Arrays.toString(concepts)
                        + "; a concept can be taken out once");
            }
        }
    }

    /** One correction for each concept, that takes out nothing else. */
    public List<Correction> apart() {
        return suppressions.stream()
                .map(s -> new Correction(List.of(s), activation))
                .toList();
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

    /** Corrected patches (n x D); differentiable; the input is not modified. */
    public Tensor apply(Tensor rows) {
        Tensor corrected = rows;
        for (Suppression s : suppressions) {
            corrected = activation.of(corrected.minus(removed(s, corrected)));
        }
        return corrected;
    }

    /** The number of patches (rows, n x D) on which each detector fires before anything is removed. */
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
            ExportCorrection.write(network, images, layer, this, file);
        } else if (Networks.isTorchScript(network)) {
            ScriptCorrection.write(network, images, layer, this, file);
        } else {
            Model.write(file, OnnxCorrection.insert(Model.read(network), layer, this));
        }
    }

    /**
     * A network with a correction at a layer: {@link #lower} gives the layer's own output, {@link #upper} corrects it
     * first. Tokens that are not patches are passed on as they are.
     */
    public static final class CorrectedCut implements Network.Cut {
        private final PatchLayer layer;
        private final Correction correction;

        /** A layer of a network with the correction of its output. */
        public CorrectedCut(PatchLayer layer, Correction correction) {
            int width = correction.suppressions().get(0).filter().length;
            if (width != layer.width()) {
                throw new InvalidInput("a correction of width " + width + " does not fit layer "
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

        /** The layer's output without the concepts, in the shape of the layer. */
        public Tensor correct(Tensor features) {
            Tensor rows = correction.apply(layer.rows(features));
            return layer.output(rows, layer.extra(features)).contiguous();
        }
    }

    /**
     * A correction that removes several detectors as the one concept they share, by a single {@linkplain RefittedPair pair}
     * made from the patches on which any of them fires.
     *
     * @param merge the patches and detectors of the pair
     */
    public record RefittedCorrection(Correction correction, Merge merge) {
        /**
         * The patches and detectors of a merged pair.
         *
         * @param patches on which any of the detectors fires
         * @param members the detectors, in the order given
         */
        public record Merge(long patches, List<Member> members) {
            public Merge {
                members = List.copyOf(members);
            }
        }

        /**
         * One of the detectors.
         *
         * @param patches on which it fires
         * @param cosine of its own signal vector with the merged one; 0 if it has none
         */
        public record Member(int concept, long patches, double cosine) {}

        /**
         * The correction of a group of detectors.
         *
         * @param source the concept dataset
         * @param directions whose signal vectors are compared with the merged one
         * @param concepts of the group, each once
         * @param activation the layer's own
         * @param workers threads; not closed
         */
        public static RefittedCorrection of(
                FeatureSource source, Directions directions, int[] concepts, Activation activation, Workers workers) {
            Correction.eachOnce(concepts);
            List<BitSet> firing = Firing.patches(source, detectors(directions, concepts), workers);
            BitSet together = new BitSet();
            firing.forEach(together::or);
            Directions pair = RefittedPair.of(source, together, workers);
            List<Member> members = new ArrayList<>();
            for (int k = 0; k < concepts.length; k++) {
                members.add(new Member(
                        concepts[k],
                        firing.get(k).cardinality(),
                        Vectors.cosine(
                                directions.signals().column(concepts[k]),
                                pair.signals().column(0))));
            }
            return new RefittedCorrection(
                    Correction.of(pair, new int[] {0}, statistics(source, pair, workers), activation),
                    new Merge(together.cardinality(), members));
        }

        /**
         * The correction that removes detectors one after the other, each by the pair made from the patches on which it
         * fires.
         *
         * @param source the concept dataset
         * @param concepts each once
         * @param activation the layer's own
         * @param workers threads; not closed
         */
        public static Correction refitted(
                FeatureSource source, Directions directions, int[] concepts, Activation activation, Workers workers) {
            Correction.eachOnce(concepts);
            List<BitSet> firing = Firing.patches(source, detectors(directions, concepts), workers);
            for (int k = 0; k < concepts.length; k++) {
                int with = firing.get(k).cardinality();
                if (with == 0 || with == source.patches()) {
                    throw new InvalidInput("the detector of concept " + concepts[k] + " fires on "
                            + (with == 0 ? "no patch" : "every patch")
                            + ", so there are no two kinds of patches to compare; choose other concepts");
                }
            }
            Directions pairs = RefittedPair.of(source, firing, workers);
            return Correction.of(
                    pairs,
                    IntStream.range(0, concepts.length).toArray(),
                    statistics(source, pairs, workers),
                    activation);
        }

        private static ConceptStatistics statistics(FeatureSource source, Directions pairs, Workers workers) {
            return ConceptStatistics.of(source, pairs.detectors(), ConceptStatistics.defaultLevels(), workers);
        }

        private static Detectors detectors(Directions directions, int[] concepts) {
            double[][] filters = Arrays.stream(concepts)
                    .mapToObj(directions.filters()::column)
                    .toArray(double[][]::new);
            double[] thresholds = Arrays.stream(concepts)
                    .mapToDouble(i -> directions.thresholds()[i])
                    .toArray();
            return new Detectors(Matrix.of(filters).transpose(), thresholds);
        }
    }
}
