package org.eddp.network;

import org.eddp.network.LayerAddress.Channels;
import org.eddp.tensor.Tensor;

/**
 * From the order of axes in a file to the one everybody else sees, and back: channels first in maps (D x H x W), last in tokens
 * (T x D).
 */
public final class ChannelOrder {
    private ChannelOrder() {}

    /**
     * Where a value with a batch has its channels.
     *
     * @param axis that holds them, negative if nothing tells
     * @param rank number of axes
     * @param contradicted whether what is known contradicts itself
     * @return null if it cannot be said
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

    /** Whether a file has the axes of a value in another order than they are shown in. */
    public static boolean turned(int axesOfImage, Channels channels) {
        return channels == (axesOfImage == 3 ? Channels.LAST : Channels.FIRST);
    }

    /** Shape of one image's output as everybody sees it. */
    public static long[] seen(long[] shape, Channels channels) {
        if (!turned(shape.length, channels)) {
            return shape.clone();
        }
        return shape.length == 3 ? new long[] {shape[2], shape[0], shape[1]} : new long[] {shape[1], shape[0]};
    }

    /** A batch as everybody sees it. */
    public static Tensor seen(Tensor batch, Channels channels) {
        int axes = batch.shape().length - 1;
        if (!turned(axes, channels)) {
            return batch;
        }
        return (axes == 3 ? batch.permute(0, 3, 1, 2) : batch.permute(0, 2, 1)).contiguous();
    }

    /** A batch as the file has it. */
    public static Tensor inFile(Tensor batch, Channels channels) {
        int axes = batch.shape().length - 1;
        if (!turned(axes, channels)) {
            return batch;
        }
        return (axes == 3 ? batch.permute(0, 2, 3, 1) : batch.permute(0, 2, 1)).contiguous();
    }

    /**
     * The layer somebody asked for.
     *
     * @param layer as listed
     * @param address what was asked
     * @throws NetworkFailure if neither the file nor the address tells where its channels are
     */
    public static Network.Layer resolve(Network.Layer layer, LayerAddress address) {
        Channels known = layer.file().channels();
        Channels wanted = address.channels();
        if (known == null && wanted == null) {
            throw new NetworkFailure("cannot tell which of the lengths of layer " + layer
                    + " are its channels: what is around it does not say so, or says both; write " + layer.name()
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
