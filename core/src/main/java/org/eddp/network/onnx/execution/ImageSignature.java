package org.eddp.network.onnx.execution;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.Network.Pixels;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Graph;
import org.eddp.network.onnx.file.Graph.ValueInfo;
import org.eddp.network.onnx.file.OnnxTensor;

/** Finds the images among the inputs of a graph, and their required shape. */
final class ImageSignature {
    static final int MOST_CHANNELS = 64;

    private static final long LARGEST_IMAGE = 1 << 13;

    private ImageSignature() {}

    /** The inputs that are not weights. */
    static List<ValueInfo> inputs(Graph graph) {
        Set<String> weights =
                graph.initialisers().stream().map(OnnxTensor::name).collect(Collectors.toSet());
        return graph.inputs().stream()
                .filter(value -> !weights.contains(value.name()))
                .toList();
    }

    /**
     * The images a graph takes.
     *
     * @throws NetworkFailure if it takes something else
     */
    static ImageInput of(Graph graph) {
        List<ValueInfo> inputs = inputs(graph);
        if (inputs.size() != 1) {
            throw new NetworkFailure("it has " + inputs.size() + " inputs "
                    + inputs.stream().map(ValueInfo::name).toList()
                    + "; a network of images takes one, the images");
        }
        ValueInfo value = inputs.get(0);
        if (value.type() == null) {
            throw new NetworkFailure("its input '" + value.name()
                    + "' does not take numbers; export the network without the decoding of image files");
        }
        if (value.shape() == null || value.shape().size() != 4) {
            throw new NetworkFailure("its input '" + value.name() + "' has the shape " + value.describeShape()
                    + "; images are n x channels x height x width");
        }
        ImageChain chain = ImageChain.of(graph, value.name());
        Pixels pixels = !value.type().real() ? Pixels.BYTES : chain == null ? Pixels.PREPROCESSED : chain.pixels();
        return new ImageInput(value.name(), channels(value, chain), size(value, 2), size(value, 3), pixels);
    }

    private static int channels(ValueInfo value, ImageChain chain) {
        long channels = value.length(1);
        boolean last = channels > 4 && (value.length(3) == 3 || value.length(3) == 1);
        if (channels < 0 && chain != null && chain.axis() == 1) {
            return chain.channels();
        }
        if (channels < 1 || channels > MOST_CHANNELS || last) {
            throw new NetworkFailure("its input '" + value.name() + "' has the shape " + value.describeShape()
                    + (last
                            ? ", with the channels last; export the network with n x channels x height x width"
                            : channels < 0
                                    ? "; it leaves the number of channels open, and no convolution reads the images,"
                                            + " which would tell it: export the network with a fixed number of channels"
                                    : "; the second length, the number of channels, must be 1 to " + MOST_CHANNELS));
        }
        return (int) channels;
    }

    private static int size(ValueInfo value, int dimension) {
        long length = value.length(dimension);
        if (length == 0 || length > LARGEST_IMAGE) {
            throw new NetworkFailure("its input '" + value.name() + "' has the shape " + value.describeShape()
                    + "; images are at most " + LARGEST_IMAGE + " pixels wide and high");
        }
        return (int) Math.max(0, length);
    }
}
