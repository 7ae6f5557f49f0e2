package org.eddp.images.input;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.eddp.failure.InvalidInput;
import org.eddp.images.input.Preprocessing.Channels;

/** The preprocessing of well-known collections of networks; all resize to 256 and crop the centre of 224 x 224. */
public enum InputPreset {
    /** ImageNet's mean and deviation. */
    TORCHVISION(1 / 255.0, new double[] {0.485, 0.456, 0.406}, new double[] {0.229, 0.224, 0.225}, Channels.RGB),
    /** Values in [-1, 1]. */
    KERAS(1 / 127.5, new double[] {1, 1, 1}, new double[] {1, 1, 1}, Channels.RGB),
    /** Values in [0, 1]. */
    PLAIN(1 / 255.0, new double[] {0, 0, 0}, new double[] {1, 1, 1}, Channels.RGB),
    /** Blue first, with the mean subtracted. */
    CAFFE(1, new double[] {103.939, 116.779, 123.68}, new double[] {1, 1, 1}, Channels.BGR);

    private final Preprocessing preprocessing;

    InputPreset(double scale, double[] mean, double[] deviation, Channels channels) {
        preprocessing = new Preprocessing(256, 224, 224, scale, mean, deviation, channels);
    }

    public Preprocessing preprocessing() {
        return preprocessing;
    }

    /** The name that users write. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The preset that users call so. */
    public static InputPreset named(String name) {
        return Arrays.stream(values())
                .filter(preset -> preset.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new InvalidInput("unknown preprocessing '" + name + "'; known are " + names()));
    }

    /** Names of all presets, separated by commas. */
    public static String names() {
        return Arrays.stream(values()).map(InputPreset::label).sorted().collect(Collectors.joining(", "));
    }
}
