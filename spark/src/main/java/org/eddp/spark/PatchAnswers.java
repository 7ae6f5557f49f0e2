package org.eddp.spark;

import java.util.List;
import java.util.function.Function;
import org.eddp.features.Grid;
import org.eddp.features.Head;
import org.eddp.features.PatchLayer;
import org.eddp.images.decode.Picture;
import org.eddp.images.source.ImageFailure;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/** Answers that follow from the patches of a picture at a layer. */
final class PatchAnswers implements PictureQuery.Answers {
    private final SharedNetworks.Lease lease;
    private final PatchLayer layer;
    private final FromPatches answer;

    private PatchAnswers(SharedNetworks.Lease lease, PatchLayer layer, FromPatches answer) {
        this.lease = lease;
        this.layer = layer;
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
            SharedNetworks.Lease lease, String layer, Grid grid, Function<PatchLayer, FromPatches> answer) {
        try {
            PatchLayer patches = lease.prepared(
                    List.of(layer, String.valueOf(grid)),
                    () -> PatchLayer.of(lease.network().cut(layer), grid));
            return new PatchAnswers(lease, patches, answer.apply(patches));
        } catch (RuntimeException e) {
            lease.close();
            throw e;
        }
    }

    @Override
    public Object[] of(Picture picture) {
        try (Scope scope = Scope.open()) {
            Tensor output = layer.outputOf(picture, lease.preprocessing());
            Tensor rows = layer.rows(output);
            if (!Double.isFinite(rows.to(DType.FLOAT64).abs().sum().item())) {
                throw new ImageFailure(
                        "the features of the picture are not finite numbers; check the preprocessing and the network");
            }
            return answer.of(rows, Head.of(layer, output));
        }
    }

    @Override
    public void close() {
        lease.close();
    }
}
