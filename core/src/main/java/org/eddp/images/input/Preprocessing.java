package org.eddp.images.input;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Arrays;
import org.eddp.failure.InvalidInput;
import org.eddp.images.decode.Picture;
import org.eddp.tensor.Tensor;

/**
 * How a picture becomes the input of a network. Stored with everything that was computed from it.
 *
 * <p>The picture is resized (antialiased), its centre is cut out, and each value v (0 .. 255) becomes
 * {@code (v * scale - mean) / deviation}. Sizes are rounded as torchvision rounds them.
 *
 * @param resize length of the shorter side after resizing, 0 to resize straight to the crop (no aspect ratio kept)
 * @param cropHeight height of the centre crop
 * @param cropWidth width of the centre crop
 * @param scale factor on pixel values 0 .. 255, before mean and deviation
 * @param mean per channel (in the order of the channels), subtracted after scaling
 * @param deviation per channel, divided by after that
 * @param channels order of the channels
 * @param interpolation how pixels are weighed when the picture is resized; in files left out where it is bilinear
 */
public record Preprocessing(
        int resize,
        int cropHeight,
        int cropWidth,
        double scale,
        double[] mean,
        double[] deviation,
        Channels channels,

        @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Interpolation.Usual.class)
        Interpolation interpolation) {
    private static final int LARGEST_SIDE = 16384;

    /** Order of the channels of the network's input. */
    public enum Channels {
        RGB(3),
        BGR(3),
        /** One channel: luminance, 0.299 red + 0.587 green + 0.114 blue. */
        GREY(1);

        private final int count;

        Channels(int count) {
            this.count = count;
        }

        /** Number of channels. */
        public int count() {
            return count;
        }
    }

    /** Resized by bilinear interpolation. */
    public Preprocessing(
            int resize,
            int cropHeight,
            int cropWidth,
            double scale,
            double[] mean,
            double[] deviation,
            Channels channels) {
        this(resize, cropHeight, cropWidth, scale, mean, deviation, channels, Interpolation.BILINEAR);
    }

    public Preprocessing {
        interpolation = interpolation == null ? Interpolation.BILINEAR : interpolation;
        if (channels == null || mean == null || deviation == null) {
            throw new InvalidInput("preprocessing needs channels, mean and deviation; one is missing");
        }
        checkSide("crop height", cropHeight);
        checkSide("crop width", cropWidth);
        int longer = Math.max(cropHeight, cropWidth);
        if (resize != 0 && (resize < longer || resize > LARGEST_SIDE)) {
            throw new InvalidInput("resize = " + resize + " must be between the longer side of the crop, " + longer
                    + ", and " + LARGEST_SIDE + ", or 0 to resize straight to the crop");
        }
        checkNonZero("scale", scale);
        mean = mean.clone();
        deviation = deviation.clone();
        checkLength("mean", mean, channels);
        checkLength("deviation", deviation, channels);
        for (int i = 0; i < mean.length; i++) {
            if (!Double.isFinite(mean[i])) {
                throw new InvalidInput("mean = " + mean[i] + " must be finite");
            }
            checkNonZero("deviation", deviation[i]);
        }
    }

    private static void checkSide(String name, int value) {
        if (value < 1 || value > LARGEST_SIDE) {
            throw new InvalidInput(name + " = " + value + " must be between 1 and " + LARGEST_SIDE);
        }
    }

    private static void checkNonZero(String name, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new InvalidInput(name + " = " + value + " must be positive and finite");
        }
    }

    private static void checkLength(String name, double[] values, Channels channels) {
        if (values.length != channels.count()) {
            throw new InvalidInput(name + " has " + values.length + " values, but " + channels + " has "
                    + channels.count() + (channels.count() == 1 ? " channel" : " channels"));
        }
    }

    // ---- variations -----------------------------------------------------------------------------------------------

    /**
     * The same for a network with other input: the crop gets this size, and the resize grows with it (224 of 256 becomes
     * 299 of 342).
     */
    public Preprocessing withSize(int height, int width) {
        double growth = (double) Math.max(height, width) / Math.max(cropHeight, cropWidth);
        int grown = (int) Math.max(Math.rint(resize * growth), Math.max(height, width));
        return new Preprocessing(
                resize == 0 ? 0 : grown, height, width, scale, mean, deviation, channels, interpolation);
    }

    /** The same with another length of the shorter side before cropping, 0 to resize straight to the crop. */
    public Preprocessing withResize(int shorter) {
        return new Preprocessing(shorter, cropHeight, cropWidth, scale, mean, deviation, channels, interpolation);
    }

    /** The same with another crop out of the same resized picture. */
    public Preprocessing withCrop(int height, int width) {
        return new Preprocessing(resize, height, width, scale, mean, deviation, channels, interpolation);
    }

    /** The same with another factor on pixel values. */
    public Preprocessing withScale(double factor) {
        return new Preprocessing(resize, cropHeight, cropWidth, factor, mean, deviation, channels, interpolation);
    }

    /** The same with another mean, one number per channel. */
    public Preprocessing withMean(double... values) {
        return new Preprocessing(resize, cropHeight, cropWidth, scale, values, deviation, channels, interpolation);
    }

    /** The same with another deviation, one number per channel. */
    public Preprocessing withDeviation(double... values) {
        return new Preprocessing(resize, cropHeight, cropWidth, scale, mean, values, channels, interpolation);
    }

    /**
     * The same for other channels; mean and deviation move with their colours, and are averaged when colour becomes grey.
     */
    public Preprocessing withChannels(Channels order) {
        return new Preprocessing(
                resize,
                cropHeight,
                cropWidth,
                scale,
                PixelPlanes.convert(mean, channels, order),
                PixelPlanes.convert(deviation, channels, order),
                order,
                interpolation);
    }

    /** The same, resized in another way. */
    public Preprocessing withInterpolation(Interpolation other) {
        return new Preprocessing(resize, cropHeight, cropWidth, scale, mean, deviation, channels, other);
    }

    // ---- use ------------------------------------------------------------------------------------------------------

    /** Numbers that {@link #apply} gives: channels x height x width. */
    public int length() {
        return Math.multiplyExact(channels.count(), Math.multiplyExact(cropHeight, cropWidth));
    }

    /** The input for one picture: channels x height x width, row-major. */
    public float[] apply(Picture picture) {
        float[] out = new float[length()];
        apply(picture, out, 0);
        return out;
    }

    /** Writes the input for one picture into {@code out} from {@code offset} on. */
    public void apply(Picture picture, float[] out, int offset) {
        float[] resized = Geometry.of(this, picture.width(), picture.height())
                .resizer(interpolation)
                .apply(picture);
        PixelPlanes.write(resized, this, out, offset);
    }

    /** Shape of the input for some pictures: images x channels x height x width. */
    public long[] shape(int images) {
        return new long[] {images, channels.count(), cropHeight, cropWidth};
    }

    /** The input for one picture, of the {@link #shape} of one; the tensor belongs to the open scope. */
    public Tensor tensor(Picture picture) {
        return tensor(apply(picture));
    }

    /**
     * The input for several pictures, of their {@link #shape}; the tensor belongs to the open scope.
     *
     * @param inputs what {@link #apply} wrote, one picture behind the other
     */
    public Tensor tensor(float[] inputs) {
        return Tensor.of(inputs, shape(inputs.length / length()));
    }

    /** The rectangle that the network sees of a picture of this size. */
    public CropBox box(int width, int height) {
        return Geometry.of(this, width, height).box();
    }

    /** Whether pixel values become the same numbers, whatever part of the picture is seen. */
    public boolean sameValues(Preprocessing other) {
        return Double.compare(scale, other.scale) == 0
                && Arrays.equals(mean, other.mean)
                && Arrays.equals(deviation, other.deviation)
                && channels == other.channels;
    }

    @Override
    public double[] mean() {
        return mean.clone();
    }

    @Override
    public double[] deviation() {
        return deviation.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Preprocessing p
                && resize == p.resize
                && cropHeight == p.cropHeight
                && cropWidth == p.cropWidth
                && Double.compare(scale, p.scale) == 0
                && Arrays.equals(mean, p.mean)
                && Arrays.equals(deviation, p.deviation)
                && channels == p.channels
                && interpolation == p.interpolation;
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(new int[] {
            resize,
            cropHeight,
            cropWidth,
            Double.hashCode(scale),
            Arrays.hashCode(mean),
            Arrays.hashCode(deviation),
            channels.hashCode(),
            interpolation.hashCode()
        });
    }

    @Override
    public String toString() {
        return "resize " + resize + ", crop " + cropHeight + " x " + cropWidth + ", scale " + scale + ", mean "
                + Arrays.toString(mean) + ", deviation " + Arrays.toString(deviation) + ", " + channels
                + (interpolation == Interpolation.BILINEAR ? "" : ", " + interpolation);
    }

    /**
     * The rectangle of the original picture that a network saw, in pixels of the original: what is needed to lay a grid of
     * features over the picture. Edges need not fall on whole pixels.
     *
     * @param left distance of its left edge from that of the picture
     * @param top distance of its top edge from that of the picture
     * @param width in pixels of the original
     * @param height in pixels of the original
     */
    public record CropBox(double left, double top, double width, double height) {
        /** The part of this box that one cell of a grid covers, for a grid laid over the whole box. */
        public CropBox cell(int row, int column, int rows, int columns) {
            if (row < 0 || row >= rows || column < 0 || column >= columns) {
                throw new IllegalArgumentException(
                        "cell " + row + ", " + column + " lies outside a grid of " + rows + " x " + columns);
            }
            return new CropBox(
                    left + width * column / columns, top + height * row / rows, width / columns, height / rows);
        }
    }

    /**
     * The filter for resizing: a curve over the distance from the output pixel, widened when shrinking so that every input
     * pixel counts ("antialiased"). It is the same as in Python's image library, which is common in training, but without
     * rounding to whole pixel values.
     */
    public enum Interpolation {
        /** A triangle. */
        BILINEAR(1) {
            @Override
            double weight(double distance) {
                return Math.max(0, 1 - distance);
            }
        },
        /** Keys' cubic with a = -1/2, which is negative beyond 1. */
        BICUBIC(2) {
            @Override
            double weight(double distance) {
                if (distance < 1) {
                    return (1.5 * distance - 2.5) * distance * distance + 1;
                }
                return distance < 2 ? -0.5 * (((distance - 5) * distance + 8) * distance - 4) : 0;
            }
        };

        private final int reach;

        Interpolation(int reach) {
            this.reach = reach;
        }

        /** Distance from which on all weights are 0. */
        int reach() {
            return reach;
        }

        /** Weight of a pixel, before all are divided by their sum. */
        abstract double weight(double distance);

        /**
         * Whether results can exceed the range of the pixels; they are then clipped to 0 .. 255, as in pictures of bytes.
         */
        boolean overshoots() {
            return this == BICUBIC;
        }

        /** Omitted in files, as the default. */
        static final class Usual {
            @Override
            public boolean equals(Object value) {
                return value == null || value == BILINEAR;
            }

            @Override
            public int hashCode() {
                return 0;
            }
        }
    }
}
