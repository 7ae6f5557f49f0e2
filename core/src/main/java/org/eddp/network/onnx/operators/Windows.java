package org.eddp.network.onnx.operators;

import java.util.Arrays;
import java.util.List;
import org.eddp.network.NetworkFailure;

/**
 * How a kernel moves over an image: the attributes that convolution and pooling share.
 *
 * @param kernel lengths of the kernel, null if the weights tell
 * @param strides null for steps of one
 * @param dilations null for none
 * @param pads all beginnings, then all ends; null for none
 * @param auto how to choose the padding instead
 */
record Windows(long[] kernel, long[] strides, long[] dilations, long[] pads, String auto) {
    /** Larger steps, kernels and paddings are taken for a damaged file. */
    private static final long LARGEST = 1 << 14;

    static Windows of(Attributes attributes) {
        String auto = attributes.choice("auto_pad", "NOTSET", List.of("NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER"));
        long[] pads = checked(attributes, "pads", 0);
        return new Windows(
                checked(attributes, "kernel_shape", 1),
                checked(attributes, "strides", 1),
                checked(attributes, "dilations", 1),
                auto.equals("NOTSET") ? pads : null,
                auto);
    }

    private static long[] checked(Attributes attributes, String name, long least) {
        long[] values = attributes.wholes(name);
        if (values != null) {
            for (long value : values) {
                if (value < least || value > LARGEST) {
                    throw new NetworkFailure(
                            name + " = " + Arrays.toString(values) + " is outside " + least + " .. " + LARGEST);
                }
            }
        }
        return values;
    }

    @Override
    public String toString() {
        return "kernel " + Arrays.toString(kernel) + ", strides " + Arrays.toString(strides) + ", dilations "
                + Arrays.toString(dilations) + ", pads " + Arrays.toString(pads) + " " + auto;
    }

    /** Whether the padding does not depend on the size of the image. */
    boolean padsFixed() {
        return !auto.startsWith("SAME");
    }

    /** The same with other padding: all beginnings, then all ends. */
    Windows withPads(long[] other) {
        return new Windows(kernel, strides, dilations, other, "NOTSET");
    }

    /**
     * The same for an image of a known size.
     *
     * @param image shape with batch and channels
     * @param kernelShape lengths of the kernel
     */
    Fitted fit(long[] image, long[] kernelShape) {
        int rank = image.length - 2;
        if (rank < 1 || kernelShape.length != rank) {
            throw new NetworkFailure(
                    "a kernel " + Arrays.toString(kernelShape) + " on an image of shape " + Arrays.toString(image));
        }
        long[] step = filled(strides, rank, "strides");
        long[] spread = filled(dilations, rank, "dilations");
        long[] before = new long[rank];
        long[] after = new long[rank];
        long[] padded = image.clone();
        for (int i = 0; i < rank; i++) {
            if (auto.startsWith("SAME")) {
                long reach = (kernelShape[i] - 1) * spread[i] + 1;
                long windows = (image[i + 2] + step[i] - 1) / step[i];
                long total = Math.max(0, (windows - 1) * step[i] + reach - image[i + 2]);
                before[i] = auto.equals("SAME_UPPER") ? total / 2 : total - total / 2;
                after[i] = total - before[i];
            } else if (pads != null) {
                if (pads.length != 2 * rank) {
                    throw new NetworkFailure("pads = " + Arrays.toString(pads) + " for " + rank + " dimensions");
                }
                before[i] = pads[i];
                after[i] = pads[i + rank];
            }
            padded[i + 2] += before[i] + after[i];
        }
        Axes.allocatable(padded);
        return new Fitted(kernelShape, step, spread, before, after);
    }

    private static long[] filled(long[] values, int rank, String name) {
        if (values == null) {
            long[] ones = new long[rank];
            Arrays.fill(ones, 1);
            return ones;
        }
        if (values.length != rank) {
            throw new NetworkFailure(name + " = " + Arrays.toString(values) + " for " + rank + " dimensions");
        }
        return values;
    }

    /** Windows on an image of a known size; one number per spatial dimension. */
    record Fitted(long[] kernel, long[] strides, long[] dilations, long[] before, long[] after) {
        boolean symmetric() {
            return Arrays.equals(before, after);
        }

        boolean dilated() {
            return Arrays.stream(dilations).anyMatch(d -> d != 1);
        }

        /** Padding in the engine's order: last dimension first. */
        long[] engineOrder(long[] beginnings, long[] ends) {
            int rank = beginnings.length;
            long[] order = new long[2 * rank];
            for (int i = 0; i < rank; i++) {
                order[2 * i] = beginnings[rank - 1 - i];
                order[2 * i + 1] = ends[rank - 1 - i];
            }
            return order;
        }

        /**
         * With {@code ceil} a single window may be larger than the image; the part outside the image does not count.
         */
        Fitted clipped(long[] image, boolean ceil) {
            long[] inside = kernel.clone();
            for (int i = 0; ceil && !dilated() && i < inside.length; i++) {
                long room = image[i + 2] + before[i] + after[i];
                inside[i] = kernel[i] > room && kernel[i] - room < strides[i] ? room : kernel[i];
            }
            return new Fitted(inside, strides, dilations, before, after);
        }

        /** How many windows there are in dimension {@code i} of an image. */
        long windows(long[] image, int i) {
            return Math.max(0, image[i + 2] + before[i] + after[i] - reach(i)) / strides[i] + 1;
        }

        /** How many cells a window spans in dimension {@code i}. */
        long reach(int i) {
            return (kernel[i] - 1) * dilations[i] + 1;
        }

        /**
         * How much to add after the image so that all windows lie inside: with {@code ceil} a last window may end
         * outside, as long as it begins inside the image or the padding before it.
         */
        long[] roomAfter(long[] image, boolean ceil) {
            long[] room = new long[kernel.length];
            for (int i = 0; i < room.length; i++) {
                long length = image[i + 2];
                long free = length + before[i] + after[i] - reach(i);
                long steps = Math.floorDiv(free, strides[i]);
                if (ceil && steps * strides[i] != free && (steps + 1) * strides[i] < length + before[i]) {
                    steps++;
                }
                room[i] = Math.max(0, steps * strides[i] + reach(i) - length - before[i]);
            }
            return room;
        }
    }
}
