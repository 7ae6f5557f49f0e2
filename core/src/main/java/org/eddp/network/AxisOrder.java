package org.eddp.network;

import org.eddp.network.LayerAddress.Channels;
import org.eddp.tensor.Tensor;

/**
 * Converts between the order of axes in a file and the order of this program: channels first in maps (D x H x W), last
 * in tokens (T x D).
 */
public final class AxisOrder {
    private AxisOrder() {}

    /**
     * Where a value with a batch has its channels.
     *
     * @param axis that holds them, negative if unknown
     * @param rank number of axes
     * @param contradicted whether operations contradict each other about the axis
     * @return null if it is unknown
     */
    public static Channels of(int axis, int rank, boolean contradicted) {
        if (contradicted) {
            return null;
        }
        if (axis == 1) {
            return Channels.FIRST;
        }
        // Networks usually write tokens as T x D, so this is the default where the axis is unknown.
        return axis == rank - 1 || (axis < 0 && rank == 3) ? Channels.LAST : null;
    }

    /** Whether the order of axes in the file differs from that of this program. */
    static boolean turned(int axesOfImage, Channels channels) {
        return channels == (axesOfImage == 3 ? Channels.LAST : Channels.FIRST);
    }

    /** Shape of one image's output in the order of this program. */
    public static long[] seen(long[] shape, Channels channels) {
        if (!turned(shape.length, channels)) {
            return shape.clone();
        }
        return shape.length == 3 ? new long[] {shape[2], shape[0], shape[1]} : new long[] {shape[1], shape[0]};
    }

    /** A batch in the order of this program. */
    public static Tensor seen(Tensor batch, Channels channels) {
        int axes = batch.shape().length - 1;
        if (!turned(axes, channels)) {
            return batch;
        }
        return (axes == 3 ? batch.permute(0, 3, 1, 2) : batch.permute(0, 2, 1)).contiguous();
    }

    /** A batch in the order of the file. */
    public static Tensor inFile(Tensor batch, Channels channels) {
        int axes = batch.shape().length - 1;
        if (!turned(axes, channels)) {
            return batch;
        }
        return (axes == 3 ? batch.permute(0, 2, 3, 1) : batch.permute(0, 2, 1)).contiguous();
    }

    /**
     * The layer at an address.
     *
     * @param layer as listed
     * @param address as the user wrote it
     * @throws NetworkFailure if neither the file nor the address tells where its channels are
     */
    public static Network.Layer resolve(Network.Layer layer, LayerAddress address) {
        Channels known = layer.file().channels();
        Channels wanted = address.channels();
        if (known == null && wanted == null) {
            throw new NetworkFailure("cannot tell which of the lengths of layer " + layer
                    + " are its channels: the operators around it give no hint, or contradict each other; write "
                    + layer.name()
                    + "@channels-first or " + layer.name() + "@channels-last");
        }
        Channels chosen = wanted == null ? known : wanted;
        long[] inFile = known != null && turned(layer.shape().length, known) ? back(layer.shape()) : layer.shape();
        return new Network.Layer(
                address.at(layer.name()).toString(),
                layer.kind(),
                seen(inFile, chosen),
                layer.activation(),
                new Network.Layer.InFile(layer.file().node(), layer.file().value(), chosen));
    }

    private static long[] back(long[] shape) {
        return shape.length == 3 ? new long[] {shape[1], shape[2], shape[0]} : new long[] {shape[1], shape[0]};
    }
}
