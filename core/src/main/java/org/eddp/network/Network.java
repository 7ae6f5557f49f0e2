package org.eddp.network;

import java.util.List;
import org.eddp.tensor.Tensor;

/**
 * A trained classifier: images in, one logit per class out.
 *
 * <p>Thread-safe once loaded. Tensors returned belong to the open scope.
 */
public interface Network extends AutoCloseable {
    /** Kind and version of the file, for people: "ONNX, opset 17" or "TorchScript". */
    String format();

    /** The images it takes. */
    ImageInput input();

    /** Every layer that can be cut at, in the order of computation. */
    List<Layer> layers();

    /** Number of classes. */
    int classes();

    /**
     * Logits of images.
     *
     * @param images n x channels x height x width, preprocessed; not modified
     * @return n x classes
     */
    Tensor logits(Tensor images);

    /**
     * Splits the network at a layer.
     *
     * @param layer the name of one of {@link #layers()}
     * @throws NetworkFailure if there is no such layer (the message offers near names), or if the part above it still
     *     reads something from below it
     */
    Cut cut(String layer);

    /** Releases the weights. Cuts made from this network must not be used afterwards. */
    @Override
    void close();

    /**
     * The images a network takes.
     *
     * @param name name of the input in the file
     * @param channels 3 for colour, 1 for grey
     * @param height in pixels, 0 if the file leaves it open
     * @param width in pixels, 0 if the file leaves it open
     */
    record ImageInput(String name, int channels, int height, int width) {}
}
