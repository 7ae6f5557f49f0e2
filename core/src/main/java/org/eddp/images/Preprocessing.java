package org.eddp.images;

/**
 * How a picture becomes the input of a network. Stored with everything that was computed from it.
 *
 * @param resize length of the shorter side after resizing, 0 to resize straight to the crop (no aspect ratio kept)
 * @param cropHeight height of the centre crop
 * @param cropWidth width of the centre crop
 * @param scale factor on pixel values 0 .. 255, before mean and deviation
 * @param mean per channel (in the order of the channels), subtracted after scaling
 * @param deviation per channel, divided by after that
 * @param channels order of the channels
 */
public record Preprocessing(
        int resize, int cropHeight, int cropWidth, double scale, double[] mean, double[] deviation, Channels channels) {

    /** Order of the channels of the network's input. */
    public enum Channels {
        RGB,
        BGR,
        GREY
    }
}
