package org.eddp.network.onnx.execution;

import java.util.ArrayList;
import java.util.List;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.Network.OpenSize;
import org.eddp.network.NetworkFailure;
import org.eddp.network.TrialLimits;
import org.eddp.tensor.DType;

/**
 * The first run of a network whose file may leave the size of images open.
 *
 * <p>Such a file often works with one size only, that of its position embeddings, without declaring it. So the network
 * is tried on the size declared beside the file, or else on the most usual one. If that fails, other usual sizes are
 * tried, and the first that works is assumed to be the only one.
 *
 * @param trial the run that worked
 * @param input the images; still of open size if the first size worked and was not requested
 */
record SizedTrial(ShapeTrial trial, ImageInput input) {
    private static final OpenSize MOST_USUAL = new OpenSize(224, 224, false);
    private static final int[] USUAL = {256, 384, 512, 299, 336, 448, 518, 192, 160, 128, 96, 64, 32, 28};

    /**
     * Runs it.
     *
     * @param size to try first where the file leaves the size open, null for the most usual one
     */
    static SizedTrial run(ExecutableGraph circuit, DType type, ImageInput input, OpenSize size, TrialBudget budget) {
        if (!input.open()) {
            return new SizedTrial(trial(circuit, type, input, budget), input);
        }
        OpenSize first = size == null ? MOST_USUAL : size;
        ImageInput sized = sized(input, first.height(), first.width());
        try {
            return new SizedTrial(trial(circuit, type, sized, budget), first.binding() ? sized : input);
        } catch (NetworkFailure e) {
            return other(circuit, type, input, first, e);
        }
    }

    private static SizedTrial other(
            ExecutableGraph circuit, DType type, ImageInput input, OpenSize first, NetworkFailure why) {
        List<String> tried = new ArrayList<>(List.of(first.height() + " x " + first.width()));
        if (!first.binding()) {
            for (int side : USUAL) {
                ImageInput sized = sized(input, side, side);
                try {
                    TrialBudget budget = new TrialBudget(TrialLimits.ofEnvironment());
                    return new SizedTrial(trial(circuit, type, sized, budget), sized);
                } catch (NetworkFailure e) {
                    tried.add(sized.height() + " x " + sized.width());
                }
            }
        }
        throw new NetworkFailure.SizeNeeded(
                why.getMessage() + " (its file leaves the size of images open; tried on " + String.join(", ", tried)
                        + "); give the size it was made for",
                why);
    }

    private static ImageInput sized(ImageInput input, int height, int width) {
        return input.withSize(input.height() > 0 ? input.height() : height, input.width() > 0 ? input.width() : width);
    }

    private static ShapeTrial trial(ExecutableGraph circuit, DType type, ImageInput input, TrialBudget budget) {
        return ShapeTrial.run(circuit, type, input.channels(), input.height(), input.width(), budget);
    }
}
