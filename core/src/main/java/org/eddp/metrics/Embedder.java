package org.eddp.metrics;

import java.util.function.UnaryOperator;
import org.eddp.images.Preprocessing;
import org.eddp.network.Network;
import org.eddp.tensor.Tensor;

/**
 * Puts pictures into a space in which close means alike.
 *
 * @param preprocessing how a picture becomes its input
 * @param embed n x channels x height x width to n embeddings of any shape; thread-safe
 */
public record Embedder(Preprocessing preprocessing, UnaryOperator<Tensor> embed) {
    /** A network whose output is the embedding, as the image encoder of CLIP has it. */
    public static Embedder of(Network network, Preprocessing preprocessing) {
        return new Embedder(preprocessing, network::logits);
    }
}
