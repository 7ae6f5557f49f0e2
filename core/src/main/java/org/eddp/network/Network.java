package org.eddp.network;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.eddp.failure.InvalidInput;
import org.eddp.tensor.Activation;
import org.eddp.tensor.Tensor;

/**
 * A trained classifier: images in, one logit per class out, or one per label where labels are independent.
 *
 * <p>Thread-safe once loaded. Tensors returned belong to the open scope.
 */
public interface Network extends AutoCloseable {
    /** Part of {@link #format} for a file that ends in a softmax: {@link #logits} gives the input of the softmax. */
    String SOFTMAX_LEFT_OUT = ", softmax at the end left out";

    /** The same of a file that ends in a sigmoid. */
    String SIGMOID_LEFT_OUT = ", sigmoid at the end left out: labels are independent";

    /** Kind and version of the file, for people: "ONNX, opset 17" or "TorchScript". */
    String format();

    /** The images it takes. */
    ImageInput input();

    /** Every layer that can be cut at, in the order of computation. */
    List<Layer> layers();

    /**
     * The computation between layers, for people: for every layer of {@link #layers()} the kinds of operations since
     * the layer before it, and at the end those above the last. Empty if nothing is known.
     */
    default List<List<String>> operations() {
        return List.of();
    }

    /** Number of classes or labels. */
    int classes();

    /** The kind of the outputs. */
    default OutputKind outputs() {
        return OutputKind.CLASSES;
    }

    /** All outputs of the file, for people: names, with shapes where the file tells them. Empty if nothing is known. */
    default List<String> outputNames() {
        return List.of();
    }

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
     * @param layer the name of one of {@link #layers()}, or a {@link LayerAddress}
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
     * @param pixels which values of pixels it takes
     */
    record ImageInput(String name, int channels, int height, int width, Pixels pixels) {
        /** Images whose preprocessing the file does not describe. */
        public ImageInput(String name, int channels, int height, int width) {
            this(name, channels, height, width, Pixels.PREPROCESSED);
        }

        /** The same with another size. */
        public ImageInput withSize(int newHeight, int newWidth) {
            return new ImageInput(name, channels, newHeight, newWidth, pixels);
        }

        /** Whether the file leaves the size open, or a side of it. */
        public boolean open() {
            return height == 0 || width == 0;
        }
    }

    /** Values of pixels that a network takes. */
    enum Pixels {
        /** Preprocessed as the network was trained; its file does not say how. */
        PREPROCESSED,
        /** 0 to 255: the preprocessing is inside the network. */
        BYTES,
        /** 0 to 1: the rest of the preprocessing is inside the network. */
        UNIT
    }

    /**
     * A layer that can be studied.
     *
     * @param name the argument of {@link Network#cut}
     * @param kind the operation or module that computes it, as its file calls it
     * @param shape of its output for one image, without the batch: D x H x W for maps, T x D for tokens
     * @param activation the activation function that computed it, {@link Activation#IDENTITY} if none
     * @param file how the file has it
     */
    record Layer(String name, String kind, long[] shape, Activation activation, InFile file) {
        /** A layer that its file calls by its name. */
        public Layer(String name, String kind, long[] shape, Activation activation) {
            this(name, kind, shape, activation, new InFile(name, name, usual(shape)));
        }

        private static LayerAddress.Channels usual(long[] shape) {
            return shape.length == 3 ? LayerAddress.Channels.FIRST : LayerAddress.Channels.LAST;
        }

        /**
         * A layer in the file.
         *
         * @param node name of the operation that computes it
         * @param value name of its output
         * @param channels where the channels are, null if unknown; the shape is then that of the file
         */
        public record InFile(String node, String value, LayerAddress.Channels channels) {}

        /** Whether the order of its axes in the file differs from that of this program. */
        public boolean turned() {
            return AxisOrder.turned(shape.length, file.channels());
        }

        /** Whether the output is a grid of patches: maps, or tokens of a transformer with more than one number each. */
        public boolean hasPatches() {
            return shape.length == 3 || (shape.length == 2 && shape[0] > 1 && shape[1] > 1);
        }

        @Override
        public String toString() {
            return name + " (" + kind + ") " + Arrays.toString(shape);
        }
    }

    /**
     * A network in two halves. Both are differentiable to their input, do not modify their input, and are thread-safe;
     * {@code upper(lower(x))} computes what {@link Network#logits} computes.
     */
    interface Cut {
        /** The layer between the halves. */
        Layer layer();

        /** Images (n x channels x height x width) to the layer's output (n x {@link Layer#shape()}). */
        Tensor lower(Tensor images);

        /** The layer's output to logits (n x classes). */
        Tensor upper(Tensor features);

        /** The kind of the outputs. */
        default OutputKind outputs() {
            return OutputKind.CLASSES;
        }

        /** Two halves that are known as functions. */
        record Halves(Layer layer, UnaryOperator<Tensor> below, UnaryOperator<Tensor> above, OutputKind outputs)
                implements Cut {
            /** Halves of a network whose logits are of classes. */
            public Halves(Layer layer, UnaryOperator<Tensor> below, UnaryOperator<Tensor> above) {
                this(layer, below, above, OutputKind.CLASSES);
            }

            @Override
            public Tensor lower(Tensor images) {
                return below.apply(images);
            }

            @Override
            public Tensor upper(Tensor features) {
                return above.apply(features);
            }
        }
    }

    /**
     * Size of the images of a network whose file leaves it open.
     *
     * @param height in pixels
     * @param width in pixels
     * @param binding whether images have this size; otherwise the network is tried on images of this size first, and takes others as well
     */
    record OpenSize(int height, int width, boolean binding) {
        public OpenSize {
            if (height < 1 || width < 1) {
                throw new InvalidInput("images of " + height + " x " + width + " pixels; both must be at least 1");
            }
        }

        /** Images that have this size. */
        public static OpenSize of(int height, int width) {
            return new OpenSize(height, width, true);
        }
    }
}
