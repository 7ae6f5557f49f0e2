package org.eddp.cli.option;

import java.util.List;
import org.eddp.images.input.InputPreset;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.input.Preprocessing.Interpolation;
import org.eddp.study.InputChoice;
import picocli.CommandLine.Option;

/** The options of preprocessing. */
public final class PreprocessingOptions {
    @Option(
            names = "--preprocess",
            paramLabel = "NAME",
            description =
                    "What the network was trained with: torchvision, keras ([-1, 1]), caffe (BGR) or plain ([0, 1])"
                            + " (default: what preprocessor_config.json or config.json beside the network says, or a note"
                            + " in its file; else the preset with the most confident predictions on a sample of the"
                            + " images). The options below change single parts of it.")
    private String preset;

    @Option(
            names = "--resize",
            paramLabel = "N",
            description = "Shorter side before cropping; 0 resizes straight to the crop.")
    private Integer resize;

    @Option(names = "--crop", paramLabel = "HxW", description = "Centre crop (default: the network's input).")
    private String crop;

    @Option(names = "--scale", paramLabel = "X", description = "Factor on pixel values 0 .. 255.")
    private Double scale;

    @Option(names = "--mean", split = ",", paramLabel = "X", description = "Subtracted per channel, after scaling.")
    private List<Double> mean;

    @Option(names = "--std", split = ",", paramLabel = "X", description = "Divisor per channel, after that.")
    private List<Double> deviation;

    @Option(names = "--channels", paramLabel = "ORDER", description = "Channel order: ${COMPLETION-CANDIDATES}.")
    private Preprocessing.Channels channels;

    @Option(
            names = "--interpolation",
            paramLabel = "HOW",
            description = "How pictures are resized: ${COMPLETION-CANDIDATES}.")
    private Interpolation interpolation;

    /** The given options; the program chooses the others. */
    public InputChoice choice() {
        boolean values = scale != null || mean != null || deviation != null;
        boolean asked =
                preset != null || resize != null || crop != null || channels != null || interpolation != null || values;
        return new InputChoice(preset == null ? null : InputPreset.named(preset), asked, values, this::changed);
    }

    private Preprocessing changed(Preprocessing found) {
        Preprocessing result = channels == null ? found : found.withChannels(channels);
        if (crop != null) {
            int[] size = Sizes.parse("--crop", crop);
            result = resize == null
                    ? result.withSize(size[0], size[1])
                    : result.withResize(0).withCrop(size[0], size[1]);
        }
        if (interpolation != null) {
            result = result.withInterpolation(interpolation);
        }
        if (resize != null) {
            result = result.withResize(resize);
        }
        if (scale != null) {
            result = result.withScale(scale);
        }
        if (mean != null) {
            result = result.withMean(doubles(mean));
        }
        if (deviation != null) {
            result = result.withDeviation(doubles(deviation));
        }
        return result;
    }

    private static double[] doubles(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
