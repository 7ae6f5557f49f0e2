package org.eddp.images.input;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Json;
import org.eddp.images.input.Preprocessing.Interpolation;
import tools.jackson.databind.JsonNode;

/**
 * Preprocessing in files of other programs: {@code preprocessor_config.json} of transformers, {@code config.json} of
 * timm.
 *
 * @param preprocessing the same in our terms
 * @param differences settings that this program cannot reproduce, in words
 */
public record PreprocessingConfig(Preprocessing preprocessing, List<String> differences) {
    private static final String TIMM = "pretrained_cfg";
    private static final String PROCESSOR = "image_processor";
    /** From this size on, transformers' ConvNeXt and ResNet resize straight to it. */
    private static final int UNCROPPED = 384;

    private static final int USUAL_SIZE = 224;

    public PreprocessingConfig {
        differences = List.copyOf(differences);
    }

    /**
     * Reads a file.
     *
     * @return empty if it is not a preprocessing
     *
     * @throws FileFailure if it cannot be read or has an invalid value
     */
    public static Optional<PreprocessingConfig> read(Path file) {
        return of(file, Json.readTree(file));
    }

    /**
     * The same for JSON inside another file.
     *
     * @param file for messages
     */
    public static Optional<PreprocessingConfig> of(Path file, JsonNode tree) {
        try {
            if (tree.path(TIMM).isObject()) {
                return Optional.of(timm(new ConfigFields(tree.get(TIMM))));
            }
            JsonNode processor = tree.path(PROCESSOR).isObject() ? tree.get(PROCESSOR) : tree;
            if (processor.has("image_mean") || processor.has("do_rescale") || processor.has("do_normalize")) {
                return Optional.of(transformers(new ConfigFields(processor)));
            }
            boolean older = tree.has("mean") && tree.has("std") && tree.has("input_size");
            return older ? Optional.of(timm(new ConfigFields(tree))) : Optional.empty();
        } catch (InvalidInput e) {
            throw new FileFailure(
                    "cannot use " + file + ": " + e.getMessage()
                            + "; correct it, or take it away and say what the network was trained with",
                    e);
        }
    }

    // ---- timm -----------------------------------------------------------------------------------------------------

    private static PreprocessingConfig timm(ConfigFields fields) {
        List<String> differences = new ArrayList<>();
        int[] input = fields.sizes("input_size", new int[] {3, USUAL_SIZE, USUAL_SIZE});
        if (input.length != 3) {
            throw new InvalidInput("input_size has " + input.length + " numbers, not 3");
        }
        int shorter = Math.min(input[1], input[2]);
        double part = fields.number("crop_pct", 0.875);
        if (!(part > 0 && part <= 1)) {
            throw new InvalidInput("crop_pct = " + part + " must be above 0 and at most 1");
        }
        String mode = fields.text("crop_mode", "center");
        int resize = (int) Math.floor(shorter / part);
        if (mode.equals("squash")) {
            if (part < 1) {
                differences.add(
                        "it squashes pictures to " + resize + " x " + resize + " before cropping, which is left out");
            }
            resize = 0;
        } else if (!mode.equals("center")) {
            differences.add("its crop mode, " + mode + ", is replaced by cutting out the centre");
        }
        Interpolation interpolation = interpolation(fields.text("interpolation", "bicubic"), differences);
        return new PreprocessingConfig(
                values(resize, input[1], input[2], 1 / 255.0, 0, fields.numbers("mean"), fields.numbers("std"))
                        .withInterpolation(interpolation),
                differences);
    }

    // ---- transformers ---------------------------------------------------------------------------------------------

    /** Sides of the crop, and the shorter side before it, 0 for none. */
    private record Sides(int resize, int height, int width) {}

    private static PreprocessingConfig transformers(ConfigFields fields) {
        List<String> differences = new ArrayList<>();
        double scale = fields.flag("do_rescale", true) ? fields.number("rescale_factor", 1 / 255.0) : 1;
        boolean normalise = fields.flag("do_normalize", fields.has("image_mean"));
        Sides sides = sides(fields, differences);
        Preprocessing colours = values(
                        sides.resize,
                        sides.height,
                        sides.width,
                        scale,
                        fields.flag("rescale_offset", false) ? 1 : 0,
                        normalise ? fields.numbers("image_mean") : new double[] {0, 0, 0},
                        normalise ? fields.numbers("image_std") : new double[] {1, 1, 1})
                .withInterpolation(interpolation(fields.resample(), differences));
        boolean turned = fields.flag("do_flip_channel_order", false);
        return new PreprocessingConfig(
                turned ? colours.withChannels(Preprocessing.Channels.BGR) : colours, differences);
    }

    private static Sides sides(ConfigFields fields, List<String> differences) {
        boolean cropped = fields.has("crop_size") && fields.flag("do_center_crop", true);
        int[] crop = cropped ? fields.side("crop_size") : null;
        if (!fields.flag("do_resize", true) || !fields.has("size")) {
            if (crop == null) {
                differences.add("it says no size; pictures are brought to the input of the network");
                return new Sides(USUAL_SIZE * 8 / 7, USUAL_SIZE, USUAL_SIZE);
            }
            differences.add("it does not resize; here the shorter side becomes that of the crop");
            return new Sides(Math.max(crop[0], crop[1]), crop[0], crop[1]);
        }
        int[] size = fields.side("size");
        boolean shortest = fields.isShortestEdge("size") || (fields.isNumber("size") && crop != null);
        if (fields.has("crop_pct")) { // ConvNeXt, ResNet
            double part = fields.number("crop_pct", 1);
            if (!(part > 0 && part <= 1)) {
                throw new InvalidInput("crop_pct = " + part + " must be above 0 and at most 1");
            }
            return size[0] < UNCROPPED
                    ? new Sides((int) (size[0] / part), size[0], size[0])
                    : new Sides(0, size[0], size[0]);
        }
        if (crop == null) {
            if (shortest) {
                differences.add("it crops nothing; here the centre is cut out");
                return new Sides(size[0], size[0], size[0]);
            }
            return new Sides(0, size[0], size[1]);
        }
        if (!shortest && size[0] == crop[0] && size[1] == crop[1]) {
            return new Sides(0, crop[0], crop[1]);
        }
        if (!shortest) {
            differences.add("it squashes pictures to " + size[0] + " x " + size[1]
                    + " before cropping; here the shorter side becomes " + Math.min(size[0], size[1]));
        }
        return new Sides(Math.min(size[0], size[1]), crop[0], crop[1]);
    }

    // ---- both -----------------------------------------------------------------------------------------------------

    private static Interpolation interpolation(String name, List<String> differences) {
        switch (name) {
            case "bicubic":
                return Interpolation.BICUBIC;
            case "bilinear", "random":
                return Interpolation.BILINEAR;
            default:
                differences.add("it resizes by " + name + " interpolation, here it is bilinear");
                return Interpolation.BILINEAR;
        }
    }

    /** @param offset subtracted after scaling, before the mean */
    private static Preprocessing values(
            int resize, int height, int width, double scale, double offset, double[] mean, double[] deviation) {
        double[] moved = mean.clone();
        for (int i = 0; i < moved.length; i++) {
            moved[i] += offset;
        }
        Preprocessing.Channels channels = mean.length == 1 ? Preprocessing.Channels.GREY : Preprocessing.Channels.RGB;
        return new Preprocessing(resize, height, width, scale, moved, deviation, channels);
    }
}
