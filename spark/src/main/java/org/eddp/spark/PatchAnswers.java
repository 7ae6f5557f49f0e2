package org.eddp.spark;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.features.PatchLayer;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing;
import org.eddp.math.Seeds;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/**
 * Answers that follow from the patches of a picture at a layer.
 *
 * <p>The numbers are those of one picture at a time. Full batches go through the network together if that gives the same
 * bits, which is tried once for each network; all other pictures go one by one.
 */
final class PatchAnswers implements PictureQuery.Answers {
    private final SharedNetworks.Lease lease;
    private final PatchLayer layer;
    private final int batch;
    private final FromPatches answer;

    private PatchAnswers(SharedNetworks.Lease lease, PatchLayer layer, int batch, FromPatches answer) {
        this.lease = lease;
        this.layer = layer;
        this.batch = batch;
        this.answer = answer;
    }

    /** An answer from the patches of a picture, one row each, and the head for that picture. */
    interface FromPatches {
        Object[] of(Tensor rows, Head head);
    }

    /**
     * Answers with a network that is open.
     *
     * @param lease closed with the answers, or if there cannot be any
     * @param grid of tokens, null to find out
     * @param answer for the layer
     */
    static PatchAnswers of(
            SharedNetworks.Lease lease, String layer, Grid grid, int batch, Function<PatchLayer, FromPatches> answer) {
        try {
            PatchLayer patches = lease.prepared(
                    List.of(layer, String.valueOf(grid)),
                    () -> PatchLayer.of(lease.network().cut(layer), grid));
            return new PatchAnswers(lease, patches, batch, answer.apply(patches));
        } catch (RuntimeException e) {
            lease.close();
            throw e;
        }
    }

    @Override
    public float[] input(Picture picture) {
        return lease.preprocessing().apply(picture);
    }

    @Override
    public List<PictureAnswer> of(List<float[]> inputs) {
        return inputs.size() == batch && batch > 1 && isTogetherTheSame()
                ? together(inputs)
                : inputs.stream().map(this::single).toList();
    }

    private boolean isTogetherTheSame() {
        Preprocessing preprocessing = lease.preprocessing();
        return lease.prepared(
                List.of("batch", layer.cut().layer().name(), batch),
                () -> sameBits(layer.cut()::lower, preprocessing, batch));
    }

    /** Whether random inputs have the same outputs together as one by one, to the last bit. */
    static boolean sameBits(UnaryOperator<Tensor> network, Preprocessing preprocessing, int batch) {
        SplittableRandom random = new SplittableRandom(1);
        List<float[]> inputs = Stream.generate(() -> toFloats(Seeds.gaussian(preprocessing.length(), random)))
                .limit(batch)
                .toList();
        try (Scope scope = Scope.open()) {
            Tensor outputs = network.apply(preprocessing.tensor(joined(inputs)));
            for (int i = 0; i < batch; i++) {
                Tensor alone = network.apply(preprocessing.tensor(inputs.get(i)));
                if (!Arrays.equals(
                        outputs.narrow(0, i, 1).contiguous().toFloats(),
                        alone.contiguous().toFloats())) {
                    return false;
                }
            }
            return true;
        }
    }

    private static float[] toFloats(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }

    private static float[] joined(List<float[]> inputs) {
        int length = inputs.get(0).length;
        float[] all = new float[Math.multiplyExact(inputs.size(), length)];
        for (int i = 0; i < inputs.size(); i++) {
            System.arraycopy(inputs.get(i), 0, all, i * length, length);
        }
        return all;
    }

    private List<PictureAnswer> together(List<float[]> inputs) {
        try (Scope scope = Scope.open()) {
            Tensor outputs = layer.cut().lower(lease.preprocessing().tensor(joined(inputs)));
            PictureAnswer[] answers = new PictureAnswer[inputs.size()];
            Arrays.setAll(answers, i -> answer(outputs.narrow(0, i, 1)));
            return List.of(answers);
        }
    }

    private PictureAnswer single(float[] input) {
        try (Scope scope = Scope.open()) {
            return answer(layer.cut().lower(lease.preprocessing().tensor(input)));
        }
    }

    private PictureAnswer answer(Tensor output) {
        try (Scope scope = Scope.open()) {
            Tensor rows = layer.rows(output);
            return Double.isFinite(rows.to(DType.FLOAT64).abs().sum().item())
                    ? PictureAnswer.of(answer.of(rows, Head.of(layer, output)))
                    : PictureAnswer.none("the features of the picture are not finite numbers; check the preprocessing"
                            + " and the network");
        }
    }

    @Override
    public void close() {
        lease.close();
    }
}
